"""Question banks drafted by a model over real HTTP."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from exams.banks.lists import current_lists
from exams.creation.actions import found_bank
from exams.drafting.actions import AnotherBank, start_draft
from exams.editing.actions import apply_draft, take_step
from exams.models import Question, QuestionBank
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.models import Call
from runs.actions.acts import Act
from runs.models import Subnarrative, Topic, Track
from tests.fake_answers import Body, places, sensible_answer
from tests.fake_model import FakeModel, status
from tests.machines import make_baseline, make_model_judge, reasons
from tests.make import NOW, make_topic, make_track


@pytest.fixture
def track(db: None) -> Track:
    """A track without sub-narratives."""
    return make_track(profile="rag24")


def draft(
    judge: Judge, name: str = "auto", form: str = Question.QUESTION, *topics: Topic
) -> Job:
    """Draft a bank in this process."""
    job = start_draft(judge, name=name, form=form, topics=topics, owner=None, now=NOW)
    return run_here(job)


def texts(topic: Topic, name: str = "auto") -> list[str]:
    """Return a topic's active questions."""
    bank = QuestionBank.objects.get(name=name)
    own = current_lists(bank, [topic.pk])[topic.pk]
    return [row.question.text for row in own.active]


def listed(*questions: str) -> str:
    return json.dumps({"questions": questions})


def add_facets(topic: Topic, *names: str) -> list[Subnarrative]:
    return [
        Subnarrative.objects.create(
            topic=topic, text=name, folded=name.casefold(), position=place
        )
        for place, name in enumerate(names)
    ]


def test_a_model_writes_a_list_for_each_topic(fake: FakeModel, track: Track) -> None:
    first, second = make_topic(track, "t1", "Salt"), make_topic(track, "t2", "Ice")
    judge = make_model_judge(track)
    job = draft(judge)
    assert (job.state, reasons(job)) == (JobState.DONE, [])
    assert texts(first) == ["What is known of salt?"]
    assert texts(second) == ["What is known of ice?"]
    bank = QuestionBank.objects.get()
    assert (bank.origin, bank.drafted_by, bank.name) == ("model", judge, "auto")
    question = Question.objects.get(topic=first)
    assert (question.origin, question.judge, question.by) == ("model", judge, None)
    assert [v.state for v in bank.versions.all()] == ["frozen", "frozen"]
    asked = str(fake.bodies[0]["messages"])
    assert "exactly 10 questions" in asked
    assert "at most 25 words" in asked
    assert (fake.bodies[0]["temperature"], fake.bodies[0]["max_tokens"]) == (0, 1500)


def test_each_sub_narrative_has_a_call_and_its_questions(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track, "t1", "Ice")
    facets = add_facets(topic, "trade", "history")
    draft(make_model_judge(track))
    assert [places(body)["facet"] for body in fake.bodies] == ["trade", "history"]
    rows = Question.objects.filter(topic=topic).order_by("pk")
    assert [row.facet for row in rows] == [facets[0]] * 2 + [facets[1]] * 2
    ids = Call.objects.order_by("pk").first()
    assert ids is not None
    assert ids.input_ids["facet"] == str(facets[0].uuid)


def test_key_facts_are_asked_for_in_four_words(fake: FakeModel, track: Track) -> None:
    topic = make_topic(track, "t1", "Ice")
    draft(make_model_judge(track), "facts", Question.KEY_FACT)
    assert "at most 4 words" in str(fake.bodies[0]["messages"])
    assert Question.objects.get(topic=topic).form == "key_fact"


def test_surplus_questions_are_withdrawn_and_deviations_counted(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track, "t1", "Ice")
    many = [f"Question {n}?" for n in range(12)]
    fake.answer = lambda _body: listed("", many[0], *many)
    job = draft(make_model_judge(track))
    assert texts(topic) == many[:10]
    bank = QuestionBank.objects.get()
    rows = current_lists(bank)[topic.pk].rows
    assert [row.question.text for row in rows if row.withdrawn] == many[10:]
    facts = dict(job.facts)
    assert facts["surplus questions, withdrawn"] == 2
    assert facts["repeated entries, dropped"] == 1
    assert facts["empty entries, dropped"] == 1


