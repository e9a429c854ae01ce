"""The import of lists of sub-narratives."""

from __future__ import annotations

from typing import NamedTuple

from django.utils import timezone

from assess.kinds.kernel.subnarrative_lists import (
    PARTS,
    ListedPart,
    TopicParts,
    read_subnarratives,
)
from assess.kinds.subnarratives.items import has_parts
from runs.actions.subnarrative_rows import lock_list, revision_of
from runs.actions.subnarratives import (
    IMPORTED,
    Wording,
    replace_list,
)
from runs.forms.imports import ReplaceForm
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.flow import OVERTAKEN
from runs.imports.registry import ImportKind, register
from runs.models import Subnarrative, Topic, Track

FEW = 5  # names in a refusal


class ListPlan(NamedTuple):
    """The list that a topic will have, and the revision that it replaces."""

    topic: Topic
    parts: tuple[ListedPart, ...]
    revision: int


class SubnarrativesImporter:
    """Gives topics their lists; replaces an existing list only if requested.

    A sub-narrative whose wording is in the topic's list already keeps its identity,
    and with it the ticks and the nuggets that refer to it.
    """

    def check(self, incoming: Incoming) -> list[ListPlan]:
        """Read every list and compare it with the topic's."""
        with incoming.open() as source:
            lists = read_subnarratives(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            )
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        for each in lists:
            _note_limits(incoming, each)
            if each.topic not in topics:
                incoming.notes.add("unknown_topic", each.line, "topic", each.topic)
        incoming.report.raise_if_errors()
        there = _current(incoming.track)
        plans = [
            ListPlan(topics[each.topic], each.parts, revision_of(topics[each.topic]))
            for each in lists
            if each.parts and _differs(there.get(topics[each.topic].pk, []), each.parts)
        ]
        if not any(each.parts for each in lists):
            raise Refused("The file contains no sub-narrative.")
        if not plans:
            raise Unchanged
        taken = [plan.topic.name for plan in plans if plan.topic.pk in there]
        if taken and not incoming.flag("replace"):
            raise Refused(_conflict(incoming, taken))
        return plans

    def write(self, incoming: Incoming, plan: list[ListPlan]) -> dict[str, int]:
        """Write nothing: lists are short, and are written by `land`."""
        number = sum(len(each.parts) for each in plan)
        return {"topics": len(plan), "sub-narratives": number}

    def land(self, incoming: Incoming, plan: list[ListPlan]) -> None:
        """Write the lists; raise Refused if one changed since it was compared."""
        now = timezone.now()
        for each in plan:
            lock_list(each.topic)
            if revision_of(each.topic) != each.revision:
                raise Refused(OVERTAKEN)
            wordings = [Wording(*part) for part in each.parts]
            replace_list(each.topic, wordings, action=IMPORTED, now=now)

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is stored before `land`."""


def _note_limits(incoming: Incoming, each: TopicParts) -> None:
    field = f"{each.topic}/{PARTS}"
    incoming.note_many(each.line, field, len(each.parts), "subnarratives")
    texts = [part.text for part in each.parts]
    incoming.note_text(each.line, field, *texts, limit="list_text")
    for text in texts:
        incoming.note_text(each.line, field, text)


def _current(track: Track) -> dict[int, list[tuple[str, str]]]:
    """Return the wording and importance of each live sub-narrative, by topic."""
    found: dict[int, list[tuple[str, str]]] = {}
    live = Subnarrative.objects.live().filter(topic__track=track)
    for topic, text, importance in live.values_list("topic", "text", "importance"):
        found.setdefault(topic, []).append((text, importance))
    return found


def _differs(there: list[tuple[str, str]], parts: tuple[ListedPart, ...]) -> bool:
    return there != [(part.text, part.importance) for part in parts]


def _conflict(incoming: Incoming, names: list[str]) -> str:
    more = f" and {len(names) - FEW:,} more" if len(names) > FEW else ""
    return (
        f"Topics {', '.join(names[:FEW])}{more} have other lists of sub-narratives. "
        f"{incoming.to_replace} to replace them: equal wordings keep their ticks and "
        "nuggets, what the file lacks is retired, and each list’s history shows both."
    )


SUBNARRATIVES = register(
    ImportKind(
        name="subnarratives",
        title="Sub-narratives",
        hint="JSONL (a line a topic) or TSV: topic, sub-narrative, vital or okay.",
        turn=12,
        after="After the topics, and before anybody judges relevance by them.",
        form=ReplaceForm,
        importer=SubnarrativesImporter(),
        fits=has_parts,
    )
)
