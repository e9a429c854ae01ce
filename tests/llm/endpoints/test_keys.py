from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.db import IntegrityError, transaction
from pytest_django import Settings

from llm.endpoints.keys import KeyMissing, encrypted, key_of
from llm.models import Endpoint

pytestmark = pytest.mark.stack("embedded")

KEY = "sk-very-secret-key"
VARIABLE = "LLM_KEY_TEST"


@pytest.fixture
def from_environment() -> Endpoint:
    return Endpoint(name="Hosted", key_from=Endpoint.ENVIRONMENT, key_variable=VARIABLE)


@pytest.fixture
def stored(settings: Settings) -> Endpoint:
    settings.LLM_KEYS_SECRET = [Fernet.generate_key().decode()]
    return Endpoint(
        name="Hosted", key_from=Endpoint.STORED, key_encrypted=encrypted(KEY)
    )


def test_a_key_comes_from_a_variable_or_its_file(
    from_environment: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, f" {KEY} ")
    assert key_of(from_environment) == KEY
    file = tmp_path / "key"
    file.write_text("from-a-file\n")
    monkeypatch.setenv(f"{VARIABLE}_FILE", str(file))
    assert key_of(from_environment) == "from-a-file"
    file.unlink()
    with pytest.raises(KeyMissing, match=f"{VARIABLE}_FILE cannot be read"):
        key_of(from_environment)


def test_it_says_which_variable_is_missing(from_environment: Endpoint) -> None:
    with pytest.raises(KeyMissing, match=f"Set {VARIABLE}"):
        key_of(from_environment)


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "DATABASE_URL", "LLM_KEY", "LLM_KEY_", "LLM_KEYS_SECRET"]
)
def test_no_other_secret_of_the_server_is_read(
    from_environment: Endpoint, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "a secret")
    from_environment.key_variable = name
    with pytest.raises(KeyMissing, match="begins with LLM_KEY_"):
        key_of(from_environment)


def test_a_stored_key_is_readable_with_the_secret_alone(
    stored: Endpoint, settings: Settings
) -> None:
    assert KEY not in stored.key_encrypted
    assert key_of(stored) == KEY
    former = settings.LLM_KEYS_SECRET
    settings.LLM_KEYS_SECRET = [Fernet.generate_key().decode()]
    with pytest.raises(KeyMissing, match="has changed"):
        key_of(stored)
    settings.LLM_KEYS_SECRET += former
    assert key_of(stored) == KEY


@pytest.mark.parametrize(
    ("secret", "words"), [([], "Set LLM"), (["short"], "not a Fernet")]
)
def test_nothing_is_stored_without_a_good_secret(
    settings: Settings, secret: list[str], words: str
) -> None:
    settings.LLM_KEYS_SECRET = secret
    with pytest.raises(KeyMissing, match=words):
        encrypted(KEY)


def test_the_database_refuses_a_key_in_two_places(stored: Endpoint, db: None) -> None:
    stored.url, stored.key_variable = "https://api.example.org", VARIABLE
    with pytest.raises(IntegrityError), transaction.atomic():
        stored.save()
