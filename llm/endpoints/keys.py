"""The key of an endpoint: from the environment, or stored encrypted."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from llm.models import Endpoint

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

# Only these variables are read, so that no other secret of the server can be sent to an
# address that somebody enters in the browser.
VARIABLE = re.compile(r"LLM_KEY_[A-Z0-9_]{1,80}")
FILE = "_FILE"  # VARIABLE + this: the path of a file that holds the key
NO_KEY = "none"  # sent where the endpoint needs no key


class KeyMissing(Exception):
    """The key cannot be read; the message says what to set."""

    is_sentence = True


def can_store() -> bool:
    """Return whether keys can be stored encrypted here."""
    return bool(settings.LLM_KEYS_SECRET)


def encrypted(key: str) -> str:
    """Return a key as the database stores it."""
    return _fernet().encrypt(key.encode()).decode()


def key_of(endpoint: Endpoint) -> str:
    """Return an endpoint's key; raise KeyMissing."""
    if endpoint.key_from == Endpoint.NO_KEY:
        return NO_KEY
    if endpoint.key_from == Endpoint.ENVIRONMENT:
        return _from_environment(endpoint.key_variable)
    from cryptography.fernet import InvalidToken  # noqa: PLC0415

    try:
        return _fernet().decrypt(endpoint.key_encrypted.encode()).decode()
    except InvalidToken as error:
        raise KeyMissing(
            f"The stored key of {endpoint} cannot be decrypted: LLM_KEYS_SECRET has "
            "changed. Enter the key again, or put the former secret behind the new one."
        ) from error


def _from_environment(name: str) -> str:
    if not VARIABLE.fullmatch(name):
        raise KeyMissing("The name of a key's variable begins with LLM_KEY_.")
    file = os.environ.get(name + FILE, "").strip()
    try:
        key = Path(file).read_text(encoding="utf-8") if file else os.environ.get(name)
    except (OSError, UnicodeDecodeError) as error:
        raise KeyMissing(f"The file in {name}{FILE} cannot be read.") from error
    if not key or not key.strip():
        raise KeyMissing(f"Set {name}, or {name}{FILE}, on every server and worker.")
    return key.strip()


def _fernet() -> MultiFernet:
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415

    if not can_store():
        raise KeyMissing(
            "Set LLM_KEYS_SECRET, with which stored keys are encrypted. Make one with: "
            "python -c 'from cryptography.fernet import Fernet; "
            "print(Fernet.generate_key().decode())'"
        )
    try:
        return MultiFernet([Fernet(each) for each in settings.LLM_KEYS_SECRET])
    except ValueError as error:
        raise KeyMissing("LLM_KEYS_SECRET is not a Fernet key.") from error
