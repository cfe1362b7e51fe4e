"""Builds the object graph of each process; the only place that names concrete classes, paths and environment."""
