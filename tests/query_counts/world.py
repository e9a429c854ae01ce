"""Two tracks with open work of every type, of a given size."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from assess.exchange.models import Snapshot
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.adjudication.work import read_sheet
from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Guideline, Judge, Remark, Slot, Thread
from assess.kinds.need.kind import NEED
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from exams.grading.kind import EXAM
from exams.models import ExamPassage, Question
from jobs.models import Job, JobFailure, JobState
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.editing.actions import start_post_edit
from nuggets.models import Bank, Condition, Nugget
from nuggets.spans.actions import start_span_bank
from runs.actions.subnarratives import name_subnarratives
from runs.models import (
    Citation,
    Import,
    PtkbStatement,
    RankedList,
    Response,
    Segment,
    Subnarrative,
    Topic,
    Track,
)
from tests.exams.world import make_exam_world
from tests.llm.endpoints.make import make_call, make_endpoint
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_board,
    make_conversation,
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
from tests.matching.match_work import hand_out_batches


class World:
    """Two tracks with open work of every type; twice as much at size 2."""

    def __init__(self, ada: User, omar: User, *, size: int) -> None:
        self.ada = ada
        self.many = 2 * size
        self.ids: dict[str, str] = {"ada": str(ada.uuid)}
        self.track = make_track(organizer=omar, assessors=[ada])
        self.person = make_person(ada, self.track)
        self.judge = make_judge(self.track)
        self.runs = [make_run(self.track, f"run-{n}") for n in range(self.many)]
        self.bank = make_bank(self.track)
        self.name(track=self.track, judge=self.judge, bank=self.bank, run=self.runs[0])
        self.name(second=self.person)
        self.furnish("", judges=[self.judge])
        for number in range(size):
            self.furnish(f"_done{number or ''}", judges=[self.judge, self.person])
        self.name(condition=self.make_condition())
        scores = {run.name: 0.5 for run in self.runs}
        served = [make_endpoint(f"https://h{n}.org", f"{n}") for n in range(self.many)]
        self.name(board=make_board(self.track, scores), endpoint=served[0])
        self.draft_and_edit()
        self.queue()
        self.discuss()
        self.record()
        self.examine(omar)
        self.talk(make_track(profile="ikat24", organizer=omar, assessors=[ada]))

    def examine(self, omar: User) -> None:
        """Make a track with a graded question bank."""
        exam = make_exam_world(omar, assessors=[self.ada], copies=self.many)
        self.name(exam_track=exam.track, questions=exam.bank, examined=exam.topic)
        self.name(question=exam.questions[0], graded=exam.passages["p1"])
        self.name(question_version=exam.version)
        items = [(exam.questions[0], each) for each in exam.passages.values()]
        self.dispute(EXAM, exam.topic, items)
        work = make_allocation(exam.topic, self.ada, work="exam")
        Allocation.objects.filter(pk=work.pk).update(subject=str(exam.bank.uuid))
        self.name(exam=work)
        ada = make_person(self.ada, exam.track)
        topic = exam.track.topics.get(name="t3")
        done = make_allocation(topic, self.ada, work="exam")
        Allocation.objects.filter(pk=done.pk).update(subject=str(exam.bank.uuid))
        self.name(exam_done=done)
        for question in Question.objects.filter(topic=topic):
            for passage in ExamPassage.objects.filter(topic=topic):
                make_label(EXAM, ada, question, passage, value="3")

    def name(self, **rows: Any) -> None:  # noqa: ANN401 - any public row
        self.ids |= {name: str(row.uuid) for name, row in rows.items()}

    def furnish(self, suffix: str, *, judges: list[Judge]) -> Topic:
        """Make a topic with everything judged on it, and some judges' labels."""
        topic = make_topic(self.track, f"topic{suffix}")
        texts = [f"part {n}" for n in range(self.many)]
        name_subnarratives(topic, [(text, False) for text in texts], now=NOW)
        segments = self.pool(topic, suffix)
        answers = [make_response(run, topic, cites=segments[0]) for run in self.runs]
        texts = [f"nugget {n}" for n in range(self.many)]
        version = make_version(self.bank, topic, texts)
        nuggets = nuggets_of(version)
        cited = list(Citation.objects.filter(sentence__response__topic=topic))
        for judge in judges:
            self.label(judge, topic, segments, cited, nuggets, answers)
        uncited = answers[0].sentences.create(position=99_999, text="Well.")
        if suffix:
            make_label(NEED, self.person, uncited, value="citation_needed")
        given = {"relevance": None, "support": None, "need": None}
        self.hand_out(topic, suffix, **given, assignment=self.bank)
        if not suffix:
            self.name(topic=topic, segment=segments[0], response=answers[0])
            self.name(uncited=uncited, citation=cited[0])
            self.name(nugget=nuggets[0], version=version)
            assigned = [(one, answer) for one in nuggets for answer in answers]
            self.dispute(RELEVANCE, topic, [(topic, one) for one in segments])
            self.dispute(SUPPORT, topic, [(citation,) for citation in cited])
            self.dispute(ASSIGNMENT, topic, assigned)
        return topic

    def pool(self, topic: Topic, suffix: str) -> list[Segment]:
        segments = [
            make_segment(self.track, f"doc{suffix}#{n}") for n in range(self.many)
        ]
        ranks = [segment.pk for segment in segments]
        RankedList.objects.bulk_create(
            RankedList(run=run, topic=topic, segment_ids=ranks, scores=ranks)
            for run in self.runs
        )
        return segments

    def label(
        self,
        judge: Judge,
        topic: Topic,
        segments: list[Segment],
        cited: list[Citation],
        nuggets: list[Nugget],
        answers: list[Response],
    ) -> None:
        for segment in segments:
            make_label(RELEVANCE, judge, topic, segment, value="2")
        for citation in cited:
            make_label(SUPPORT, judge, citation, value="full_support")
        for nugget in nuggets:
            for answer in answers:
                make_label(ASSIGNMENT, judge, nugget, answer, value="support")

    def hand_out(self, topic: Topic, suffix: str, **kinds: Bank | None) -> None:
        for kind, bank in kinds.items():
            work = make_allocation(topic, self.ada, bank, work=kind)
            self.name(**{f"{kind}{suffix}": work})

    def make_condition(self) -> Condition:
        return Condition.objects.create(
            track=self.track,
            name="main",
            bank=self.bank,
            assignment_judge=self.judge,
            qrels_judge=self.judge,
        )

    def draft_and_edit(self) -> None:
        """Hand out the post-editing of a draft, and the review of sub-narratives."""
        topic = Topic.objects.get(uuid=self.ids["topic"])
        draft = make_bank(self.track, "draft", origin=Bank.AUTOMATIC)
        Bank.objects.filter(pk=draft.pk).update(qrels_judge=self.judge)
        draft.refresh_from_db()
        make_version(draft, topic, [f"drafted {n}" for n in range(self.many)])
        bank = start_post_edit(draft, "edited", now=NOW)
        version = bank.versions.get()
        self.hand_out(topic, "", nuggets=bank, subnarratives=None)
        Allocation.objects.filter(work="subnarratives").update(exclusive=True)
        part = Subnarrative.objects.filter(topic=topic).order_by("pk")[0]
        passage = Segment.objects.get(uuid=self.ids["segment"])
        self.name(edited=version, drafted=nuggets_of(version)[0], part=part)
        self.name(passage=passage, edited_bank=bank)

    def queue(self) -> None:
        """Share some topics in a queue, one of them taken."""
        topics = [make_topic(self.track, f"shared {n}") for n in range(self.many)]
        slots = [
            Slot.objects.create(track=self.track, work="relevance", topic=topic)
            for topic in topics
        ]
        taken = make_allocation(topics[0], self.ada, work="relevance")
        Allocation.objects.filter(pk=taken.pk).update(slot=slots[0])
        self.name(taken=taken)

    def dispute(self, kind: Kind, topic: Topic, items: list[Any]) -> None:
        """Let two judges disagree on some items, and Ada settle one, and all."""
        low, *_middle, high = kind.values(topic.track)
        sides = [make_judge(topic.track, f"{kind.name} {value}") for value in "ab"]
        for item in items:
            for judge, value in zip(sides, (low, high), strict=True):
                make_label(kind, judge, *item, value=value)
        for suffix in ("", "_done"):
            plan = AdjudicationPlan(kind, sides, [self.ada], [topic])
            name = f"{kind.name} settled{suffix}"
            made = open_adjudication(topic.track, name, plan, by=self.ada, now=NOW)
            work = make_allocation(topic, self.ada, work=f"disputed_{kind.name}")
            Allocation.objects.filter(pk=work.pk).update(subject=str(made.uuid))
            work.refresh_from_db()
            for item in items if suffix else ():
                make_label(kind, made.judge, *item, value=low)
            disputed = read_sheet(work).items[0]
            self.name(**{f"{kind.name}_item": disputed, f"{kind.name}_settled": made})
            self.name(**{f"disputed_{kind.name}{suffix}": work})

    def discuss(self) -> None:
        """Write a remark about every segment of a topic except the first."""
        work = Allocation.objects.get(uuid=self.ids["relevance"])
        for segment in Segment.objects.filter(docid__startswith="doc#")[1:]:
            thread = Thread.objects.create(
                allocation=work, item=str(segment.uuid), about=segment.docid
            )
            Remark.objects.create(
                thread=thread, kind=Remark.COMMENT, text="So?", author=self.ada, at=NOW
            )
        self.name(thread=thread)

    def record(self) -> None:
        """Import a file, finish a job with failures, add snapshots and guidelines."""
        for number in range(self.many):
            row = Import.objects.create(
                track=self.track,
                kind="topics",
                filename=f"topics-{number}.tsv",
                sha256=f"{number:064x}",
                size=1,
                state=Import.LANDED,
                finished_at=NOW,
            )
            scope, title = self.track.uuid, f"A file {number}"
            job = Job.objects.create(
                kind="import", scope=scope, title=title, created=NOW
            )
            Job.objects.filter(pk=job.pk).update(state=JobState.DONE, finished=NOW)
            snapshot = Snapshot.objects.create(
                track=self.track,
                title=f"a snapshot {number}",
                asked={"export": "qrels"},
                created_at=NOW,
                made_at=NOW,
                filename="a.zip",
                sha256="a" * 64,
                size=1,
                manifest={"parts": [{"of": "qrels", "folder": "qrels"}]},
            )
            Guideline.objects.create(
                track=self.track, work="relevance", number=1 + number, text="#", at=NOW
            )
            call = make_call(number, scope=scope, job=job.uuid)
        for _number in range(self.many):
            JobFailure.objects.create(job=job, subject="item", reason="why", at=NOW)
        self.name(job=job, snapshot=snapshot, call=call, **{"import": row})

    def talk(self, track: Track) -> None:
        """Hand out what is judged and written on a turn of a conversation."""
        statements = [f"I sail boat {n}." for n in range(self.many)]
        asked = [f"And port {n}?" for n in range(self.many)]
        done, *_rest, turn = make_conversation(
            track, asked=asked, statements=statements
        )
        person = make_person(self.ada, track)
        for statement in PtkbStatement.objects.all():
            make_label(PTKB, person, done, statement, value="relevant")
        self.hand_out(done, "_done", ptkb=None)
        judge = make_judge(track)
        for number in range(self.many):
            segment = make_segment(track, f"doc#{number}")
            make_label(RELEVANCE, judge, turn, segment, value="3")
        bank = make_bank(track)
        Bank.objects.filter(pk=bank.pk).update(qrels_judge=judge)
        make_version(bank, turn, [f"nugget {n}" for n in range(self.many)])
        spans = start_span_bank(track, "spans", qrels_judge=judge, now=NOW)
        self.hand_out(turn, "", ptkb=None, answers=bank, spans=spans)
        self.name(**hand_out_batches(turn, bank, self.ada))
        said = PtkbStatement.objects.order_by("pk")
        self.dispute(PTKB, turn, [(turn, one) for one in said])
        self.name(talk_track=track, turn=turn, turn_passage=segment)
        self.name(statement=PtkbStatement.objects.order_by("pk")[0])
