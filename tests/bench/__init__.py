"""Measurements. Not collected by pytest; each module is run by hand or by `make bench`."""
