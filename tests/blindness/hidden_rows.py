"""What a world hides from Ada: ranks, machines, known answers, and others' work."""

from __future__ import annotations

from uuid import uuid4

from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation, Judge, Remark, Slot, Thread
from assess.kinds.need.kind import NEED
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.subnarratives.actions import Command as Step
from assess.kinds.subnarratives.actions import take_step
from assess.kinds.support.kind import SUPPORT
from exams.grading.kind import EXAM
from exams.models import ExamPassage, Question
from matching.models import Batch, Pair
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.actions import Entry, SegmentSpan, create_bank, write_version
from nuggets.editing.actions import start_post_edit
from nuggets.editing.steps.command import Command, run_command
from nuggets.models import Bank, GoldAnswer, Nugget
from nuggets.spans.actions import start_span_bank
from runs.actions.acts import Act
from runs.models import (
    Citation,
    PtkbStatement,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
)
from tests.blindness import disputes
from tests.blindness.names import named, same
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_run,
    make_segment,
    make_topic,
    nuggets_of,
)
from tests.matching.match_work import make_batch, make_batch_work

OTHERWISE = ("taken", "corrected", "subnarratives", "match")
MATCHED = ("fresh water floats", "salt lowers freezing")
Works = dict[str, Allocation]
People = dict[str, User]


def add(works: Works, people: People, *, world: int) -> None:
    """Add a world's hidden differences, and the work that depends on them."""
    topic = works["relevance"].topic
    passage = Segment.objects.get(uuid=named("passage"))
    known = _graded(works["relevance"], passage, people, world)
    _queued(make_topic(topic.track, "15"), people["bea"], known, world)
    _label_by_machine(works, world)
    works["corrected"] = _to_correct(topic, people["ada"], world)
    works["nuggets"] = _to_edit(topic, passage, people, world)
    works["answers"] = _to_answer(works["nuggets"], people["ada"])
    works["spans"] = _to_mark(topic, people["ada"], world)
    _reviewed(works["subnarratives"], people, world)
    works |= disputes.to_settle(works, people, world)
    if world:
        _work_of_another(works, people)
        disputes.settled_by_another(works, people)


def to_match(topic: Topic, bank: Bank, ada: User, world: int) -> Allocation:
    """Hand out a batch of pairs: which of them is the test item is hidden."""
    batch = same(make_batch(bank, topic), "batch")
    batch.tests = make_judge(
        topic.track, f"sentineljudge-tests-{world}", kind=Judge.IMPORT
    )
    batch.seed = "one seed for both worlds"
    batch.save(update_fields=["tests", "seed"])
    nuggets = [Nugget.objects.get(uuid=named(text)) for text in MATCHED]
    response = Response.objects.get(uuid=named("response 0"))
    for place, nugget in enumerate(nuggets):
        answer = ("yes", "no")[world] if place == world else ""
        pair = Pair.objects.create(
            batch=batch, nugget=nugget, response=response, answer=answer
        )
        same(pair, f"pair {place}")
    return make_batch_work(batch, ada)


def _graded(work: Allocation, passage: Segment, people: People, world: int) -> Judge:
    """Pool segments with other ranks and others' grades; return the test's judge."""
    topic, track = work.topic, work.track
    found = [same(make_segment(track, f"doc#{n}"), f"segment {n}") for n in (2, 3)]
    known = make_judge(track, f"sentineljudge-known-{world}", kind=Judge.IMPORT)
    tested = same(make_segment(track, "doc#4"), "test item")
    make_label(RELEVANCE, known, topic, tested, value=("1", "3")[world])
    # In the one world the segment is pooled, in the other it is a test item.
    ranks = [passage, *found] if world else [tested, *reversed(found), passage]
    RankedList.objects.create(
        run=make_run(track, f"sentineltag-ranks-{world}", task=Run.R),
        topic=topic,
        segment_ids=[segment.pk for segment in ranks],
        scores=[3.0 + world, 2.0, 1.0, 0.5][: len(ranks)],
    )
    machine = make_judge(track, f"sentineljudge-grades-{world}")
    for segment in found:
        make_label(RELEVANCE, machine, topic, segment, value=("4", "0")[world])
    if world:
        Allocation.objects.filter(pk=work.pk).update(known=known)
        make_label(RELEVANCE, machine, topic, make_segment(track, "doc#9"), value="4")
        ticks = {"ticks": [str(named("part"))]}
        mine = NewLabel((topic.pk, found[0].pk), "2", ticks)
        bea = people["bea"]
        record_labels(RELEVANCE, make_person(bea, track), [mine], now=NOW, actor=bea)
    return known


