"""Runs of the relevance judgment task held against people, on any scale."""

from __future__ import annotations

import json
from io import StringIO
from math import log2
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring.basis import RetrievalBasis, gains_of
from runs.models import RankedList, Run, Track
from tests.make import (
    make_label,
    make_person,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.runs.import_form import bring_in

PEOPLE, RUN = "2010", "3310"


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    """People's grades of four segments of a topic."""
    track = make_track(organizer=omar)
    topic, judge = make_topic(track), make_person(ada, track)
    for number, grade in enumerate(PEOPLE):
        segment = make_segment(track, f"d{number}")
        make_label(RELEVANCE, judge, topic, segment, value=grade)
    return track


def submit(track: Track, grades: list[str], **params: object) -> None:
    lines = [f"14 Q0 d{n} {grade} 1 run" for n, grade in enumerate(grades)]
    row = bring_in(track, "rj", "\n".join(lines), judge="run", **params)
    assert row.is_in, row.findings


def against(track: Track) -> dict[str, Any]:
    out = StringIO()
    words = ["--kind", "relevance", "--machines-against", "ada"]
    call_command("agreement", track.slug, *words, stdout=out)
    (found,) = json.loads(out.getvalue())["judges"]
    assert isinstance(found, dict)
    return found


def test_the_worked_example_has_its_shares(track: Track) -> None:
    submit(track, list(RUN))
    found = against(track)
    assert (found["n"], found["missing"], found["pairs"]) == (4, 0, 5)
    assert (found["alike"], found["tied"], found["reversed"]) == (0.6, 0.2, 0.2)
    assert found["alike_mean"] == 0.6
    assert found["agreement"] == 0.5
    assert found["kappa"] is not None, found["reason"]
    # Of six pairs, people distinguish five, the run five, alike three, reversed one.
    assert found["tau"] == pytest.approx((3 - 1) / 5)


def test_another_scale_has_an_order_and_no_kappa(track: Track) -> None:
    submit(track, ["90", "85.5", "20", "10"], own_scale=True)
    found = against(track)
    assert found["reason"]
    for name in ("kappa", "kappa_linear", "kappa_quadratic", "over", "under"):
        assert found[name] is None, name
    assert found["agreement"] is None
    assert (found["alike"], found["tied"], found["reversed"]) == (0.8, 0.0, 0.2)


def test_a_binary_run_is_compared_at_its_cut(track: Track) -> None:
    submit(track, list("1100"), own_scale=True)
    found = against(track)
    assert found["kappa"] is None
    assert found["at_cut"] == pytest.approx(0.0)
    assert found["alike"] == 0.4


def test_a_constant_run_has_no_tau(track: Track) -> None:
    submit(track, list("2222"))
    found = against(track)
    assert found["tau"] is None
    assert (found["alike"], found["tied"], found["reversed"]) == (0.0, 1.0, 0.0)


def test_what_is_missing_is_counted(track: Track) -> None:
    submit(track, ["2", "0"])
    assert (against(track)["n"], against(track)["missing"]) == (2, 2)


def test_a_run_on_its_own_scale_serves_as_qrels(
    track: Track, omar_client: Client
) -> None:
    submit(track, ["90", "85.5", "20", "10"], own_scale=True)
    for name, order in (("up", (0, 1, 2, 3)), ("down", (3, 2, 1, 0))):
        segments = [track.segments.get(docid=f"d{n}").pk for n in order]
        RankedList.objects.create(
            run=make_run(track, name, task=Run.R),
            topic=track.topics.get(),
            segment_ids=segments,
            scores=[4, 3, 2, 1],
        )
    judge = track.judges.get(name="run")
    page = f"/tracks/{track.uuid}/scores/retrieval/"
    first = omar_client.get(page).context
    assert first["basis"].judge.name != "run"
    shown = omar_client.get(f"{page}?judge={judge.uuid}")
    means = shown.context["board"].mean("ndcg_cut_30")
    runs = [run.name for run in shown.context["board"].scored.runs]
    found = dict(zip(runs, means.tolist(), strict=True))
    # 90, 85.5, 20 and 10 count 3, 2, 1, 0.
    best = 3 + 2 / log2(3) + 1 / 2
    assert found["up"] == pytest.approx(1.0)
    assert found["down"] == pytest.approx((1 / log2(3) + 2 / 2 + 3 / log2(5)) / best)
    assert "any grade above the lowest" in shown.content.decode()


def test_whole_grades_are_their_own_gains(track: Track) -> None:
    submit(track, ["7", "5", "0", "0"], own_scale=True)
    judge = track.judges.get(name="run")
    assert gains_of(RetrievalBasis(judge, 2)) == ({"0": 0, "5": 5, "7": 7}, 1)
