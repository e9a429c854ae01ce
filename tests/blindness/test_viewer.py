"""A viewer sees scores and agreement, and never an item, nor who works on what."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.http import urlencode
from pytest_django import DjangoDbBlocker

from assess.analysis.scores.leaderboard.files import FILES
from assess.judging.models import Allocation, Thread
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.models import SupportLabel
from exams.models import ExamPassage
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, Nugget
from runs.models import (
    PtkbStatement,
    Response,
    Segment,
    Sentence,
    Subnarrative,
    SubnarrativeWording,
    Topic,
)
from tests.blindness.addresses import sweep
from tests.blindness.names import named, same
from tests.blindness.visit_records import (
    Visit,
    Walked,
    assert_same,
    assert_unnamed,
    walk,
)
from tests.blindness.world import World, built
from tests.make import make_judge, make_label, make_segment

pytestmark = [pytest.mark.django_db, pytest.mark.stack("embedded")]
KINDS = ("relevance", "support", "assignment")
WORDS = (
    ExamPassage,
    Nugget,
    PtkbStatement,
    Response,
    Segment,
    Sentence,
    Subnarrative,
    SubnarrativeWording,
    Topic,
)


def differ(world: World, number: int) -> None:
    """Write other words everywhere, and give the same labels to other items."""
    for model in WORDS:
        model._default_manager.update(
            text=Concat(Value(f"sentinelitem-{number} "), F("text"))
        )
    AssignmentLabel.objects.all().delete()
    SupportLabel.objects.filter(judge__uuid=named("judge")).delete()
    topic = world.works["assignment"].topic
    nuggets = list(Nugget.objects.filter(versions__uuid=named("version")))
    segments = [  # nobody else graded these: agreement with all others is the same
        same(make_segment(world.track, f"doc#rated-{place}"), f"rated {place}")
        for place in range(2)
    ]
    for shift, name in enumerate(("judge", "second judge")):
        judge = same(make_judge(world.track, f"rater {shift}"), f"rater {name}")
        for response in Response.objects.for_topic(topic):
            for place, nugget in enumerate(nuggets):
                value = ("support", "not_support")[(place + number) % 2]
                make_label(ASSIGNMENT, judge, nugget, response, value=value)
        for place, segment in enumerate(segments):
            grade = ("3", "0")[(place + number) % 2]
            make_label(RELEVANCE, judge, topic, segment, value=grade)
    if number:
        Thread.objects.all().delete()
        Allocation.objects.all().delete()


def to_view(world: World) -> Iterator[Visit]:
    """Yield the requests of scores and agreement, with every choice."""
    base = f"/tracks/{world.track.uuid}/"
    one, other = named("rater judge"), named("rater second judge")
    bank = named("bank")
    yield Visit("GET", "/")
    for switches in ("", "&unlabelled=not_support", "&unanswered=left_out"):
        asked = f"bank={bank}&judge={one}{switches}"
        run = f"scores/{named('run 1')}/"
        for tail in ("scores/", "scores.csv", run, "agreement/rankings/"):
            yield Visit("GET", f"{base}{tail}?{asked}")
        yield Visit("GET", f"{base}scores.csv?{asked}&rows=topics")
        page = f"{base}scores/responses/{named('response 1')}/"
        yield Visit("GET", f"{page}?{asked}")
        charts = ("matrix/", "pareto.csv", "picture/", "picture/leaderboard.csv")
        for tail in (*(f"files/{table}" for table in FILES), *charts):
            yield Visit("GET", f"{base}scores/nuggets/{tail}?{asked}")
    yield Visit("GET", f"{base}scores/support/?judge={named('shown')}")
    for kind in KINDS:
        query = urlencode({"a": str(one), "b": str(other), "kind": kind})
        for table in ("figures", "matrix", "topics", "cuts"):
            yield Visit("GET", f"{base}agreement/labels.csv?{query}&table={table}")
        yield Visit("GET", f"{base}agreement/?{query}")
        yield Visit("GET", f"{base}agreement/?{query}&more={named('judge')}")
        yield Visit("GET", f"{base}agreement/items/?{query}&x=3&y=3")
        against = f"judge={one}&kind={kind}"
        for tail in ("agreement/machines/", "agreement/machines.csv"):
            yield Visit("GET", f"{base}{tail}?{against}")
    yield from to_compare(base, *(f"bank={bank}&judge={j}" for j in (one, other)))


def to_compare(base: str, left: str, right: str) -> Iterator[Visit]:
    """Yield the requests that compare two conditions of nuggets."""
    ranks = urlencode({"left": left, "right": right})
    for tail in ("", "scatter.csv", "tau.csv"):
        yield Visit("GET", f"{base}agreement/rankings/{tail}?{ranks}")
    sides = urlencode({"left": f"nuggets:{left}", "right_1": f"nuggets:{right}"})
    for tail in ("", "comparison.csv", "cell-1-1.csv"):
        yield Visit("GET", f"{base}agreement/comparison/{tail}?{sides}")


def seen_by_vera(number: int) -> Walked:
    with built(0) as made:
        differ(made, number)
        client = made.client("vera")
        return walk(client, to_view(made)) + walk(client, sweep(made, methods=("GET",)))


@pytest.fixture(scope="module")
def worlds(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[Walked, Walked]:
    """Return the responses to Vera for either set of items."""
    with django_db_blocker.unblock():
        return seen_by_vera(0), seen_by_vera(1)


def test_a_viewer_cannot_tell_the_items_behind_the_same_scores(
    worlds: tuple[Walked, Walked],
) -> None:
    assert_same(*worlds)


def test_no_item_is_named_to_a_viewer(worlds: tuple[Walked, Walked]) -> None:
    for walked in worlds:
        assert_unnamed(walked, ["sentinelitem", "sentinelelsewhere", "sentineljob"])


def test_a_viewer_does_see_scores_and_agreement(worlds: tuple[Walked, Walked]) -> None:
    seen = {visit.address: answer for visit, answer in worlds[0]}
    texts = [answer.text for answer in seen.values() if answer.status == 200]
    for words in (
        "0.5000",
        "both judged 6 items",
        "both judged 2 items",
        "data-drawing",
    ):
        assert any(words in text for text in texts), words
