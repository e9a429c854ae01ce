"""Judging in archives: judges, labels, work."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from assess.exchange.archive.format.codecs import BadValue, Codec, Numbers, Places, Row
from assess.exchange.archive.format.columns import (
    HASH,
    one_of,
    place,
)
from assess.exchange.archive.format.shapes import (
    snapshot_asked,
    snapshot_manifest,
)
from assess.exchange.archive.format.tables import (
    name_of,
    register,
    tells,
)
from assess.exchange.models import Snapshot
from assess.judging.guidelines.forms import LONGEST as LONGEST_GUIDELINE
from assess.judging.kernel.panels import RULES
from assess.judging.kinds import UnknownKind, all_kinds, get_kind
from assess.judging.models import (
    Adjudication,
    Allocation,
    Change,
    Guideline,
    Judge,
    PanelMember,
    Remark,
    Round,
    Slot,
    Thread,
    TurnMark,
)
from assess.judging.screens import all_screens
from assess.judging.threads.forms import LONGEST as LONGEST_REMARK


@cache
def _label_table(kind: str) -> str:
    try:
        return name_of(get_kind(kind).model)
    except UnknownKind as error:
        raise BadValue(f"a row of a known kind of label ({error})") from None


def _label() -> Codec:
    def write(value: int, row: Row, numbers: Numbers) -> int:
        return numbers.number(_label_table(str(row["kind"])), value)

    def read(value: Any, row: Row, places: Places) -> int:  # noqa: ANN401
        return place(value, _label_table(str(row["kind"])), places)

    return Codec(read, write, tuple(name_of(kind.model) for kind in all_kinds()))


def _subject() -> Codec:
    """Return the codec of a work's subject: nothing, or a row's public id."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        try:
            return str(UUID(value)) if value != "" else ""
        except (TypeError, ValueError, AttributeError):
            raise BadValue("a UUID or nothing") from None

    return Codec(read)


LABELS = one_of(lambda: (kind.name for kind in all_kinds()))


WORK = one_of(lambda: (screen.name for screen in all_screens()))


def _through(model: type[Any], name: str) -> type[Any]:
    many: type[Any] = model._meta.get_field(name).remote_field.through  # noqa: SLF001
    return many


@tells
def tell_what_was_judged() -> None:
    """Register judges, labels with every change, work and threads."""
    register(
        Judge,
        landed=("landed_at",),
        most={"track": "judges"},
        longest={"description": "text"},
        plain=("parameters", "prompts"),
        codecs={"rule": one_of(lambda: ("", *RULES)), "sha256": HASH},
        named=("name", "description"),
    )
    register(PanelMember, under="panel")
    for kind in all_kinds():
        register(kind.model, under="judge", plain=("details",))
    labels = {"kind": LABELS, "label_id": _label()}
    work = {"kind": WORK, "subject": _subject()}
    register(Change, under="judge", plain=("details",), codecs=labels)
    register(Round)
    register(TurnMark, under="topic")
    register(Slot, codecs=work, back=("replaces",))
    register(Allocation, codecs=work)
    about: dict[str, str | int] = {"about": "text"}
    register(Thread, under="allocation", longest=about)
    register(Remark, under="thread", longest={"text": LONGEST_REMARK})
    register(Guideline, codecs={"kind": WORK}, longest={"text": LONGEST_GUIDELINE})
    register(_through(Guideline, "readers"), under="guideline")
    register(Adjudication, codecs={"kind": LABELS})
    for name in ("judges", "adjudicators", "topics"):
        register(_through(Adjudication, name), under="adjudication")
    register(
        Snapshot,
        landed=("made_at",),
        codecs={"asked": snapshot_asked(), "manifest": snapshot_manifest()},
        # A snapshot may contain every export of every judge and bank.
        longest={"asked": 1_000_000, "manifest": 4_000_000},
        file="sha256",
        as_it_came=True,
    )
