"""Suites that run on the device as well as under pytest."""
