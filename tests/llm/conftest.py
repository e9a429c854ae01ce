"""A fake model, with the settings that point to it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from llm.client import model_from_settings
from llm.kernel.spec import ModelSpec
from tests.fake_model import FakeModel

KEY = "sk-very-secret-key"


@pytest.fixture
def fake() -> Iterator[FakeModel]:
    """A server that speaks the protocol."""
    with FakeModel() as model:
        yield model


@pytest.fixture
def model(fake: FakeModel, settings: Settings, db: None) -> ModelSpec:
    """The model that the settings name, at the fake server."""
    settings.LLM_ENDPOINT = fake.url
    settings.LLM_KEY = KEY
    settings.LLM_MODEL = "fake-1"
    settings.LLM_TIMEOUT = 5
    return model_from_settings()
