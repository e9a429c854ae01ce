"""The parts that exports of labels share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet

from assess.exchange.exports.columns import keys_sorted
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Part,
    Wanted,
    register,
)
from assess.judging.judges.order import first_with_labels
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.labels.reader import members_of
from assess.judging.models import Judge
from runs.models import Track


def judge_of_kind(kind: str) -> Part:
    """Return the part for a judge with labels of a kind."""

    def first(track: Track) -> Judge | None:
        return first_with_labels(track, get_kind(kind))

    without = f"{get_kind(kind).title}: no judge has labels yet"
    return Part("judge", "Judge", _judges(kind), first, without, kind)


def _judges(kind: str) -> Callable[[Track], QuerySet[Judge]]:
    def rows(track: Track) -> QuerySet[Judge]:
        return judges_with_labels(track, get_kind(kind))

    return rows


def described(judge: Judge) -> dict[str, object]:
    """Return a manifest's description of a judge."""
    said: dict[str, object] = {
        "name": judge.name,
        "kind": judge.kind,
        "uuid": str(judge.uuid),
    }
    if judge.kind == Judge.PANEL:
        said["rule"] = judge.rule
        said["members"] = [member.name for member in members_of(judge)]
    if judge.kind == Judge.MODEL:
        said |= {"model": judge.model, "parameters": keys_sorted(judge.parameters)}
        said["prompts"] = keys_sorted(judge.prompts)
    if judge.kind == Judge.BASELINE:
        said["baseline"] = judge.baseline
    return said


def described_judge(wanted: Wanted) -> dict[str, object]:
    """Return a manifest's description of an export's judge."""
    return {"judge": described(wanted.parts["judge"])}


def single_judges(judge: Judge) -> list[Judge]:
    """Return a judge, or the judges behind a panel, in the deciding order."""
    if judge.kind != Judge.PANEL:
        return [judge]
    found = [one for member in members_of(judge) for one in single_judges(member)]
    return list(dict.fromkeys(found))


def judge_export(kind: Kind, make: Callable[[Wanted], Export], **says: Any) -> Exporter:  # noqa: ANN401 - the exporter's other fields
    """Register the export of one judge's labels of a kind, one file or more."""
    parts = (judge_of_kind(kind.name),)
    return register(Exporter(parts=parts, make=make, kind=kind.name, **says))


def one_file(
    wanted: Wanted, name: str, lines: Iterable[str], left_out: list[LeftOut]
) -> Export:
    """Return an export of one file, whose manifest describes the judge."""
    return Export(iter([ExportFile(name, lines)]), described_judge(wanted), left_out)
