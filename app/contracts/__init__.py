"""What every room of the house may know: frozen values, Protocols, events and errors.

Imports nothing but the standard library, so that nothing can depend on an adapter by accident.
"""