def test_an_unreadable_reply_is_asked_again_and_then_listed(
    fake: FakeModel, track: Track
) -> None:
    topic = make_topic(track, "t1", "Ice")
    add_facets(topic, "trade", "history")

    def answer(body: Body) -> str:
        if places(body).get("facet") == "trade":
            return "1. Why? 2. When?"
        return sensible_answer(body)

    fake.answer = answer
    judge = make_model_judge(track)
    job = draft(judge)
    assert fake.count == 4
    assert [each.subject for each in job.failures.all()] == ["Topic t1: trade"]
    assert texts(topic) == ["What is known of history?", "What is known of ice?"]
    fake.answer = sensible_answer
    again = draft(judge)
    assert fake.count == 5
    assert reasons(again) == []
    assert len(texts(topic)) == 4
    bank = QuestionBank.objects.get()
    assert [v.number for v in bank.versions.all()] == [1, 2]


def test_a_refused_call_writes_nothing(fake: FakeModel, track: Track) -> None:
    make_topic(track, "t1", "Ice")
    fake.misbehave(status(400))
    job = draft(make_model_judge(track))
    assert len(reasons(job)) == 1
    assert not QuestionBank.objects.exists()


def test_nothing_is_written_or_bought_twice(fake: FakeModel, track: Track) -> None:
    topic = make_topic(track, "t1", "Ice")
    judge = make_model_judge(track)
    draft(judge)
    draft(judge)
    draft(judge, "another")
    assert fake.count == 1
    assert QuestionBank.objects.count() == 2
    assert len(texts(topic)) == 1


def test_what_people_withdrew_is_not_written_again(
    fake: FakeModel, track: Track, omar: User
) -> None:
    topic = make_topic(track, "t1", "Ice")
    judge = make_model_judge(track)
    draft(judge)
    bank = QuestionBank.objects.get()
    question = Question.objects.get()
    edit = {"do": "withdraw", "question": str(question.uuid)}
    take_step(bank, "withdraw", [edit], act=Act(by=omar, key=uuid4(), seen=0, now=NOW))
    apply_draft(bank, omar, seen=1, now=NOW)
    draft(judge)
    assert fake.count == 1
    assert texts(topic) == []


def test_another_bank_of_that_name_is_not_touched(
    fake: FakeModel, track: Track, omar: User
) -> None:
    make_topic(track, "t1", "Ice")
    judge = make_model_judge(track)
    found_bank(track, "ours", source=None, by=omar, now=NOW)
    with pytest.raises(AnotherBank, match="not a draft"):
        draft(judge, "ours")
    draft(judge)
    with pytest.raises(AnotherBank, match="of another form"):
        draft(judge, form=Question.KEY_FACT)
    with pytest.raises(AnotherBank, match="drafted by model-a"):
        draft(make_model_judge(track, "model-b"))
    assert fake.count == 1


def test_a_baseline_writes_no_questions(track: Track) -> None:
    with pytest.raises(NotReady, match="none writes questions"):
        draft(make_baseline(track))


def test_the_command_drafts_chosen_topics(fake: FakeModel, track: Track) -> None:
    make_topic(track, "t1", "Salt")
    topic = make_topic(track, "t2", "Ice")
    make_model_judge(track)
    out = StringIO()
    call_command(
        *("draft_questions", track.slug, "--judge", "model-a", "--bank", "auto"),
        *("--topic", "t2"),
        stdout=out,
    )
    assert "questions: 1" in out.getvalue()
    assert texts(topic) == ["What is known of ice?"]
    fake.answer = lambda _body: "no"
    with pytest.raises(CommandError, match="1 failed"):
        call_command(
            *("draft_questions", track.slug, "--judge", "model-a", "--bank", "auto"),
            stdout=out,
            stderr=StringIO(),
        )
