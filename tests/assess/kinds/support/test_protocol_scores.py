"""Scores and exports of support by the stored round of the labels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.models import DefaultCondition
from assess.analysis.rankings.stability import judged_order
from assess.analysis.scores.conditions import offered, work_of
from assess.analysis.scores.families import FAMILIES
from assess.exchange.exports.registry import CannotExport, Wanted, get_exporter
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge, Round
from assess.judging.rounds.actions import RoundExists
from assess.kinds.support.exporter.responses import PROTOCOL
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from assess.kinds.support.scoring import SupportForm, score_support
from runs.models import Track
from tests.assess.judging.rounds.round_rows import (
    FULL,
    NO,
    citations,
    make_citing_track,
    make_round,
)
from tests.make import NOW, make_allocation, make_label, make_person
from tests.page import select, texts

PRECISION = "weighted_precision_first_citation"


@pytest.fixture
def track(ada: User, omar: User) -> Track:
    """Topic 1 is judged from scratch, topic 2 in a round."""
    track = make_citing_track(ada, organizer=omar)
    protocol = make_round(track, "second look")
    judge = make_person(ada, track)
    for name, value in (("1", NO), ("2", FULL)):
        topic = track.topics.get(name=name)
        make_label(SUPPORT, judge, citations(topic)[0], value=value)
    work = make_allocation(track.topics.get(name="2"), ada, work="support")
    work.round = protocol.number
    work.save()
    SupportLabel.objects.filter(value=FULL).update(round=protocol.number)
    return track


def judge_of(track: Track) -> Judge:
    return track.judges.get(kind=Judge.PERSON)


def values(track: Track, **asked: str) -> tuple[list[str], list[float]]:
    """Return the scored topics, and the run's precision on them."""
    form = SupportForm({"judge": str(judge_of(track).uuid), **asked}, track=track)
    assert form.is_valid(), form.errors
    assert form.basis
    found = score_support(form.basis)
    return [topic.name for topic in found.topics], found.of(PRECISION)[0].tolist()


def test_labels_of_two_rounds_never_mix(track: Track) -> None:
    assert values(track) == (["1"], [0.0])
    assert values(track, round="0") == (["1"], [0.0])
    assert values(track, round="2") == (["2"], [1.0])


def test_a_round_without_labels_is_no_choice(track: Track) -> None:
    planned = make_round(track, "planned")
    for number in (str(planned.number), "1", "-1", "x"):
        form = SupportForm({"round": number}, track=track)
        assert not form.is_valid()
        assert "round" in form.errors


def test_the_page_offers_rounds_only_if_there_are_several(
    track: Track, omar_client: Client
) -> None:
    page = reverse("assess:family", args=[track.uuid, "support"])
    shown = omar_client.get(page, {"round": "2"}).content.decode()
    assert texts(shown, "select[name=round] option") == [
        "from scratch",
        "second look",
    ]
    assert "round second look" in " ".join(shown.split())
    SupportLabel.objects.exclude(round=0).delete()
    alone = omar_client.get(page).content.decode()
    assert texts(alone, "select[name=round]") == []


def test_a_round_is_a_condition_and_never_a_default(track: Track) -> None:
    found = offered(FAMILIES.get("support"), track)
    words = {c.query: c.says for group in found.groups for c in group.choices}
    by_round = [query for query in words if query.endswith("&round=2")]
    assert len(by_round) == 2  # the person's, and all assessors'
    assert all("second look" in words[query] for query in by_round)
    condition = found.condition(by_round[0])
    assert condition
    assert [topic.name for topic in condition.scored.topics] == ["2"]


def test_a_later_label_of_another_round_changes_nothing(track: Track) -> None:
    assert values(track) == (["1"], [0.0])
    assert values(track, round="2") == (["2"], [1.0])
    row = NewLabel((SupportLabel.objects.get(round=2).citation_id,), NO)
    record_labels(SUPPORT, judge_of(track), [row], now=NOW, actor=None, round=2)
    assert values(track) == (["1"], [0.0])
    assert values(track, round="2") == (["2"], [0.0])


def test_a_round_can_be_the_default_and_names_its_files(
    track: Track, omar_client: Client
) -> None:
    page = reverse("assess:family", args=[track.uuid, "support"])
    query = f"judge={judge_of(track).uuid}&round=2"
    shown = omar_client.get(f"{page}?{query}").content.decode()
    assert query in [
        each.attributes["value"] for each in select(shown, "input[name=query]")
    ]
    omar_client.post(f"{page}default/", {"query": query, "audience": "everybody"})
    [row] = DefaultCondition.objects.all()
    assert (row.query, row.says) == (query, "ada, second look")
    assert "round second look" in " ".join(
        omar_client.get(page).content.decode().split()
    )
    file = omar_client.get(f"{page}files/leaderboard.csv?{query}")
    assert "second" in file["Content-Disposition"]


def test_kappa_and_order_of_settling_are_those_of_the_round(track: Track) -> None:
    found = offered(FAMILIES.get("support"), track)
    scratch, later = (
        found.condition(f"judge={judge_of(track).uuid}{more}")
        for more in ("", "&round=2")
    )
    assert scratch
    assert later
    assert (scratch.side.round, later.side.round) == (0, 2)
    topics = list(track.topics.filter(name__in="12"))
    assert judged_order(topics, scratch.side, SUPPORT) == [0, 1]
    assert judged_order(topics, later.side, SUPPORT) == [1, 0]
    protocol = Round.objects.get()
    assert work_of(later)["round"] == str(protocol.uuid)
    assert "round" not in work_of(scratch)


def test_viewers_hear_of_no_round_without_labels(track: Track) -> None:
    make_round(track, "planned")
    assert PROTOCOL.offered(track)[2:] == (("second look", "second look"),)


def test_exports_take_a_round_by_its_name(track: Track, tmp_path: Path) -> None:
    out, judge = tmp_path / "labels.jsonl", judge_of(track).name
    asked = ("export", track.slug, "support", "--judge", judge, "--out", str(out))
    call_command(*asked, "--protocol", "second look")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["topic_id"] for row in rows] == ["2"]
    with pytest.raises(CommandError, match="from_scratch, post_edited, second look"):
        call_command(*asked[:-1], str(tmp_path / "other"), "--protocol", "third look")


def test_a_leaderboard_goes_out_by_its_round(track: Track, tmp_path: Path) -> None:
    judge = judge_of(track).name
    asked = ("export", track.slug, "support-scores", "--judge", judge)
    found = {}
    for number in ("0", "2"):
        out = tmp_path / number
        more = ("--round", number, "--form", "ir_measures", "--out", str(out))
        call_command(*asked, *more)
        rows = [line.split() for line in out.read_text().splitlines()]
        found[number] = {
            (topic, float(value))
            for _run, topic, measure, value in rows
            if measure == PRECISION and topic != "all"
        }
    assert found == {"0": {("1", 0.0)}, "2": {("2", 1.0)}}
    with pytest.raises(CommandError, match="round"):
        call_command(*asked, "--round", "3", "--out", str(tmp_path / "3"))


def test_an_export_of_a_round_that_is_gone_is_refused(track: Track) -> None:
    wanted = Wanted(track, {"judge": judge_of(track)}, {"protocol": "second look"})
    exporter = get_exporter("support")
    assert list(exporter.make(wanted).files)
    Round.objects.all().delete()
    with pytest.raises(CannotExport, match="second look"):
        exporter.make(wanted)


def test_no_round_takes_the_name_of_labels_without_one(track: Track) -> None:
    with pytest.raises(RoundExists):
        make_round(track, "post_edited")
