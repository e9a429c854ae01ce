"""The forms of replies: as text, and as a JSON object where the endpoint offers that.

An object is written out in the form that the prompt asks for, and then read by the same
strict parser as any other reply. So a schema saves calls and changes no rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, Generic, TypeVar

from llm.kernel.objects import object_alone
from llm.kernel.reply import Read

NO_OBJECT = "the prompt's form in place of the schema's"

T = TypeVar("T")
Reader = Callable[[str], Read[T]]
Kind = Mapping[str, object]  # a JSON schema


@dataclass(frozen=True)
class Form(Generic[T]):
    """How a reply is read as text, and its JSON schema.

    properties: those of the object, all required, in the order in which a model writes
    them. written: the object's values as text in the prompt's form, whatever their
    types.
    """

    read: Reader[T]
    properties: Mapping[str, Kind]
    written: Callable[[Mapping[str, Any]], str]

    def __call__(self, reply: str) -> Read[T]:
        """Return what a reply in the prompt's own form says; raise BadReply."""
        return self.read(reply)

    def read_object(self, reply: str) -> Read[T]:
        """Return what a reply in the schema's form says; raise BadReply.

        Servers that ignore the schema reply in the prompt's form: that is noted.
        """
        found, forgiven = object_alone(reply)
        if found is None or found.keys() != self.properties.keys():
            read = self.read(reply)
            return Read(read.value, (*read.forgiven, NO_OBJECT))
        read = self.read(self.written(found))
        return Read(read.value, (*forgiven, *read.forgiven))

    def response_format(self, name: str) -> dict[str, object]:
        """Return the parameter of the chat-completions protocol that asks for it."""
        schema = {
            "type": "object",
            "properties": dict(self.properties),
            "required": list(self.properties),
            "additionalProperties": False,
        }
        named = {"name": name, "strict": True, "schema": schema}
        return {"type": "json_schema", "json_schema": named}

    @property
    def asked(self) -> str:
        """Return the sentence that tells a model of the object."""
        keys = " and ".join(f'"{key}"' for key in self.properties)
        return f"Put what the reply says into one JSON object with {keys}."


def labels_form(read: Reader[T], *, allowed: Sequence[str], expected: int) -> Form[T]:
    """Return the form of a list with one of the allowed labels for each item."""
    kind = _list_of({"type": "string", "enum": list(allowed)}, expected, expected)
    return Form(read, {"labels": kind}, lambda found: json.dumps(found["labels"]))


def label_form(read: Reader[T], *, allowed: Sequence[str]) -> Form[T]:
    """Return the form of one label alone."""
    kind = {"type": "string", "enum": list(allowed)}
    return Form(read, {"label": kind}, lambda found: _plain(found["label"]))


def texts_form(
    read: Reader[T], *, least: int | None = None, most: int | None = None
) -> Form[T]:
    """Return the form of a list of texts; least, most: how many, None: any number."""
    kind = _list_of({"type": "string"}, least, most)
    return Form(
        read,
        {"texts": kind},
        lambda found: json.dumps(found["texts"], ensure_ascii=False),
    )


def object_form(read: Reader[T], key: str, entry: Kind, number: int | None) -> Form[T]:
    """Return the form of a list that the prompt itself wants under a key."""
    kind = _list_of(entry, number, number)
    return Form(
        read, {key: kind}, lambda found: json.dumps(dict(found), ensure_ascii=False)
    )


def lines_form(read: Reader[T], *, nothing: str) -> Form[T]:
    """Return the form of texts, one a line; nothing: the reply without any."""

    def written(found: Mapping[str, Any]) -> str:
        texts = found["texts"]
        if not isinstance(texts, list):
            return ""
        return "\n".join(f"- {' '.join(_plain(one).split())}" for one in texts) or (
            nothing
        )

    return Form(read, {"texts": _list_of({"type": "string"}, None, None)}, written)


def text_form(read: Reader[T], key: str) -> Form[T]:
    """Return the form of one text alone."""
    return Form(read, {key: {"type": "string"}}, lambda found: _plain(found[key]))


def grade_form(read: Reader[T], *, highest: int) -> Form[T]:
    """Return the form of a grade alone, from 0 to the highest."""
    return Form(
        read, {"grade": _upto(highest)}, lambda found: json.dumps(found["grade"])
    )


def score_form(read: Reader[T], *, highest: int, parts: int = 0) -> Form[T]:
    """Return the form of a final score; parts: the lettered ones it may name before."""
    score = {"score": _upto(highest)}
    letters = list(ascii_uppercase[:parts])
    if not letters:
        return Form(read, score, lambda found: _score(found["score"]))

    def written(found: Mapping[str, Any]) -> str:
        named = found["subnarratives"]
        said = ", ".join(map(str, named)) if isinstance(named, list) else _plain(named)
        # As the prompt has it: none leaves the line out.
        line = f"##sub-narratives: {said}\n" if said else ""
        return line + _score(found["score"])

    covered = _list_of({"type": "string", "enum": letters}, None, None)
    return Form(read, {"subnarratives": covered, **score}, written)


def _score(value: object) -> str:
    return f"##final score: {json.dumps(value)}"


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _upto(highest: int) -> Kind:
    return {"type": "integer", "enum": list(range(highest + 1))}


def _list_of(entry: Kind, least: int | None, most: int | None) -> Kind:
    kind: dict[str, object] = {"type": "array", "items": entry}
    if least is not None:
        kind["minItems"] = least
    if most is not None:
        kind["maxItems"] = most
    return kind
