"""Questions about agreement, and their answers from the current labels."""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import sha256

from django.db.models import Q

from assess.analysis.agreement.comparison import Comparison, compare
from assess.analysis.agreement.machines import Against, against
from assess.analysis.agreement.pairs import JudgePair
from assess.judging.judges.order import peoples
from assess.judging.kinds import Kind
from assess.judging.labels.cache import unchanged
from assess.judging.labels.overlap import Side, judges_with_labels
from assess.judging.labels.scales import shorter_on
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from runs.models import Topic, Track

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
