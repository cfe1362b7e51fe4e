"""Builds the object graph of each process.

The only place that names concrete classes, paths and environment.
"""
