"""An assessor's first day: a topic of each kind of label, twenty items each."""

from __future__ import annotations

from accounts.models import User
from assess.judging.models import Allocation, Practice
from exams.models import ExamPassage
from matching.models import Pair
from runs.models import Citation, Topic
from tests.exams.grade_work import make_exam_work
from tests.exams.world import make_question_bank, make_questions
from tests.make import (
    make_allocation,
    make_bank,
    make_conversation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.matching.match_work import make_batch, make_batch_work

RESPONSES, FIVE, ITEMS = 4, 5, 20


def hand_out_first_day(person: User) -> list[Allocation]:
    """Hand out one piece of work of each kind to somebody who has practised none."""
    topic = make_topic(make_track(profile="rag24", assessors=[person]))
    _answer(topic)
    nuggets = [f"Nugget {number}" for number in range(FIVE)]
    bank = make_version(make_bank(topic.track), topic, nuggets).bank
    works = [make_allocation(topic, person, bank), _exam(topic, person)]
    works += [
        make_allocation(topic, person, work=work)
        for work in ("relevance", "support", "need")
    ]
    turn = _turn(person)
    works += [make_allocation(turn, person, work="ptkb"), _batch(turn, person)]
    Practice.objects.filter(person=person).delete()
    return works


def _answer(topic: Topic) -> None:
    """Make responses with five sentences that cite a segment each, and five without."""
    for place in range(RESPONSES):
        said = [f"Sentence {number}." for number in range(2 * FIVE)]
        response = make_response(make_run(topic.track, f"hidden-{place}"), topic, said)
        for sentence in response.sentences.order_by("position")[:FIVE]:
            segment = make_segment(topic.track, f"doc{place}#{sentence.position}")
            Citation.objects.create(sentence=sentence, position=0, segment=segment)


def _exam(topic: Topic, person: User) -> Allocation:
    bank = make_question_bank(topic.track)
    make_questions(bank, topic, [f"Question {n}?" for n in range(RESPONSES)])
    for segment in topic.track.segments.order_by("pk")[:FIVE]:
        ExamPassage.objects.create(topic=topic, segment=segment)
    return make_exam_work(bank, topic, person)


def _turn(person: User) -> Topic:
    track = make_track(name="Talks", profile="ikat24", assessors=[person])
    statements = [f"I own {number} boats." for number in range(ITEMS)]
    return make_conversation(track, statements=statements)[1]


def _batch(turn: Topic, person: User) -> Allocation:
    nuggets = [f"Nugget {number}" for number in range(ITEMS)]
    version = make_version(make_bank(turn.track), turn, nuggets)
    response = make_response(make_run(turn.track, "hidden"), turn)
    batch = make_batch(version.bank, turn)
    for nugget in nuggets_of(version):
        Pair.objects.create(batch=batch, nugget=nugget, response=response)
    return make_batch_work(batch, person)
