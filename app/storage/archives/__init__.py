"""Zips and bundles of the memory: written atomically, read with suspicion."""

from app.storage.archives.archives import ArchivesOnDisk

__all__ = ["ArchivesOnDisk"]
