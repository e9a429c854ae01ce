"""Stable pseudonyms: equal names have equal ones, reversible only with the key."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

LENGTH = 12  # hexadecimal digits: 48 bits


def pseudonym(key: bytes, sort: str, name: str) -> str:
    """Return a name's pseudonym, such as person-5f0c21a9be77."""
    return f"{sort}-{_code(key, sort, name)[:LENGTH]}"


def pseudonymous_id(key: bytes, sort: str, name: str) -> UUID:
    """Return a random-looking id for a name."""
    return UUID(_code(key, sort, name)[:32], version=4)


def _code(key: bytes, sort: str, name: str) -> str:
    said = f"{sort}\0{name}".encode()
    return hmac.new(key, said, hashlib.sha256).hexdigest()


class Names:
    """Replaces names by their pseudonyms in texts."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Store {name: pseudonym}; the empty name is ignored."""
        spelled = {
            each: said
            for name, said in names.items()
            if name
            for each in _spellings(name)
        }
        lower = {name.lower(): said for name, said in spelled.items()}
        self._names = lower | spelled
        longest_first = sorted(self._names, key=lambda name: (-len(name), name))
        anyone = "|".join(map(re.escape, longest_first)) or r"(?!)"
        # A name ends at the end of its letters and digits: "ada" does not match in
        # "Canada".
        whole = rf"(?<![^\W_])(?:{anyone})(?![^\W_])"
        self._pattern = re.compile(whole, re.IGNORECASE)

    def hide(self, value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
        """Return a text, or the texts of a JSON value, with each name replaced."""
        if isinstance(value, str):
            return self._pattern.sub(self._said, value)
        if isinstance(value, list):
            return [self.hide(each) for each in value]
        if isinstance(value, dict):
            return {self.hide(name): self.hide(each) for name, each in value.items()}
        return value

    def _said(self, found: re.Match[str]) -> str:
        name = found[0]
        said = self._names.get(name) or self._names.get(name.lower())
        return said or "somebody"


def _spellings(name: str) -> set[str]:
    """Return the spellings of a name in texts, and quoted in JSON and in errors."""
    quoted = (json.dumps(name), json.dumps(name, ensure_ascii=False), repr(name))
    return {name, *(each[1:-1] for each in quoted)}
