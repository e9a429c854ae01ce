"""Every save of a gold answer is stored once, and none overwrites an unseen one."""

from uuid import uuid4

import pytest

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.queues.actions import reopen
from assess.judging.screens import progress_of
from nuggets.answers.actions import (
    AnswerShut,
    NotAPart,
    NothingWritten,
    Said,
    StaleAnswer,
    answer_of,
    finish_answer,
    save_answer,
)
from nuggets.models import AnswerRevision, GoldAnswer
from tests.make import NOW, make_segment, make_topic, make_track, make_version
from tests.nuggets.answers.answer_work import Answering, act_on, make_answering

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def made(ada: User) -> Answering:
    return make_answering(ada)


def save(made: Answering, text: str, seen: int = 0) -> int:
    said = Said(text)
    return save_answer(made.work, made.bank, said, act=act_on(seen), now=NOW).version


def test_it_keeps_the_whole_answer_and_each_save_of_it(made: Answering) -> None:
    said = Said("Ice\r\nfloats.", (made.nuggets[1].uuid,), (made.segments[0].uuid,))
    save_answer(made.work, made.bank, said, act=act_on(), now=NOW)
    assert save(made, "Ice floats late.", seen=1) == 2
    kept = answer_of(made.work, made.bank)
    assert kept
    assert (kept.text, kept.version, kept.covered) == ("Ice floats late.", 2, [])
    first = AnswerRevision.objects.get(version=1)
    assert first.said() == {
        "text": "Ice\nfloats.",
        "covered": [str(made.nuggets[1].uuid)],
        "used": [str(made.segments[0].uuid)],
    }
    assert first.active_ms == 900


def test_the_same_save_counts_once(made: Answering) -> None:
    act = act_on()
    first = save_answer(made.work, made.bank, Said("Ice."), act=act, now=NOW)
    again = save_answer(made.work, made.bank, Said("Ice."), act=act, now=NOW)
    assert first == again
    assert AnswerRevision.objects.count() == 1


def test_a_save_follows_the_one_that_was_under_way(made: Answering) -> None:
    first = act_on()
    save_answer(made.work, made.bank, Said("Ice."), act=first, now=NOW)
    queued = act_on(after=first.key)
    kept = save_answer(made.work, made.bank, Said("Ice late."), act=queued, now=NOW)
    assert kept.version == 2
    with pytest.raises(StaleAnswer):
        save_answer(made.work, made.bank, Said("x"), act=act_on(after=uuid4()), now=NOW)


@pytest.mark.parametrize("seen", [0, 1, 7])
def test_a_save_on_an_older_version_is_refused(made: Answering, seen: int) -> None:
    save(made, "one")
    save(made, "two", seen=1)
    with pytest.raises(StaleAnswer) as error:
        save(made, "mine", seen=seen)
    stands = error.value.answer
    assert stands
    assert (stands.text, stands.version) == ("two", 2)
    assert AnswerRevision.objects.count() == 2


def test_a_first_save_that_saw_something_is_refused(made: Answering) -> None:
    with pytest.raises(StaleAnswer) as error:
        save(made, "mine", seen=3)
    assert error.value.answer is None
    assert not GoldAnswer.objects.exists()


def test_it_rejects_foreign_nuggets_and_passages(made: Answering) -> None:
    other = make_track()
    topic = make_topic(made.track, "15")
    nugget = make_version(made.bank, topic, ["elsewhere"]).nuggets.get()
    segment = make_segment(other, "far#1")
    for said in (Said("x", (nugget.uuid,)), Said("x", (), (segment.uuid,))):
        with pytest.raises(NotAPart):
            save_answer(made.work, made.bank, said, act=act_on(), now=NOW)


def test_an_empty_answer_cannot_be_finished(made: Answering) -> None:
    for text, seen in (("", 0), (" \n", 1)):
        save(made, text, seen=seen)
        with pytest.raises(NothingWritten):
            finish_answer(made.work, made.bank, now=NOW)
    assert progress_of([made.work])[made.work.pk].note.startswith("not finished")


def test_a_finished_answer_changes_only_after_it_is_opened_again(
    made: Answering,
) -> None:
    save(made, "Ice floats.")
    finish_answer(made.work, made.bank, now=NOW)
    with pytest.raises(AnswerShut):
        save(made, "late", seen=1)
    work = Allocation.objects.select_related("track").get()
    progress = progress_of([work])[work.pk]
    assert (progress.done, progress.note) == (1, "2 words")
    reopen(made.work, now=NOW)
    assert save(made, "late", seen=1) == 2
    work.refresh_from_db()
    assert progress_of([work])[work.pk].done == 0
