"""The page of two responses side by side, compared by one key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery, UUIDField
from django.urls import reverse

from assess.judging.adjudication import registry as exhibits
from assess.judging.adjudication.exhibits import Exhibit, Matter, without_text
from assess.judging.models import Allocation
from assess.judging.serializers import grade_serializer
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.items import own_labels
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Target, Targets
from assess.judging.work.walk import NotInThisWork
from config.operations.statements import Given
from runs.models import Response, Track
from tests.example_kind.preferences.items import (
    SPOTS,
    PreferenceSheet,
    Rivals,
    is_first_left,
    pair_id,
    public_name,
    read_sheet,
)
from tests.example_kind.preferences.kind import (
    BOTH_BAD,
    FIRST,
    PREFERENCES,
    SECOND,
    TIE,
    left_first,
)


def shown(page: Page) -> dict[str, Any]:
    """Return the two in their places, and the possible values."""
    left, right = page.item.sides(page.work.seed)
    better = (FIRST, SECOND) if left == page.item.first else (SECOND, FIRST)
    return {
        "left": left,
        "right": right,
        "given": page.sheet.given(page.item),
        "choices": [
            (better[0], "Left is better", "1"),
            (better[1], "Right is better", "2"),
            (TIE, "Tie", "3"),
            (BOTH_BAD, "Both are bad", "4"),
        ],
        "key": uuid4(),
    }


def facts() -> dict[str, Any]:
    """Return the columns read with the work: the numbers of two responses in order."""
    own = Response.objects.visible().filter(topic=OuterRef("topic"))
    first = own.filter(uuid=Given("first", UUIDField()))
    second = own.filter(uuid=Given("second", UUIDField()))
    return {
        "first_pk": Subquery(first.values("pk")),
        "first_run": Subquery(first.values("run__name")),
        "second_pk": Subquery(second.values("pk")),
        "second_run": Subquery(second.values("run__name")),
    }


def labelled(target: Target, said: Mapping[str, Any]) -> Labelled:
    """Return the two responses and the left one; raise NotInThisWork for others."""
    found = target.facts
    item = (found["first_pk"], found["second_pk"])
    if None in item or found["first_run"] >= found["second_run"]:
        raise NotInThisWork
    first, second = said["first"], said["second"]
    first_left = is_first_left(target.work.seed, pair_id(first, second))
    return Labelled(item, left_first(first if first_left else second))


def recent(work: Allocation, sheet: PreferenceSheet) -> LastLabels:
    """Return the last labels, the latest first."""
    pairs = {(pair.first.pk, pair.second.pk): pair for pair in sheet.pairs}
    responses = {pk for pair in pairs for pk in pair}
    here = own_labels(PREFERENCES, work).filter(
        first__in=responses, second__in=responses
    )

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        pair = pairs[label.first_id, label.second_id]
        number = sheet.place(pair)
        return RecentPlace(pair.name, pair.uuid, f"Pair {number}", number)

    return LastLabels(here, PREFERENCES, work, place)


DESK = desks.register(
    Desk(
        kind=PREFERENCES,
        name="preferences",
        item="pair",
        template="preferences/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(PREFERENCES, "first", "second"),
        serializer=grade_serializer("first", "second"),
        label=labelling(
            Targets(PREFERENCES, facts, "first", "second"),
            labelled,
            lambda said: public_name(said["first"], said["second"]),
        ),
        recent=recent,
        spots=SPOTS,
        has_marks=False,
    )
)


def disputed(matter: Matter) -> dict[str, Any]:
    """Return the two responses, the first one on the left."""
    found = Response.objects.in_bulk(matter.parts.values())
    return {"pair": Rivals(*(found[pk] for pk in matter.parts.values()))}


def behind(track: Track, parts: tuple[UUID, ...]) -> str:
    """Return the organizers' page of the first response."""
    return reverse("runs:response", args=[track.uuid, parts[0]])


EXHIBIT = exhibits.register(
    Exhibit(
        kind=PREFERENCES,
        about="first__run__name",
        template="preferences/_disputed",
        shown=disputed,
        text=without_text,
        behind=behind,
        turn=121,
        has_marks=False,
    )
)