def _queued(topic: Topic, bea: User, known: Judge, world: int) -> None:
    """Put a topic into the shared queue, in one world as a test and twice."""
    queue = {"track": topic.track, "work": "relevance", "topic": topic}
    Slot.objects.create(**queue, known=known if world else None)
    if world:
        work = make_allocation(topic, bea, work="relevance")
        work.slot, work.leased_until = Slot.objects.create(**queue, known=known), NOW
        work.save(update_fields=["slot", "leased_until"])


def _label_by_machine(works: Works, world: int) -> None:
    """Label by a machine all that Ada labels, differently in each world."""
    work, turn = works["assignment"], works["ptkb"].topic
    machine = make_judge(work.track, f"sentineljudge-{world}")
    for nugget in Nugget.objects.filter(topic=work.topic):
        for response in Response.objects.for_topic(work.topic):
            value = ("support", "not_support")[world]
            make_label(ASSIGNMENT, machine, nugget, response, value=value)
    for citation in Citation.objects.filter(sentence__response__topic=work.topic):
        value = ("full_support", "no_support")[world]
        make_label(SUPPORT, machine, citation, value=value)
    need = ("citation_needed", "no_citation_needed")[world]
    make_label(NEED, machine, Sentence.objects.get(uuid=named("uncited")), value=need)
    passage = ExamPassage.objects.get(uuid=named("exam passage"))
    for question in Question.objects.filter(topic=work.topic):
        make_label(EXAM, machine, question, passage, value=("5", "0")[world])
    # A machine gave a turn's own response, and the statements for it.
    turn.details |= {"statements": [str(world)], "response": f"sentineltag {world}"}
    turn.save(update_fields=["details"])
    for said in PtkbStatement.objects.filter(conversation=turn.conversation):
        value = ("relevant", "not_relevant")[world]
        make_label(PTKB, machine, turn, same(said, said.text), value=value)


def _to_correct(topic: Topic, ada: User, world: int) -> Allocation:
    """Show the labels of a machine, every second one missing, and those of others."""
    name = f"sentineljudge-shown-{world}"
    machine = make_judge(topic.track, name, kind=Judge.MODEL)
    for number, citation in enumerate(Citation.objects.order_by("pk")):
        if number % 2:
            make_label(SUPPORT, machine, citation, value="full_support")
    work = Allocation.objects.create(
        track=topic.track,
        work="support",
        topic=topic,
        assessor=ada,
        round=1,
        shown=machine,
    )
    return same(work, "work corrected")


def _to_edit(topic: Topic, passage: Segment, people: People, world: int) -> Allocation:
    """Draft a list by a machine; somebody began to edit it, and it was passed on."""
    track = topic.track
    machine = make_judge(track, f"sentineljudge-drafter-{world}")
    qrels = make_judge(track, f"sentineljudge-qrels-{world}")
    make_label(RELEVANCE, qrels, topic, passage, value=("1", "3")[world])
    draft = create_bank(
        track,
        f"sentinelbank-{world}",
        origin=(Bank.AUTOMATIC, Bank.IMPORTED)[world],
        landed_at=NOW,
        drafted_by=machine,
        qrels_judge=qrels,
    )
    entries = [
        Entry(text, importance="okay", sources=[SegmentSpan(passage.pk)])
        for text in ("Ice is lighter", "Brine sinks")
    ]
    write_version(draft, topic, entries, now=NOW, judge=machine)
    bank = start_post_edit(draft, f"sentinelbank-{world}-edited", now=NOW)
    version = same(bank.versions.get(), "list")
    rows = [same(nugget, nugget.text) for nugget in nuggets_of(version)]
    act = Act(by=people[("bea", "cleo")[world]], seen=0, now=NOW, key=uuid4())
    run_command(version, Command("vital", nugget=rows[0].pk), act=act)
    return same(
        make_allocation(topic, people["ada"], bank, work="nuggets"), "work nuggets"
    )


