"""The page of one pair: a response, one nugget, yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db.models import OuterRef, Subquery, UUIDField

from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation
from assess.judging.models.subjects import bare
from assess.judging.serializers import grade_serializer, note_field
from assess.judging.work import desk as desks
from assess.judging.work.desk import Desk, Labelled, Page, labelling
from assess.judging.work.forms import grade_form
from assess.judging.work.last_labels import LastLabels, RecentPlace
from assess.judging.work.target import Held, Target, Targets, find_work
from assess.judging.work.walk import NotInThisWork
from config.operations.statements import Given
from matching.match.items import (
    SPOTS,
    SUBJECT,
    MatchSheet,
    labels_on,
    name_of,
    pairs_of,
    public_name,
    read_sheet,
)
from matching.match.kind import GRADES, MATCH
from matching.models import Pair
from runs.markdown import render_answer


def shown(page: Page) -> dict[str, Any]:
    """Return the response's sentences, the nugget with its label, and the scale."""
    response = page.item.response
    sentences = response.sentences.all()
    texts = [sentence.text for sentence in sentences]
    own = labels_on(page.work, [page.item])
    details = own.values_list("details", flat=True).first() or {}
    return {
        "response": response,
        "sentences": sentences,
        "markdown": render_answer(texts, response.text),
        "given": page.sheet.given(page.item),
        "note": details.get("note", ""),
        "name": public_name(page.item),
        "grades": tuple(reversed(GRADES)),
        "key": uuid4(),
    }


def facts() -> dict[str, Any]:
    """Return the columns read with the work: the numbers of nugget and response."""
    pairs = (
        Pair.objects.alias(bare_batch=SUBJECT)
        .filter(
            bare_batch=OuterRef("bare_subject"),
            nugget__uuid=Given("nugget", UUIDField()),
            response__uuid=Given("response", UUIDField()),
        )
        .order_by()
    )
    return {
        "bare_subject": bare("subject"),
        "nugget_pk": Subquery(pairs.values("nugget")[:1]),
        "response_pk": Subquery(pairs.values("response")[:1]),
    }


def labelled(target: Target, said: Mapping[str, Any]) -> Labelled:
    """Return the nugget and the response; raise NotInThisWork for a foreign pair."""
    item = (target.facts["nugget_pk"], target.facts["response_pk"])
    if None in item:
        raise NotInThisWork
    return Labelled(item, {"note": said["note"]} if said.get("note") else {})


_label = labelling(
    Targets(MATCH, facts, "nugget", "response"),
    labelled,
    lambda said: name_of(said["response"], said["nugget"]),
)


def label(held: Held, said: Mapping[str, Any], *, act: Act, now: datetime) -> Outcome:
    """Give a pair its label; a plain form names the pair, a script both of its parts.

    Raise what `labelling` raises.
    """
    if "pair" in said:
        work = find_work(held, MATCH.name)
        pairs = pairs_of(work).filter(uuid=said["pair"])
        found = pairs.values("nugget__uuid", "response__uuid").first()
        if found is None:
            raise NotInThisWork
        parts = {name.removesuffix("__uuid"): uuid for name, uuid in found.items()}
        said = {**said, **parts}
    return _label(held, said, act=act, now=now)


def recent(work: Allocation, sheet: MatchSheet) -> LastLabels:
    """Return the last labels, the latest first."""
    pairs = {(pair.nugget_id, pair.response_id): pair for pair in sheet.items}
    every = labels_on(work, sheet.items).values_list("pk", "nugget_id", "response_id")
    here = [pk for pk, *item in every if tuple(item) in pairs]

    def place(label: Any) -> RecentPlace:  # noqa: ANN401 - a label of this kind
        pair = pairs[label.nugget_id, label.response_id]
        words = pair.nugget.text
        return RecentPlace(public_name(pair), pair.uuid, words, sheet.place(pair))

    rows = labels_on(work, sheet.items).filter(pk__in=here)
    return LastLabels(rows, MATCH, work, place, dict)


DESK = desks.register(
    Desk(
        kind=MATCH,
        namespace="matching",
        name="match",
        item="pair",
        template="matching/match/page",
        read_sheet=read_sheet,
        shown=shown,
        form=grade_form(MATCH),
        serializer=grade_serializer(
            "nugget", "response", grades=GRADES, note=note_field()
        ),
        label=label,
        recent=recent,
        practice=Path(__file__).with_name("practice.toml"),
        spots=SPOTS,
    )
)
