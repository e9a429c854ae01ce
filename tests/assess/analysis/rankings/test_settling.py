"""The page of what has settled: its conditions, tau and kappa."""

from __future__ import annotations

import pytest
from django.test import Client

from assess.analysis.agreement.comparison import compare
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Condition
from runs.models import Track
from tests.assess.analysis.rankings.pages import JUDGED, address
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_version,
)
from tests.nuggets.scores.campaign import label_all
from tests.page import markup

pytestmark = pytest.mark.stack("embedded")


def test_it_compares_people_with_a_machine_where_nobody_chose(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    found = omar_client.get(address(track)).context["found"]
    assert found.people.basis.judge.name == "assessors"
    assert found.machine.basis.judge == judges[1]


def test_people_come_first_however_it_is_asked(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    left, right = (f"bank={bank.uuid}%26judge={j.uuid}" for j in reversed(judges))
    found = omar_client.get(address(track, left=left, right=right)).context["found"]
    assert found.people.basis.judge == judges[0]


def test_it_follows_tau_and_kappa_in_the_order_of_the_last_labels(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    found = omar_client.get(address(track)).context["found"]
    names = [topic.name for topic in found.shared.topics]
    assert names == ["5", "4", "3", "2", "1", "0"]
    assert [each.topics for each in found.tau] == [2, 3, 4, 5, 6]
    assert [each.topics for each in found.kappa.curve] == [2, 3, 4, 5, 6]
    rankings = omar_client.get(f"/tracks/{track.uuid}/agreement/rankings/")
    assert found.tau[-1].so_far == rankings.context["found"].tau
    assert found.tau[-1].so_far.low is not None


def test_kappa_is_over_the_topics_of_the_conditions(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    condition = Condition.objects.create(
        track=track, name="early", bank=bank, assignment_judge=judges[0]
    )
    condition.topics.set(track.topics.filter(name__in="012"))
    left = f"condition={condition.uuid}"
    right = f"bank={bank.uuid}%26judge={judges[1].uuid}"
    r = omar_client.get(address(track, left=left, right=right))
    found, text = r.context["found"], markup(r)
    assert found.tau[-1].topics == found.kappa.curve[-1].topics == 3
    assert "The first 5, within 1 place" in text
    assert "Simulated" not in text
    rankings = f"/tracks/{track.uuid}/agreement/rankings/?left={left}&right={right}"
    text = markup(omar_client.get(rankings))
    assert "No intervals: fewer than five topics." in text
    assert "bootstrap samples" not in text


def scales(track: Track, judges: list[Judge], a: str, b: str) -> tuple[Judge, Bank]:
    """Let an import and the machine label four nuggets of three topics' answers."""
    expert, bank = make_judge(track, "expert", kind=Judge.IMPORT), make_bank(track)
    runs = [make_run(track, name) for name in ("one", "two")]
    for place in range(3):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        for run in runs:
            response = make_response(run, topic)
            label_all(version, response, expert, a)
            label_all(version, response, judges[1], b)
    return expert, bank


def beside(track: Track, bank: Bank, one: Judge, other: Judge) -> str:
    left, right = (f"bank={bank.uuid}%26judge={judge.uuid}" for judge in (one, other))
    return address(track, left=left, right=right)


def test_kappa_is_at_the_cut_where_one_scale_has_two_labels(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    """The table of each response, cut at support: 2, 0 / 1, 1, so kappa 1 / 2."""
    expert, bank = scales(track, judges, "NNSS", "NPNS")
    r = omar_client.get(beside(track, bank, expert, judges[1]))
    found, text = r.context["found"].kappa, markup(r)
    assert [each.topics for each in found.curve] == [2, 3]
    sides = (Side(expert), Side(judges[1]))
    pair = compare(sides, ASSIGNMENT).pairs[0]
    assert pair.kappa.value is None
    assert pair.at_cut is not None
    assert found.curve[-1].so_far.value == pytest.approx(0.5)
    assert pair.at_cut.kappa.value == pytest.approx(0.5)
    assert found.reason == pair.reason
    assert f"κ of all labels is not computed: {pair.reason}." in text
    assert "κ of labels cut in two at Support for both" in text


def test_no_kappa_is_drawn_where_scales_differ_without_a_cut(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    expert, bank = scales(track, judges, "NPSS", "NPSS")
    expert.parameters = {"scale": Judge.OWN_SCALE}
    expert.save(update_fields=["parameters"])
    r = omar_client.get(beside(track, bank, expert, judges[1]))
    assert r.context["found"].kappa == ([], "the two use different scales", "")
    text = markup(r)
    assert "κ of all labels is not computed: the two use different scales." in text
    assert 'id="chart-kappa"' not in text


def test_it_says_when_the_top_is_stable(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    r = omar_client.get(address(track, top=2, places=1))
    horizon = r.context["found"].horizon
    assert horizon.topics == JUDGED
    assert 0 <= horizon.now.settled <= 1
    assert "The first 2, within 1 place" in markup(r)
    assert "Assumed: future topics are like those judged" in markup(r)
