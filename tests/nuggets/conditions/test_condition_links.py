"""Conditions on other pages and in exports."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, Condition
from runs.models import Segment, Topic, Track
from tests.make import NOW, make_label
from tests.nuggets.conditions.pages import page
from tests.page import markup


def test_retrieval_offers_the_qrels_and_the_topics_of_conditions(
    track: Track,
    bank: Bank,
    judge: Judge,
    nist: Judge,
    topics: list[Topic],
    omar_client: Client,
) -> None:
    make_label(RELEVANCE, nist, topics[1], Segment.objects.get(), value="1")
    saved = save_condition(
        track,
        "manual",
        bank=bank,
        judge=judge,
        qrels_judge=nist,
        topics=topics[:1],
        now=NOW,
    )
    url = f"/tracks/{track.uuid}/scores/retrieval/"
    text = markup(omar_client.get(url))
    assert f'{url}?condition={saved.uuid}">manual, nist (import)</a>' in text
    r = omar_client.get(f"{url}?condition={saved.uuid}")
    assert "condition manual: topic 1 only" in markup(r)
    assert r.context["board"].scored.topics == (topics[0],)
    bare = omar_client.get(f"{url}?judge={nist.uuid}")
    assert bare.context["board"].scored.topics == tuple(topics)
    assert omar_client.get(f"{url}?condition={track.uuid}").status_code == 422
    nuggets = markup(omar_client.get(f"/tracks/{track.uuid}/scores/"))
    assert "manual, nist" not in nuggets


def test_the_leaderboard_and_the_rankings_lead_there(
    track: Track, saved: Condition, omar_client: Client
) -> None:
    for address in ("scores/", "agreement/rankings/"):
        text = markup(omar_client.get(f"/tracks/{track.uuid}/{address}"))
        assert page(track) in text, address


def export(track: Track, out: Path, *given: str) -> None:
    told = StringIO()
    where = ("--out", str(out))
    call_command("export", track.slug, *given, *where, stdout=told)


def test_a_condition_s_leaderboard_goes_out(
    track: Track, bank: Bank, judge: Judge, topics: list[Topic], tmp_path: Path
) -> None:
    save_condition(track, "one", bank=bank, judge=judge, topics=topics[:1], now=NOW)
    out = tmp_path / "scores.tsv"
    what = ("condition-scores", "--condition", "one", "--form", "ir_measures")
    export(track, out, *what)
    rows = [line.split("\t") for line in out.read_text().splitlines()]
    assert {row[1] for row in rows} == {"1", "all"}
    (manifest,) = tmp_path.glob("*manifest*")
    notes = json.loads(manifest.read_text())
    assert "one" in json.dumps(notes)
    with pytest.raises(CommandError, match="one"):
        export(track, tmp_path / "no", "condition-scores", "--condition", "two")


def test_scores_is_the_leaderboard_of_what_is_named(
    track: Track, bank: Bank, judge: Judge, topics: list[Topic], tmp_path: Path
) -> None:
    save_condition(track, "one", bank=bank, judge=judge, topics=topics, now=NOW)
    for name, given in (
        ("nuggets-scores", ("--bank", bank.name, "--judge", judge.name)),
        ("condition-scores", ("--condition", "one")),
    ):
        short, long = tmp_path / f"short-{name}", tmp_path / f"long-{name}"
        export(track, short, "scores", *given)
        export(track, long, name, *given)
        assert short.read_text() == long.read_text() != ""
    with pytest.raises(CommandError) as refused:
        export(track, tmp_path / "no", "scores", "--judge", judge.name)
    assert str(refused.value) == (
        "Say which scores: retrieval-scores (--judge), support-scores (--judge)."
    )
    with pytest.raises(CommandError, match="nuggets-scores"):
        export(track, tmp_path / "no", "scores")
