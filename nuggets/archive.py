"""The contents of archives that belong to the nugget method."""

from __future__ import annotations

from typing import Any

from assess.exchange.archive.format.codecs import BadValue, Codec, Numbers, Places, Row
from assess.exchange.archive.format.columns import HASH, check_json
from assess.exchange.archive.format.columns import place as row_at
from assess.exchange.archive.format.tables import WHOLE_LIST, name_of, register, tells
from nuggets.answers.forms import LONGEST as LONGEST_ANSWER
from nuggets.models import (
    AnswerRevision,
    Bank,
    BankVersion,
    Condition,
    ConditionEdit,
    Descent,
    Edit,
    GoldAnswer,
    Listing,
    Nugget,
    NuggetSource,
    PinnedSubnarrative,
)
from runs.models import Subnarrative
from runs.models.topics import IMPORTANCE

DETAILS = 1_000  # characters of a nugget's JSON: its number and its source
GIVEN = {"", *(value for value, _said in IMPORTANCE)}
NUGGETS, PARTS = name_of(Nugget), name_of(Subnarrative)


def _list() -> Codec:
    """Return the codec of a list before or after an edit: its rows refer to others."""

    def write(value: list[list[Any]], _row: Row, numbers: Numbers) -> list[list[Any]]:
        return [
            [
                numbers.number(NUGGETS, nugget),
                importance,
                part if part is None else numbers.number(PARTS, part),
                details,
            ]
            for nugget, importance, part, details in value
        ]

    def read(value: Any, _row: Row, places: Places) -> list[list[Any]]:  # noqa: ANN401
        if not isinstance(value, list):
            raise BadValue("a list of rows")
        return [_listed(each, places) for each in value]

    return Codec(read, write, (NUGGETS, PARTS))


def _listed(row: object, places: Places) -> list[Any]:
    if not isinstance(row, list) or len(row) != 4:
        raise BadValue("rows of nugget, importance, sub-narrative and details")
    nugget, importance, part, details = row
    if importance not in GIVEN or not isinstance(details, dict):
        raise BadValue("rows of nugget, importance, sub-narrative and details")
    return [
        row_at(nugget, NUGGETS, places),
        importance,
        part if part is None else row_at(part, PARTS, places),
        check_json(details),
    ]


@tells
def tell_of_nuggets() -> None:
    """Register banks, nuggets, their history, answers and conditions."""
    register(Nugget, under="topic", longest={"text": "text"})
    register(NuggetSource, under="nugget")
    register(Descent, under="child")
    register(
        Bank,
        landed=("landed_at",),
        codecs={"sha256": HASH},
        named=("name",),
        most={"track": "banks"},
    )
    register(BankVersion, under="bank")
    register(
        Listing,
        under="version",
        plain=("details",),
        longest={"details": DETAILS},
        most={"version": "nuggets"},
        together={"version": ("nuggets.nugget", "list_text")},
    )
    register(PinnedSubnarrative, under="version")
    edits = {"before": _list(), "after": _list()}
    lists = dict.fromkeys(edits, WHOLE_LIST)
    register(Edit, under="version", codecs=edits, longest=lists)
    named = ("covered", "used")
    answer = {"text": LONGEST_ANSWER}
    register(GoldAnswer, under="bank", plain=named, longest=answer)
    register(AnswerRevision, under="answer", plain=named, longest=answer)
    register(Condition, named=("name",), most={"track": "conditions"})
    topics: Any = Condition._meta.get_field("topics")  # noqa: SLF001
    register(topics.remote_field.through, under="condition")
    told = ("before", "after")
    register(ConditionEdit, plain=told, named=told)
