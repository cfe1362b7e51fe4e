"""Tests of the database, on real SQLite files."""
