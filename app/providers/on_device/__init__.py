"""The provider that needs no key and no network: it remembers and finds, and says that this is all.

It is not a language model and never pretends to be one: it quotes memories with their dates.
"""

from app.providers.on_device.provider import MODEL, OnDeviceProvider
from app.providers.on_device.sentences import INTRODUCTION

__all__ = ["INTRODUCTION", "MODEL", "OnDeviceProvider"]
