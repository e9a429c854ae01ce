"""The page of what has settled, and tau so far on the overview."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.analysis.agreement.comparison import compare
from assess.analysis.rankings.settling import LEAST
from assess.judging.judges.actions import create_panel, judge_of
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.conditions.actions import save_condition
from nuggets.models import AssignmentLabel, Bank, Condition
from runs.models import Membership, Track
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.labelled import label_all
from tests.page import select

pytestmark = pytest.mark.stack("embedded")

QUERIES = 53
RUNS, JUDGED, TOPICS = 6, 6, 9
WHEN = datetime(2025, 6, 1, tzinfo=UTC)


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judges(track: Track, ada: User) -> list[Judge]:
    person = judge_of(ada, track, now=WHEN)
    return [person, make_judge(track, "machine", kind=Judge.MODEL)]


@pytest.fixture
def bank(track: Track, judges: list[Judge]) -> Bank:
    """Six runs, nine topics: a machine labelled all, Ada the first six, last first."""
    bank = make_bank(track)
    runs = [make_run(track, f"run-{number}") for number in range(RUNS)]
    for place in range(TOPICS):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        for number, run in enumerate(runs):
            response = make_response(run, topic)
            good = "SSNN"[: (number + place) % 3] + "S" * (number // 2)
            label_all(version, response, judges[1], good.ljust(4, "N")[:4])
            if place < JUDGED:
                good = "S" * ((number + place * number) % 5)
                label_all(version, response, judges[0], good.ljust(4, "N")[:4])
                mine = AssignmentLabel.objects.filter(
                    judge=judges[0], response=response
                )
                mine.update(at=WHEN - timedelta(days=place))
    return bank


def address(track: Track, what: str = "", /, **query: object) -> str:
    said = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tracks/{track.uuid}/agreement/settling/{what}?{said}"


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
    found, text = r.context["found"], r.content.decode()
    assert found.tau[-1].topics == found.kappa.curve[-1].topics == 3
    assert "The first 5, within 1 place" in text
    assert "Simulated" not in text
    rankings = f"/tracks/{track.uuid}/agreement/rankings/?left={left}&right={right}"
    text = omar_client.get(rankings).content.decode()
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
    found, text = r.context["found"].kappa, r.content.decode()
    assert [each.topics for each in found.curve] == [2, 3]
    sides = (Side(expert), Side(judges[1]))
    pair = compare(sides, ASSIGNMENT).pairs[0]
    assert pair.kappa.value is None
    assert pair.at_cut is not None
    assert found.curve[-1].so_far.value == pytest.approx(0.5)
    assert pair.at_cut.kappa.value == pytest.approx(0.5)
    assert found.reason == pair.reason
    assert f"κ of all labels is not taken: {pair.reason}." in text
    assert "κ of labels cut in two at Support for both" in text


def test_no_kappa_is_drawn_where_scales_differ_without_a_cut(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    expert, bank = scales(track, judges, "NPSS", "NPSS")
    expert.parameters = {"scale": Judge.OWN_SCALE}
    expert.save(update_fields=["parameters"])
    r = omar_client.get(beside(track, bank, expert, judges[1]))
    assert r.context["found"].kappa == ([], "the two use different scales", "")
    text = r.content.decode()
    assert "κ of all labels is not taken: the two use different scales." in text
    assert 'id="chart-kappa"' not in text


def test_it_says_when_the_top_stands(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    r = omar_client.get(address(track, top=2, places=1))
    horizon = r.context["found"].horizon
    assert horizon.topics == JUDGED
    assert 0 <= horizon.now.settled <= 1
    assert "The first 2, within 1 place" in r.content.decode()
    assert "Assumed: topics to come are like those judged" in r.content.decode()


def test_it_names_open_topics_and_responses_to_judge_next(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    found = omar_client.get(address(track)).context["found"].next
    assert {row.topic.name for row in found.topics} == {"6", "7", "8"}
    assert [row.responses for row in found.topics] == [RUNS] * 3
    assert {row.topic.name for row in found.responses} <= {"6", "7", "8"}
    assert len(found.responses) == 10
    assert found.pairs == RUNS * JUDGED


def test_it_names_nothing_that_would_tell_next_to_nothing(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    """Three runs that differ so much that one more topic changes nothing."""
    bank = make_bank(track)
    runs = [make_run(track, name) for name in ("bad", "fair", "good")]
    for place in range(9):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        for run, good in zip(runs, ("", "SS", "SSSS"), strict=True):
            response, odd = make_response(run, topic), "S" * (place % 3 == 0)
            label_all(version, response, judges[1], good.ljust(4, "N"))
            if place < 8:
                label_all(version, response, judges[0], (good or odd).ljust(4, "N"))
    r = omar_client.get(address(track))
    found = r.context["found"].next
    assert (found.topics, found.responses, found.tells) == ([], [], False)
    assert 0 <= found.most < LEAST
    text = r.content.decode()
    assert "Nothing would tell much." in text
    assert "Of 1 topic not judged through, none is expected to raise τ by 0.001" in text


def test_it_says_that_a_track_has_not_so_many_topics(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    r = omar_client.get(address(track, top=5, places=2))
    found = r.context["found"]
    assert found.horizon.needed > TOPICS
    assert (found.there, found.left) == (TOPICS, TOPICS - JUDGED)
    text = r.content.decode()
    assert "There are not enough topics" in text
    assert f"and the track has {TOPICS}, {TOPICS - JUDGED} of them not judged" in text
    for place in range(TOPICS, found.horizon.needed):
        make_topic(track, str(place))
    text = omar_client.get(address(track, top=5, places=2)).content.decode()
    assert "There are not enough topics" not in text


def test_a_topic_to_judge_next_leads_to_handing_it_out(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    text = omar_client.get(address(track)).content.decode()
    url = f"/tracks/{track.uuid}/work/new/?kind=assignment&subject={bank.uuid}"
    assert select(text, f'[href="{url}&topics=7#hand-out"]')
    form = omar_client.get(f"{url}&topics=7").context["form"]
    assert form["work"].value() == f"assignment:{bank.uuid}"
    assert form["topics"].value() == "7"


def test_an_empty_condition_or_a_panel_of_machines_takes_nobody_s_place(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    ensemble = create_panel(
        track, "a-ensemble", rule="majority", members=judges[1:], now=WHEN
    )
    assessors = track.judges.get(rule="assessors")
    for name, judge, of in (
        ("a-draft", assessors, make_bank(track, "empty")),
        ("a-machine", ensemble, bank),
        ("manual", assessors, bank),
    ):
        save_condition(track, name, bank=of, judge=judge, now=WHEN)
    found = omar_client.get(address(track)).context["found"]
    assert (found.people.says, found.machine.says) == ("manual", "a-machine")
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    assert "manual beside a-machine" in omar_client.get(so_far).content.decode()
    left, right = (
        f"bank={bank.uuid}%26judge={judge.uuid}" for judge in (ensemble, judges[0])
    )
    found = omar_client.get(address(track, left=left, right=right)).context["found"]
    assert found.people.basis.judge == judges[0]


def test_one_more_label_is_followed_at_once(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    assert omar_client.get(address(track)).context["found"].next.open_topics == 3
    version = bank.versions.get(topic__name="6")
    for response in version.topic.responses.all():
        label_all(version, response, judges[0], "SNSN")
    assert omar_client.get(address(track)).context["found"].next.open_topics == 2


@pytest.mark.parametrize("name", ["tau", "kappa", "settling"])
def test_its_charts_are_files_too(
    track: Track, bank: Bank, omar_client: Client, name: str
) -> None:
    rows = omar_client.get(address(track, f"{name}.csv")).content.decode()
    assert rows.startswith("curve,")
    assert omar_client.get(address(track, "none.csv")).status_code == 404


def test_nobody_but_an_organizer_finds_it(
    track: Track,
    bank: Bank,
    bea: User,
    ada_client: Client,
    bea_client: Client,
    client: Client,
) -> None:
    Membership.objects.create(track=track, user=bea, role=Membership.VIEWER)
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    for page in (address(track), address(track, "tau.csv"), so_far):
        assert ada_client.get(page).status_code == 404
        assert bea_client.get(page).status_code == 404
        assert client.get(page).status_code == 302
    assert (
        "settling"
        not in bea_client.get(
            f"/tracks/{track.uuid}/agreement/rankings/"
        ).content.decode()
    )


@pytest.mark.parametrize("query", [{"top": 0}, {"places": "x"}, {"left": "a=b"}])
def test_it_rejects_bad_input(
    track: Track, bank: Bank, omar_client: Client, query: dict[str, object]
) -> None:
    assert omar_client.get(address(track, **query)).status_code == 422


def test_it_only_reads(track: Track, omar_client: Client) -> None:
    assert omar_client.post(address(track)).status_code == 405


def test_a_track_without_two_conditions_says_what_it_takes(
    track: Track, omar_client: Client
) -> None:
    assert "Nothing to follow yet" in omar_client.get(address(track)).content.decode()
    so_far = omar_client.get(f"/tracks/{track.uuid}/agreement/so-far/")
    assert "nothing to compare yet" in so_far.content.decode()


def test_the_overview_says_tau_so_far(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    overview = omar_client.get(f"/tracks/{track.uuid}/").content.decode()
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    assert select(overview, f'[hx-get="{so_far}"]')
    r = omar_client.get(so_far)
    found = r.context["so_far"]
    assert (found.runs, found.topics) == (RUNS, JUDGED)
    page = omar_client.get(f"/tracks/{track.uuid}/agreement/rankings/")
    assert found.tau == page.context["found"].tau
    assert "τ so far" in r.content.decode()


def test_it_needs_no_more_queries_for_more_topics(
    track: Track,
    bank: Bank,
    judges: list[Judge],
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for place in range(TOPICS, TOPICS + 8):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        response = make_response(track.runs.get(name="run-0"), topic)
        for judge in judges:
            label_all(version, response, judge, "SNSN")
    with django_assert_max_num_queries(QUERIES):
        omar_client.get(address(track))
