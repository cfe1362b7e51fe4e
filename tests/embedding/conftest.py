"""One loaded model for all tests that only read from it."""

import pytest

from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from tests.embedding.model_folders import BUNDLED


@pytest.fixture(scope="session")
def bundled_source() -> ModelSource:
    return ModelSource([BUNDLED])


@pytest.fixture(scope="session")
def embedder(bundled_source: ModelSource) -> OnnxEmbedder:
    return OnnxEmbedder(bundled_source)
