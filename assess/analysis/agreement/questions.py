"""Questions about agreement, and their answers from the current labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum

from assess.analysis.agreement.comparison import Comparison, compare
from assess.analysis.agreement.machines import Against, against
from assess.analysis.agreement.pairs import JudgePair
from assess.judging.judges.order import peoples
from assess.judging.kinds import Kind
from assess.judging.labels.cache import unchanged
from assess.judging.labels.overlap import Side, judges_behind, judges_with_labels
from assess.judging.labels.scales import shorter_on
from assess.judging.models import Change, Judge
from config.operations.single_reads import rows_once
from runs.models import Topic, Track

HASTY = 2.0  # seconds: a label that is kept faster was hardly read
# Part of the cache key: entries of a version with other fields are not used.
SHAPE = " ".join(field.name for each in (JudgePair, Against) for field in fields(each))


@dataclass(frozen=True)
class AgreementQuestion:
    """How far these sides agree on a kind of label, over these topics (empty: all)."""

    track: Track
    kind: Kind
    sides: tuple[Side, ...]
    topics: tuple[Topic, ...] = ()

    @property
    def where(self) -> Q:
        """Return the filter of labels on the requested topics."""
        if not self.topics:
            return Q()
        return Q(**{f"{self.kind.topic}__in": [topic.pk for topic in self.topics]})


def answered(question: AgreementQuestion) -> Comparison:
    """Compare the sides, or return the cached result if no label has changed."""
    shorter = shorter_on(question.kind, question.track)
    sides = [(side.judge.pk, side.round) for side in question.sides]
    asked = (*_asked(question.track, question.kind, question.topics), sides)
    return unchanged(
        [side.judge for side in question.sides],
        (*asked, sorted(shorter.topics)),
        lambda: compare(
            question.sides, question.kind, where=question.where, shorter=shorter
        ),
    )


def machines_against(
    other: Judge, kind: Kind, topics: tuple[Topic, ...] = ()
) -> list[tuple[Judge, Against]]:
    """Compare every machine, import and panel of them with one judge, by name."""
    every = rows_once(judges_with_labels(other.track, kind))
    people = peoples(every)
    judges = [each for each in every if each != other and each.pk not in people]
    shorter = shorter_on(kind, other.track)
    scales = [(judge.pk, judge.has_own_scale) for judge in judges]
    asked = (*_asked(other.track, kind, topics), other.pk, scales)
    found = unchanged(
        [other, *judges],
        (*asked, sorted(shorter.topics)),
        lambda: against(other, kind, judges, topics=topics, shorter=shorter),
    )
    return list(zip(judges, found, strict=True))


def _asked(
    track: Track, kind: Kind, topics: tuple[Topic, ...]
) -> tuple[str, str, str, list[int]]:
    profile = sha256(track.profile_text.encode()).hexdigest()
    return SHAPE, profile, kind.name, sorted(topic.pk for topic in topics)


class ProtocolUse(NamedTuple):
    """One side's labels: of those shown, how many were kept; the time of each.

    revised: how many differ from what their person chose before a label was shown.

    seconds, seconds_kept: medians of the active time of all labels, and of kept ones;
    None if it was not measured.
    """

    side: Side
    n: int
    kept: int
    changed: int
    seconds: float | None
    seconds_kept: float | None
    revised: int = 0

    @property
    def shown(self) -> int:
        """Return how many labels were given over a shown one."""
        return self.kept + self.changed

    @property
    def share(self) -> float | None:
        """Return the share of shown labels that were kept."""
        return self.kept / self.shown if self.shown else None

    @property
    def is_hasty(self) -> bool:
        """Return whether shown labels were kept faster than they can be read."""
        return self.seconds_kept is not None and self.seconds_kept < HASTY


def protocols_of(question: AgreementQuestion) -> list[ProtocolUse]:
    """Return what each side did, if any of them was shown a machine's labels."""
    if not any(side.round for side in question.sides):
        return []
    return [use_of(question, side) for side in question.sides]


def use_of(question: AgreementQuestion, side: Side) -> ProtocolUse:
    """Return what a side's people did with the labels that they were shown."""
    model = question.kind.model
    given: QuerySet[Any] = model.objects.given().filter(
        question.where, judge__in=judges_behind(side.judge), round=side.round, repeat=0
    )
    rows = list(given.order_by().values_list("pk", "value", "details"))
    changes = Change.objects.filter(
        kind=question.kind.name, label_id__in=given.order_by().values("pk")
    )
    timed = changes.order_by().values("label_id").annotate(active=Sum("active_ms"))
    active = dict(timed.values_list("label_id", "active"))
    shown = [(pk, value, details.get("shown", "")) for pk, value, details in rows]
    kept = [pk for pk, value, told in shown if told and told == value]
    changed = sum(bool(told) and told != value for _pk, value, told in shown)
    every = [active.get(pk) for pk, _value, _told in shown]
    revised = sum(said.get("own", value) != value for _pk, value, said in rows)
    return ProtocolUse(
        side,
        len(rows),
        len(kept),
        changed,
        _median(every),
        _median([active.get(pk) for pk in kept]),
        revised,
    )


def _median(times: Sequence[int | None]) -> float | None:
    known = [each / 1000 for each in times if each]
    return median(known) if known else None
