"""A fake model whose address superusers may set up."""

from collections.abc import Iterator

import pytest
from cryptography.fernet import Fernet
from pytest_django import Settings

from tests.fake_model import FakeModel


@pytest.fixture
def fake(settings: Settings, db: None) -> Iterator[FakeModel]:
    """A server that speaks the protocol; the operator allows its host."""
    settings.LLM_PRIVATE_HOSTS = ["127.0.0.1"]
    settings.LLM_KEYS_SECRET = [Fernet.generate_key().decode()]
    settings.LLM_TIMEOUT = 5
    with FakeModel() as model:
        yield model
