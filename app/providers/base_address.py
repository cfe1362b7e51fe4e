"""Base addresses as people type and paste them, brought into one form.

Never contacts anything and never fails: an address that means nothing fails when it is used.
"""

import ipaddress
from urllib.parse import urlsplit

_PASTED_ENDINGS = ("/chat/completions", "/completions", "/messages", "/models")


def normalised(address: str, *, default_path: str = "") -> str:
    """`localhost:1234` → `http://localhost:1234/v1`, `…/v1/chat/completions/` → `…/v1`."""
    address = address.strip().rstrip("/")
    if "://" not in address:
        scheme = "http" if _is_at_home(_host_of("//" + address)) else "https"
        address = f"{scheme}://{address}"
    for ending in _PASTED_ENDINGS:
        address = address.removesuffix(ending)
    has_path = "/" in address.partition("://")[2]
    return address if has_path else address + default_path


def is_loopback(address: str) -> bool:
    host = _host_of(address)
    return host == "localhost" or host.endswith(".localhost") or _address_is(host, "is_loopback")


def is_near(address: str) -> bool:
    """On this device or in the home network: reached without a road to the internet.
    Names without a dot are only known at home.
    """
    host = _host_of(address)
    return is_loopback(address) or _is_at_home(host) or (bool(host) and not {".", ":"} & set(host))


def is_usable(address: str) -> bool:
    """Whether a request could be sent there at all; a port of 99999 would get far too far."""
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def host_of(address: str) -> str:
    """For sentences: which machine was meant, or the address itself if that cannot be told."""
    return _host_of(address) or address


def _is_at_home(host: str) -> bool:
    """This device or the home network, where servers rarely have a certificate."""
    return host == "localhost" or host.endswith(".local") or _address_is(host, "is_private")


def _address_is(host: str, quality: str) -> bool:
    try:
        return bool(getattr(ipaddress.ip_address(host), quality))
    except ValueError:
        return False


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
