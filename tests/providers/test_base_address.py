import pytest

from app.providers.base_address import host_of, is_loopback, is_near, normalised


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1/ ", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("localhost:1234", "http://localhost:1234/v1"),
        ("192.168.1.20:8080", "http://192.168.1.20:8080/v1"),
        ("studio.local:1234", "http://studio.local:1234/v1"),
        ("openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("example.com", "https://example.com/v1"),
    ],
)
def test_what_people_type_is_what_they_mean(typed: str, meant: str):
    assert normalised(typed, default_path="/v1") == meant


@pytest.mark.parametrize("nonsense", ["", "http://", "http://[::1", "::::", "http://a b/"])
def test_nonsense_does_not_fail_here(nonsense: str):
    assert isinstance(normalised(nonsense, default_path="/v1"), str)
    assert isinstance(host_of(nonsense), str)
    assert isinstance(is_loopback(nonsense), bool)


@pytest.mark.parametrize(
    ("address", "is_here"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://localhost/v1", True),
        ("http://192.168.1.1", False),
        ("https://localhost.example.com", False),
    ],
)
def test_loopback_is_this_device_only(address: str, is_here: bool):
    assert is_loopback(address) is is_here


@pytest.mark.parametrize(
    ("address", "needs_no_internet"),
    [
        ("http://localhost:11434/v1", True),
        ("http://[::1]:1234/v1", True),
        ("http://192.168.1.20:8080/v1", True),
        ("http://studio.local:1234/v1", True),
        ("http://nas:11434/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://8.8.8.8/v1", False),
        ("http://[2001:4860:4860::8888]/v1", False),
        ("", False),
    ],
)
def test_what_is_near_needs_no_internet(address: str, needs_no_internet: bool):
    assert is_near(address) is needs_no_internet
