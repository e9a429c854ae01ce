"""Relevance in the registry of kinds, a grade's details, a person's last grades."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from assess.judging.kernel.highlights import NotInTheText, Span, merged
from assess.judging.kinds import Grade, Kind, Shorter, register
from assess.judging.models import Allocation
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target
from assess.judging.work.walk import BadDetail, Walk
from assess.kinds.kernel.grades import proposals
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Subnarrative, Topic, Track

HIGHEST_WITH_PARTS, HIGHEST = 4, 3  # of the grades of each prompt


def machines_scale(track: Track) -> Shorter | None:
    """Return where machines grade 0 to 3 on a scale that goes higher, if anywhere."""
    relevance = track.profile.relevance
    if relevance.grades[-1].value <= HIGHEST:
        return None
    topics = Topic.objects.filter(track=track)
    if relevance.with_subnarratives:
        live = Subnarrative.objects.live().filter(topic__track=track)
        topics = topics.exclude(pk__in=live.values("topic"))
    return Shorter(
        frozenset(topics.values_list("pk", flat=True)),
        tuple(str(grade) for grade in range(HIGHEST + 1)),
        f"a machine grades 0 to {HIGHEST} where a topic has no sub-narratives",
    )


def scale(track: Track) -> tuple[Grade, ...]:
    """Return the track's grades of relevance, from its profile."""
    return tuple(
        Grade(str(grade.value), grade.label, grade.key)
        for grade in track.profile.relevance.grades
    )


def relevant_values(track: Track) -> set[str]:
    """Return the grades that count as relevant."""
    profile = track.profile.relevance
    grades = (grade.value for grade in profile.grades)
    return {str(grade) for grade in grades if grade >= profile.relevant_from}


RELEVANCE = register(
    Kind(
        name="relevance",
        turn=20,
        title="Relevance",
        model=RelevanceLabel,
        item=("topic", "segment"),
        topic="topic",
        scale=scale,
        told_by=("topic__name", "segment__docid", "segment__title"),
        machines_scale=machines_scale,
        relevant=relevant_values,
    )
)


def parts_of(allocation: Allocation) -> list[Subnarrative]:
    """Return the sub-narratives to tick, none if the track grades without them."""
    if not allocation.track.profile.relevance.with_subnarratives:
        return []
    return allocation.topic.live_parts


def details_of(target: Target, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details of a label: ticks, note and highlights.

    Raise BadDetail for a foreign tick, or a highlight outside the segment's text.
    """
    details: dict[str, Any] = {}
    if target.work.track.profile.relevance.with_subnarratives:
        ticks = {UUID(str(tick)) for tick in said.get("ticks", ())}
        details["ticks"] = _ticked(target.facts["parts"] or [], ticks)
    if said.get("note"):
        details["note"] = said["note"]
    if said.get("highlights"):
        segment = target.facts["found"]["pk"]
        details["highlights"] = _highlights(segment, said["highlights"])
    return details


def _highlights(segment: int, spans: Iterable[Sequence[int]]) -> list[Span]:
    text = Segment.objects.values_list("text", flat=True).get(pk=segment)
    try:
        return merged([(start, end) for start, end in spans], length=len(text))
    except NotInTheText as error:
        raise BadDetail("highlights", "The segment has no such words.") from error


def _ticked(parts: Sequence[Mapping[str, Any]], ticks: Collection[UUID]) -> list[str]:
    order = sorted(parts, key=lambda part: (part["place"], part["pk"]))
    found = [uuid for part in order if (uuid := UUID(part["uuid"])) in ticks]
    if set(found) != set(ticks):
        raise BadDetail("ticks", "No such sub-narrative.")
    return [str(uuid) for uuid in found]


def said_in(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ticks, the note and the highlights in a label's details."""
    return {
        "ticks": tuple(details.get("ticks", ())),
        "note": details.get("note", ""),
        "highlights": tuple(
            (start, end) for start, end in details.get("highlights", ())
        ),
    }


def recent(work: Allocation, sheet: Walk[Any]) -> LastLabels:
    """Return the last labels on segments still in the work, the latest first."""
    numbers = {item.pk: number for number, item in enumerate(sheet.items, start=1)}
    here = own_labels(RELEVANCE, work).filter(segment__in=list(numbers))
    rows = here.select_related("segment").defer("segment__text")

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        one, number = label.segment, numbers[label.segment_id]
        return RecentPlace(str(one.uuid), one.uuid, one.title or one.docid, number)

    return LastLabels(rows, RELEVANCE, work, place, said_in, _overrides(work))


def _overrides(work: Allocation) -> Callable[[str, Mapping[str, Any]], bool]:
    """Return whether a grade differs from the one that its ticks propose."""
    parts = {str(part.uuid) for part in parts_of(work)}
    scale = [int(grade.value) for grade in RELEVANCE.scale(work.track)]
    proposes = proposals(len(parts), scale=scale)

    def overrides(value: str, details: Mapping[str, Any]) -> bool:
        ticked = len(parts.intersection(details.get("ticks", ())))
        proposed = proposes[ticked - 1] if ticked else None
        return proposed is not None and value != str(proposed)

    return overrides
