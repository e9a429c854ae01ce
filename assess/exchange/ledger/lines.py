"""A call as one line of JSON: written, and read from a file that may be anybody's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils import timezone

from llm.client import LONGEST_REASON, LONGEST_REPLY
from llm.kernel.spec import ModelSpec, call_key
from llm.models import Call, CallState

LONGEST_NAME = 2_000  # characters
LONGEST_JSON = 100_000  # characters of parameters and of input ids
MOST_TOKENS = 2_000_000_000
MOST_ATTEMPTS = 1_000
HASH = re.compile(r"[0-9a-f]{64}")


class BadCall(ValueError):
    """A line that is no call; the message says its number and why."""


def written(calls: Iterable[Call]) -> Iterator[str]:
    """Yield one line of JSON for each call."""
    for call in calls:
        yield json.dumps(as_record(call), ensure_ascii=False, sort_keys=True) + "\n"


def as_record(call: Call) -> dict[str, Any]:
    """Return a call's plain values; times in ISO 8601, money as text."""
    return {
        "key": call.key,
        "endpoint": call.endpoint,
        "model": call.model,
        "parameters": call.parameters,
        "prompt": call.prompt_name,
        "prompt_version": call.prompt_version,
        "prompt_hash": call.prompt_hash,
        "inputs": call.input_ids,
        "attempt": call.attempt,
        "state": call.state,
        "reply": call.reply,
        "finish_reason": call.finish_reason,
        "rejected": call.rejected,
        "forgiven": call.forgiven,
        "error": call.error,
        "prompt_tokens": call.prompt_tokens,
        "reply_tokens": call.completion_tokens,
        "characters": call.characters,
        "seconds": call.seconds,
        "cost": None if call.cost is None else str(call.cost),
        "started": call.started_at.isoformat(),
    }


def read_calls(lines: Iterable[bytes]) -> Iterator[Call]:
    """Yield the answered calls of a file, unsaved; raise BadCall at a bad line.

    Calls without a reply are left out.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            call = _Line(_parsed(line)).call
        except (BadCall, ValueError, RecursionError) as error:
            raise BadCall(f"Line {number}: {error}") from error
        if call is not None:
            yield call


def _parsed(line: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadCall("it is not JSON in UTF-8.") from error
    if not isinstance(found, dict):
        raise BadCall("it is not an object.")
    return found


def _no_number(name: str) -> float:
    raise BadCall(f"{name} is no number.")


@dataclass(frozen=True)
class _Line:
    """One line's values, each checked when it is read."""

    said: Mapping[str, Any]

    @property
    def call(self) -> Call | None:
        """Return the unsaved call, None for one without a reply."""
        if self._text("state", 20) != CallState.ANSWERED:
            return None
        call = Call(
            endpoint=self._text("endpoint"),
            model=self._text("model"),
            parameters=self._object("parameters"),
            prompt_name=self._text("prompt"),
            prompt_version=self._text("prompt_version"),
            prompt_hash=self._text("prompt_hash"),
            input_ids=self._object("inputs"),
            attempt=self._number("attempt", most=MOST_ATTEMPTS, is_needed=True) or 1,
            state=CallState.ANSWERED,
            reply=self._text("reply", LONGEST_REPLY),
            finish_reason=self._text("finish_reason", LONGEST_REASON),
            rejected=self._text("rejected", LONGEST_REPLY),
            forgiven=self._texts("forgiven"),
            prompt_tokens=self._number("prompt_tokens"),
            completion_tokens=self._number("reply_tokens"),
            characters=self._number("characters"),
            seconds=self._seconds(),
            cost=self._cost(),
            started_at=self._time("started"),
        )
        call.key = self._key(call)
        return call

    def _key(self, call: Call) -> str:
        """Return the key that the values have; raise BadCall if the line has another.

        A reply under another call's key would be taken for that call's.
        """
        if not HASH.fullmatch(call.prompt_hash):
            raise BadCall("prompt_hash is no SHA-256.")
        key = call_key(
            ModelSpec(call.endpoint, call.model),
            call.parameters,
            prompt_hash=call.prompt_hash,
            attempt=call.attempt,
        )
        if self._text("key", 64) != key:
            raise BadCall("its key is not that of its values.")
        return key

    def _text(self, name: str, longest: int = LONGEST_NAME) -> str:
        found = self.said.get(name)
        if not isinstance(found, str) or len(found) > longest:
            raise BadCall(f"{name} must be a text of at most {longest:,} characters.")
        return _storable(name, found)

    def _texts(self, name: str) -> list[str]:
        found = self.said.get(name, [])
        if not isinstance(found, list) or len(found) > 100:
            raise BadCall(f"{name} must be a list of texts.")
        return [_Line({name: each})._text(name) for each in found]  # noqa: SLF001

    def _object(self, name: str) -> dict[str, Any]:
        found = self.said.get(name, {})
        if not isinstance(found, dict):
            raise BadCall(f"{name} must be an object.")
        text = json.dumps(found, ensure_ascii=False)
        if len(text) > LONGEST_JSON:
            raise BadCall(f"{name} is too large.")
        if "\\u0000" in text:
            raise BadCall(f"{name} has a character that no database stores.")
        _storable(name, text)
        return found

    def _number(
        self, name: str, *, most: int = MOST_TOKENS, is_needed: bool = False
    ) -> int | None:
        found = self.said.get(name)
        if found is None and not is_needed:
            return None
        if type(found) is not int or not 0 <= found <= most:
            raise BadCall(f"{name} must be a whole number from 0 to {most:,}.")
        return found

    def _seconds(self) -> float | None:
        found = self.said.get("seconds")
        if found is None:
            return None
        if type(found) not in (int, float) or not 0 <= found < 1e9:
            raise BadCall("seconds must be a number from 0.")
        return float(found)

    def _cost(self) -> Decimal | None:
        found = self.said.get("cost")
        if found is None:
            return None
        try:
            cost = Decimal(self._text("cost", 30))
        except InvalidOperation:
            raise BadCall("cost must be an amount as text.") from None
        if not cost.is_finite() or not 0 <= cost < 1_000_000:
            raise BadCall("cost is out of range.")
        return cost

    def _time(self, name: str) -> datetime:
        at = datetime.fromisoformat(self._text(name, 40))
        if timezone.is_naive(at) or not 2000 <= at.year < 3000:
            raise BadCall(f"{name} must be a time with its zone.")
        return at


def _storable(name: str, text: str) -> str:
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise BadCall(f"{name} has a character that no database stores.")
    return text
