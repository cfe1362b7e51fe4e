import pytest

from tests.providers.harnesses import HARNESSES, Harness


@pytest.fixture(params=HARNESSES, ids=lambda harness: harness.name)
def provider_under_test(request: pytest.FixtureRequest) -> Harness:
    """Every provider there is; a test that needs a script skips those without."""
    return request.param


@pytest.fixture(
    params=[harness for harness in HARNESSES if harness.is_scripted],
    ids=lambda harness: harness.name,
)
def scripted_provider(request: pytest.FixtureRequest) -> Harness:
    """Every provider whose model says what the test decides."""
    return request.param