def _to_answer(edited: Allocation, ada: User) -> Allocation:
    """Hand out an answer for the nuggets and passages of an edited list."""
    bank = Bank.objects.get(uuid=edited.subject)
    work = make_allocation(edited.topic, ada, bank, work="answers")
    return same(work, "work answers")


def _to_mark(topic: Topic, ada: User, world: int) -> Allocation:
    """Start a list of spans from passages that some judge found relevant."""
    qrels = Judge.objects.get(name=f"sentineljudge-qrels-{world}")
    name = f"sentinelbank-{world}-spans"
    bank = start_span_bank(topic.track, name, qrels_judge=qrels, now=NOW)
    same(bank.versions.get(), "spans list")
    return same(make_allocation(topic, ada, bank, work="spans"), "work spans")


def _reviewed(work: Allocation, people: People, world: int) -> None:
    """Let somebody else begin the review, and release it."""
    before = people[("bea", "cleo")[world]]
    same(Subnarrative.objects.get(topic=work.topic), "part")
    began = make_allocation(work.topic, before, work="subnarratives")
    act = Act(by=before, key=named("began"), seen=0, now=NOW)
    take_step(began, Step("okay", str(named("part"))), act=act)
    Allocation.objects.filter(pk=began.pk).update(released_at=NOW)


def _work_of_another(works: Works, people: People) -> None:
    """Give Bea the same work, and let her do a part of it and write remarks."""
    bea = people["bea"]
    judge = make_person(bea, works["relevance"].track)
    nugget = Nugget.objects.get(uuid=named("fresh water floats"))
    response = Response.objects.get(uuid=named("response 1"))
    make_label(ASSIGNMENT, judge, nugget, response, value="support")
    for citation in Citation.objects.filter(sentence__response=response):
        make_label(SUPPORT, judge, citation, value="no_support")
    uncited = Sentence.objects.get(uuid=named("uncited"))
    make_label(NEED, judge, uncited, value="no_citation_needed")
    for said in PtkbStatement.objects.all():
        make_label(PTKB, judge, works["ptkb"].topic, said, value="relevant")
    for name, allocation in list(works.items()):
        is_hers = not name.startswith("disputed_")
        if is_hers and name not in OTHERWISE:
            given = make_allocation(allocation.topic, bea, work=allocation.work)
            given.subject = allocation.subject
            given.save()  # with the keys of its subject
    make_batch_work(Batch.objects.get(uuid=named("batch")), bea)
    hers = Allocation.objects.get(work="relevance", assessor=bea, topic__name="14")
    for item in ("passage", "segment 2"):
        talk(hers, item, people, "sentineltalk")
    bank = Bank.objects.get(uuid=works["answers"].subject)
    GoldAnswer.objects.create(
        bank=bank,
        topic=works["answers"].topic,
        author=bea,
        text="sentinelanswer",
        version=1,
        at=NOW,
    )


def talk(work: Allocation, item: str, people: People, said: str) -> Thread:
    """Flag an item of some work as its assessor, and answer as the organizer."""
    name = str(named(item))
    thread = Thread.objects.create(allocation=work, item=name, about="Segment 1")
    for kind, author, text in (
        (Remark.FLAG, work.assessor, said),
        (Remark.ANSWER, people["omar"], f"{said} Yes."),
    ):
        Remark.objects.create(
            thread=thread, kind=kind, author=author, text=text, at=NOW
        )
    return thread
