"""The initial condition of scores: the organizer's default, else the fullest."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.models import DefaultCondition
from assess.analysis.scores.default_choice import choose_default
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Condition
from runs.models import Citation, RankedList, Run, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.nuggets.scores.labelled import label_all

TOPICS, RUNS = 4, 3


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def vera_client(vera: User) -> Client:
    client = Client()
    client.force_login(vera)
    return client


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def machine(track: Track) -> Judge:
    return make_judge(track, "machine", kind=Judge.MODEL)


@pytest.fixture
def person(track: Track, ada: User) -> Judge:
    return make_person(ada, track)


@pytest.fixture
def bank(track: Track, machine: Judge, person: Judge) -> Bank:
    """Everything is labelled by a machine, and one topic of two runs by Ada."""
    bank = make_bank(track)
    runs = [make_run(track, f"run-{number}") for number in range(RUNS)]
    for place in range(TOPICS):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "ab", importance=["vital"] * 2)
        for number, run in enumerate(runs):
            response = make_response(run, topic)
            label_all(version, response, machine, ("SS", "SN", "NN")[number])
            if place == 0 and number < 2:
                label_all(version, response, person, ("NN", "SS")[number])
    return bank


def query_of(bank: Bank, judge: Judge) -> str:
    return f"bank={bank.uuid}&judge={judge.uuid}"


def address(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/{more}"


def choose(
    client: Client, track: Track, query: str, audience: str = "everybody"
) -> int:
    sent = {"query": query, "audience": audience}
    return client.post(address(track, "scores/nuggets/default/"), sent).status_code


def judge_shown(client: Client, track: Track) -> Judge:
    basis = client.get(address(track, "scores/")).context["basis"]
    found: Judge = basis.judge
    return found


def text(client: Client, page: str) -> str:
    return client.get(page).content.decode()


def test_a_few_labels_of_a_person_take_nothing_over(
    track: Track, bank: Bank, machine: Judge, omar_client: Client, vera_client: Client
) -> None:
    for client in (omar_client, vera_client):
        r = client.get(address(track, "scores/"))
        assert r.context["basis"].judge == machine
        board = r.context["board"].scored
        assert (len(board.runs), len(board.topics)) == (RUNS, TOPICS)
        assert "Shown first: the fullest condition" in r.content.decode()
    (printed,) = omar_client.get(address(track, "report/")).context["boards"]
    assert printed.basis.judge == machine
    assert "Shown first: the fullest" in text(vera_client, address(track, "report/"))


def begun(client: Client, track: Track, export: str) -> dict[str, str]:
    """Return the default rows of an export's form, by the part's name."""
    form = client.get(address(track, f"exports/{export}/")).context["form"]
    parts = (part.name for part in form.exporter.parts)
    return {name: str(form[name].value()) for name in parts}


def test_exports_of_scores_begin_with_what_the_scores_begin_with(
    track: Track,
    bank: Bank,
    machine: Judge,
    person: Judge,
    omar_client: Client,
    vera_client: Client,
) -> None:
    full, early = (
        Condition.objects.create(
            track=track, name=name, bank=bank, assignment_judge=judge
        )
        for name, judge in (("full", machine), ("early", person))
    )
    segment, run = make_segment(track, "d"), make_run(track, "cites")
    for topic in track.topics.all():
        make_response(run, topic, cites=segment)
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=[segment.pk], scores=[1.0]
        )
    given = [(each, machine) for each in track.topics.all()]
    for topic, judge in [*given, (track.topics.get(name="0"), person)]:
        make_label(RELEVANCE, judge, topic, segment, value="3")
        cited = Citation.objects.filter(sentence__response__topic=topic)
        for citation in cited:
            make_label(SUPPORT, judge, citation, value="full_support")
    for client in (omar_client, vera_client):
        assert begun(client, track, "nuggets-scores")["judge"] == str(machine.uuid)
        chosen = begun(client, track, "condition-scores")
        assert chosen == {"condition": str(full.uuid)}
        for name in ("retrieval-scores", "support-scores", "support-metrics"):
            assert begun(client, track, name) == {"judge": str(machine.uuid)}
    choose(omar_client, track, f"condition={early.uuid}", "viewers")
    assert begun(omar_client, track, "condition-scores") == chosen
    chosen = begun(vera_client, track, "condition-scores")
    assert chosen == {"condition": str(early.uuid)}
    chosen = begun(vera_client, track, "nuggets-scores")
    assert chosen == {"bank": str(bank.uuid), "judge": str(person.uuid)}


def test_people_come_first_once_they_have_judged_as_much(
    track: Track, bank: Bank, person: Judge, omar_client: Client
) -> None:
    for version in bank.versions.all():
        for response in version.topic.responses.all():
            for nugget in nuggets_of(version):
                make_label(ASSIGNMENT, person, nugget, response, value="support")
    assert judge_shown(omar_client, track).name == "assessors"


def test_an_organizer_chooses_what_comes_first_for_all(
    track: Track, bank: Bank, person: Judge, omar_client: Client, vera_client: Client
) -> None:
    assert choose(omar_client, track, query_of(bank, person)) == 302
    for client in (omar_client, vera_client):
        assert judge_shown(client, track) == person
        (printed,) = client.get(address(track, "report/")).context["boards"]
        assert printed.basis.judge == person
    assert "default condition of this track" in text(
        omar_client, address(track, "scores/")
    )
    form = omar_client.get(address(track, "agreement/rankings/")).context["form"]
    assert form.data["left"] == query_of(bank, person)
    assert "default condition" in form.begins


def test_a_choice_in_long_words_is_cut_between_them(track: Track) -> None:
    says = "seals dive " * 50
    chosen = choose_default(track, "nuggets", "judge=x", says=says, by=None, now=NOW)
    assert len(chosen.says) <= 500
    assert chosen.says.endswith((" seals…", " dive…"))


def test_viewers_may_begin_with_another_and_select_the_others(
    track: Track,
    bank: Bank,
    machine: Judge,
    person: Judge,
    omar_client: Client,
    vera_client: Client,
) -> None:
    choose(omar_client, track, query_of(bank, machine))
    choose(omar_client, track, query_of(bank, person), "viewers")
    assert judge_shown(omar_client, track) == machine
    assert judge_shown(vera_client, track) == person
    shown = text(vera_client, address(track, "scores/"))
    assert "the organizers chose" in shown
    assert "What comes first" not in shown
    other = vera_client.get(address(track, f"scores/?{query_of(bank, machine)}"))
    assert other.context["basis"].judge == machine
    lines = vera_client.get(address(track, "scores/nuggets/files/topics.csv"))
    rows = lines.getvalue().decode().splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["run-1", "run-0"]  # Ada's


def test_rankings_and_tau_so_far_begin_with_the_default(
    track: Track, bank: Bank, machine: Judge, person: Judge, omar_client: Client
) -> None:
    page = address(track, "agreement/rankings/")
    assert "the fullest conditions" in text(omar_client, page)
    choose(omar_client, track, query_of(bank, machine))
    pairing = omar_client.get(page).context["form"]
    assert pairing.data["left"] == query_of(bank, machine)
    so_far = text(omar_client, address(track, "agreement/so-far/"))
    assert "machine (model) beside" in so_far


def test_every_choice_stays_in_the_trail(
    track: Track, bank: Bank, person: Judge, omar: User, omar_client: Client
) -> None:
    for _twice in range(2):
        choose(omar_client, track, query_of(bank, person))
    choose(omar_client, track, "")
    choose(omar_client, track, "", "viewers")
    trail = list(DefaultCondition.objects.order_by("pk"))
    assert [row.by for row in trail] == [omar] * 3
    assert [row.query != "" for row in trail] == [True, False, False]
    page = text(omar_client, address(track, "scores/"))
    assert trail[0].says in page
    assert "Shown first: the fullest" in page


def test_a_default_that_is_gone_gives_way_and_says_so(
    track: Track, bank: Bank, machine: Judge, person: Judge, omar_client: Client
) -> None:
    row = Condition.objects.create(
        track=track, name="early", bank=bank, assignment_judge=person
    )
    choose(omar_client, track, f"condition={row.uuid}")
    assert judge_shown(omar_client, track) == person
    row.delete()
    assert judge_shown(omar_client, track) == machine
    page = text(omar_client, address(track, "scores/"))
    assert "The default condition (early" in page
    assert "can no longer be shown" in page
    assert omar_client.get(address(track, "report/")).status_code == 200
    assert omar_client.get(address(track, "agreement/rankings/")).status_code == 200


def test_labels_on_runs_put_away_make_no_condition_fuller(
    track: Track, bank: Bank, machine: Judge, omar_client: Client
) -> None:
    late, run = make_judge(track, "late", kind=Judge.MODEL), thing_kind("run")
    gone = [make_run(track, f"gone-{number}") for number in range(RUNS + 1)]
    for version in bank.versions.all():
        for each in gone:
            label_all(version, make_response(each, version.topic), late, "SS")
    assert judge_shown(omar_client, track) == late
    for each in gone:
        put_away(run, each, track=track, by=None, now=NOW)
    assert judge_shown(omar_client, track) == machine


def test_a_condition_is_as_full_as_its_topics(
    track: Track, bank: Bank, machine: Judge, omar_client: Client
) -> None:
    other = make_bank(track, "a-second")
    assert other.pk
    row = Condition.objects.create(
        track=track, name="a-first", bank=bank, assignment_judge=machine
    )
    row.topics.set(track.topics.filter(name="0"))
    basis = omar_client.get(address(track, "scores/")).context["basis"]
    assert (basis.judge, basis.condition) == (machine, "")


@pytest.mark.parametrize(
    "query", ["judge=x", "bank={bank}", "group=a", "condition={bank}", "x", "judge="]
)
def test_it_takes_no_condition_that_is_not_there(
    track: Track, bank: Bank, omar_client: Client, query: str
) -> None:
    foreign = make_bank(make_track(), "foreign")
    for row in (bank, foreign):
        assert choose(omar_client, track, query.format(bank=row.uuid)) == 404
    assert not DefaultCondition.objects.exists()


def test_a_foreign_judge_an_unknown_family_and_audience_are_not_found(
    track: Track, bank: Bank, person: Judge, omar_client: Client
) -> None:
    elsewhere = make_judge(make_track(), "elsewhere")
    assert choose(omar_client, track, query_of(bank, elsewhere)) == 404
    assert choose(omar_client, track, query_of(bank, person), "all") == 404
    unknown = address(track, "scores/unknown/default/")
    assert omar_client.post(unknown, {"audience": "viewers"}).status_code == 404
    assert not DefaultCondition.objects.exists()


def test_only_organizers_choose(
    track: Track,
    bank: Bank,
    person: Judge,
    omar_client: Client,
    ada_client: Client,
    vera_client: Client,
    client: Client,
) -> None:
    for other in (ada_client, vera_client):
        assert choose(other, track, query_of(bank, person)) == 404
    assert choose(client, track, query_of(bank, person)) == 302
    page = address(track, "scores/nuggets/default/")
    assert omar_client.get(page).status_code == 405
    assert not DefaultCondition.objects.exists()


def test_retrieval_begins_with_the_judge_of_most_topics(
    track: Track, machine: Judge, person: Judge, omar_client: Client
) -> None:
    segment, run = make_segment(track, "d1"), make_run(track, task=Run.R)
    for place in range(3):
        topic = make_topic(track, str(place))
        RankedList.objects.create(
            run=run, topic=topic, segment_ids=[segment.pk], scores=[1.0]
        )
        for judge in (machine, person)[: 1 if place else 2]:
            make_label(RELEVANCE, judge, topic, segment, value="1")
    page = omar_client.get(address(track, "scores/retrieval/"))
    assert page.context["basis"].judge == machine
    assert len(page.context["board"].scored.topics) == 3


def test_a_few_labels_of_a_person_take_over_no_comparison(
    track: Track, bank: Bank, machine: Judge, person: Judge, omar_client: Client
) -> None:
    other = make_judge(track, "second machine", kind=Judge.MODEL)
    for version in bank.versions.all():
        for response in version.topic.responses.all():
            label_all(version, response, other, "SN")

    def compared() -> set[str]:
        form = omar_client.get(address(track, "agreement/rankings/")).context["form"]
        return {form.data["left"], form.data["right"]}

    assert compared() == {query_of(bank, machine), query_of(bank, other)}
    choose(omar_client, track, query_of(bank, machine))
    assert compared() == {query_of(bank, machine), query_of(bank, other)}
    for topic in track.topics.exclude(name="0"):
        version = bank.versions.get(topic=topic)
        for response in topic.responses.all():
            label_all(version, response, person, "SS")
    panel = track.judges.get(name="assessors")
    assert compared() == {query_of(bank, machine), query_of(bank, panel)}
