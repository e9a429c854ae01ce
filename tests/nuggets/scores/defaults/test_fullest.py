"""Where no default is chosen, scores begin with the fullest condition."""

from __future__ import annotations

from django.test import Client

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
    make_response,
    make_run,
    make_segment,
    make_topic,
    nuggets_of,
)
from tests.nuggets.scores.campaign import label_all
from tests.nuggets.scores.defaults.pages import (
    RUNS,
    TOPICS,
    address,
    choose,
    judge_shown,
    query_of,
    text,
)


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
