"""The sample campaign with rows in every table of an archive."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any
from uuid import uuid4

from django.conf import settings

from accounts.models import User
from assess.analysis.scores.default_choice import choose_default
from assess.analysis.trust.thresholds import Thresholds, set_thresholds
from assess.exchange.models import Snapshot
from assess.judging.guidelines.actions import write_guideline
from assess.judging.kinds import get_kind
from assess.judging.labels.writer import Act, give_label
from assess.judging.models import (
    Adjudication,
    Allocation,
    Judge,
    PanelMember,
    Remark,
    Slot,
    Thread,
)
from assess.kinds.need.kind import NEED
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.models import SupportLabel
from exams.banks.actions import Entry, write_version
from exams.kernel.paragraphs import text_id
from exams.models import ExamPassage, Question
from jobs.models import Job, JobFailure, JobState
from llm.models import Call, CallState
from nuggets.conditions.actions import save_condition
from nuggets.editing.actions import start_post_edit
from nuggets.editing.steps.lists import add_nugget
from nuggets.editing.steps.step import take_step
from nuggets.models import AnswerRevision, Bank, BankVersion, GoldAnswer
from nuggets.put_away import CONDITION
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from runs.actions.acts import Act as Step
from runs.actions.run_edits import edit_run
from runs.models import Import, PtkbStatement, Sentence, Topic, Track
from runs.put_away.actions import put_away
from runs.uploads import store
from tests.exams.world import (
    make_grade_sample,
    make_question_bank,
    make_questions,
    questions_of,
)
from tests.make import NOW, make_conversation, make_label, make_response, make_run
from tests.matching.archive_rows import add_matching
from tests.runs.import_form import bring_in

SAMPLE = Path(__file__).parents[4] / "sample"
RJ_TAG, RJ_GROUP, LENT_GROUP = "gannet-judge", "SecretGroup", "GrebeLenders"
LINES = 6  # of each file of labels


def make_campaign() -> Track:
    """Load a part of the sample and add rows to every other table."""
    passwords = {name: name for name in ("ada", "bea", "omar", "vera")}
    campaign = read_campaign(part_of_sample(settings.DATA_DIR / "sample"))
    track = load_sample(campaign, passwords=passwords, now=NOW)
    people = {user.username: user for user in User.objects.all()}
    add_edits(track, people["ada"])
    add_changes(track, people["ada"])
    add_talk(track, people)
    add_calls(track)
    add_conversation(track)
    add_matching(track, people["ada"])
    add_adjudication(track, people["bea"])
    add_judging_run(track)
    add_answer(track, people["ada"])
    add_condition(track, people["omar"])
    add_run_edit(track, people["omar"])
    add_exam(track)
    add_snapshot(track, people["omar"])
    return track


def part_of_sample(folder: Path) -> Path:
    """Copy the sample with fewer labels of its most frequent kinds."""
    copytree(SAMPLE, folder)
    for file in [*folder.glob("assignments/*"), *folder.glob("support/*")]:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(lines[:LINES]), encoding="utf-8")
    return folder


def add_edits(track: Track, ada: User) -> None:
    """Edit a list: add and delete a nugget, and change the order."""
    draft = track.banks.filter(origin=Bank.AUTOMATIC).earliest("pk")
    bank = start_post_edit(draft, "edited once more", now=NOW)
    version = bank.versions.earliest("pk")
    act = Step(by=ada, seen=0, now=NOW, key=uuid4(), active_ms=1200)
    made = add_nugget(version, "One that does not stay", act=act)
    later = Step(by=ada, seen=made.revision, now=NOW, key=uuid4())
    take_step(version, "move", lambda rows: tuple(reversed(rows[:-1])), act=later)


def add_changes(track: Track, ada: User) -> None:
    """Let Ada change two labels, and take one of them back."""
    kind, judge = get_kind("support"), Judge.objects.get(track=track, user=ada)
    labels: Any = SupportLabel.objects.filter(judge=judge).order_by("pk")
    rows = labels.values_list("citation", "version", "round")
    for (citation, seen, round_), value in zip(
        rows[:2], ("no_support", ""), strict=True
    ):
        give_label(
            kind,
            (citation,),
            value,
            judge=judge,
            actor=ada,
            act=Act(uuid4(), seen=seen, active_ms=900, client_time=NOW),
            now=NOW,
            round=round_,
        )


def add_talk(track: Track, people: dict[str, User]) -> None:
    """Write a guideline that is read, and remarks about an item."""
    held = track.guidelines.filter(work="relevance").count()
    omar, ada = people["omar"], people["ada"]
    said = write_guideline(track, "relevance", "# Anew", seen=held, by=omar, now=NOW)
    said.readers.add(ada)
    given = Allocation.objects.filter(track=track, work="relevance")
    allocation = given.earliest("pk")
    graded: Any = RelevanceLabel.objects.filter(topic=allocation.topic)
    item = str(graded.values_list("segment__uuid", flat=True)[0])
    about = {"about": "An item"}
    thread, _new = Thread.objects.get_or_create(about, allocation=allocation, item=item)
    for author, kind in ((ada, Remark.FLAG), (omar, Remark.ANSWER)):
        Remark.objects.create(
            thread=thread, kind=kind, author=author, at=NOW, key=uuid4()
        )
    again = {"work": allocation.work, "topic": allocation.topic, "replaces": allocation}
    Slot.objects.create(track=track, by=omar, **again)


def add_calls(track: Track) -> None:
    """Record a job with a failed item, and calls, one of them behind a label."""
    job = Job.objects.create(
        kind="judge",
        scope=track.uuid,
        title="Judging by a model",
        state=JobState.DONE,
        created=NOW,
        finished=NOW,
        result={"labels": 1, "at": "once"},
    )
    JobFailure.objects.create(job=job, subject="item", reason="no reply", at=NOW)
    for number, state in enumerate((CallState.ANSWERED, CallState.FAILED)):
        call = Call.objects.create(
            key=f"{number}" * 64,
            endpoint="http://model.test",
            model="m",
            prompt_name="judge_support",
            prompt_version="1",
            prompt_hash="0" * 64,
            state=state,
            caller="machine.test 1 1",
            reply="full",
            cost="0.00012",
            seconds=0.1 + number,
            job=job.uuid,
            started_at=NOW,
        )
    label = SupportLabel.objects.filter(judge__track=track).earliest("pk")
    SupportLabel.objects.filter(pk=label.pk).update(call=call)


def add_conversation(track: Track) -> None:
    """Add turns, and labels of what the sample lacks; make a panel of two judges."""
    turn = make_conversation(track)[0]
    statement = PtkbStatement.objects.get(conversation=turn.conversation, name="1")
    judges = Judge.objects.filter(track=track).exclude(kind=Judge.PANEL).order_by("pk")
    make_label(PTKB, judges[0], turn, statement, value="relevant")
    rows = Sentence.objects.filter(response__run__track=track, citations=None)
    make_label(NEED, judges[0], rows.earliest("pk"), value="citation_needed")
    panel = Judge.objects.create(
        track=track, name="two", kind=Judge.PANEL, rule="majority", landed_at=NOW
    )
    for place, member in enumerate(judges[1::-1]):
        PanelMember.objects.create(panel=panel, member=member, position=place)


def add_adjudication(track: Track, bea: User) -> None:
    """Open an adjudication."""
    judge = Judge.objects.create(
        track=track, name="settled anew", kind=Judge.IMPORT, landed_at=NOW
    )
    made = Adjudication.objects.create(track=track, judge=judge, kind="relevance")
    made.judges.set(Judge.objects.filter(track=track, kind=Judge.PERSON))
    made.adjudicators.add(bea)
    made.topics.set(track.topics.all()[:2])


def add_judging_run(track: Track) -> None:
    """Import the judgments of a run."""
    topic = Topic.objects.filter(track=track).earliest("pk").name
    rows = "".join(f"{topic} Q0 d{n} {n - 1} 1 {RJ_TAG}\n" for n in range(3))
    bring_in(track, "rj", rows, judge=RJ_TAG, group=RJ_GROUP, type="manual")


def add_answer(track: Track, ada: User) -> None:
    """Write a gold answer and save it twice."""
    version = BankVersion.objects.filter(bank__track=track).earliest("pk")
    said = {"text": "So it is.", "covered": [str(uuid4())], "used": [], "at": NOW}
    answer = GoldAnswer.objects.create(
        bank=version.bank, topic=version.topic, author=ada, version=2, **said
    )
    for number in (1, 2):
        AnswerRevision.objects.create(
            answer=answer, key=uuid4(), version=number, **said
        )


def add_condition(track: Track, omar: User) -> None:
    """Save a condition, make it the default, and put it away; set thresholds."""
    bank = Bank.objects.filter(track=track).earliest("pk")
    judge = Judge.objects.get(track=track, name="sample-model")
    condition = save_condition(track, "for a day", bank=bank, judge=judge, now=NOW)
    query, says = f"condition={condition.uuid}", "for a day (sample-model)"
    choose_default(track, "nuggets", query, says=says, by=omar, now=NOW)
    put_away(CONDITION, condition, track=track, by=omar, now=NOW)
    set_thresholds(track, Thresholds(0.7, 0.5, 0.1), by=omar, now=NOW)


def add_run_edit(track: Track, omar: User) -> None:
    """Give a run another group, then its own again."""
    run = track.runs.earliest("pk")
    for group in (LENT_GROUP, run.group):
        edit_run(run, {"group": group}, by=omar, now=NOW)


def add_snapshot(track: Track, omar: User) -> None:
    """Create a snapshot."""
    stored = store([b"a kept export"])
    Snapshot.objects.create(
        track=track,
        title="qrels",
        asked={"export": "qrels"},
        by=omar,
        created_at=NOW,
        made_at=NOW,
        filename="sample-qrels.qrels",
        sha256=stored.sha256,
        size=stored.size,
        manifest={"export": "qrels"},
    )


def add_unfinished(track: Track) -> None:
    """Leave a run, a file and a job unfinished, so that none is archived."""
    topic = Topic.objects.filter(track=track).earliest("pk")
    make_response(make_run(track, "on its way", landed=False), topic)
    Import.objects.create(track=track, kind="run", filename="f", sha256="0", size=1)
    Job.objects.create(kind="import", scope=track.uuid, title="Under way", created=NOW)


def add_exam(track: Track) -> None:
    """Grade a segment by two questions, one of them reworded from the other."""
    topic = track.topics.get(name="1002")  # not of the sample's exam
    bank = make_question_bank(track, "SecretQuestions")
    version = make_questions(bank, topic, ["What floats?"])
    old = questions_of(version)[0]
    entries = [
        Entry("", question_id=old.pk, withdrawn=True, key=["ice"], details={"a": 1}),
        Entry("What floats first?", parents=[old.pk]),
    ]
    made = write_version(
        bank,
        topic,
        entries,
        now=NOW,
        origin=Question.PERSON,
        parent=version,
        lines=[{"line": 1, "said": {}}],
        edits=["reworded: What floats first?"],
    )
    segment = track.segments.earliest("pk")
    passage = ExamPassage.objects.create(topic=topic, segment=segment)
    response, text = topic.responses.earliest("pk"), "Ice floats first."
    piece = ExamPassage.objects.create(
        topic=topic, response=response, ordinal=1, text=text, md5=text_id(text)
    )
    ExamPassage.objects.create(
        topic=topic, response=response, ordinal=2, text=text, same_as=piece
    )
    judge = track.judges.filter(kind=Judge.IMPORT).earliest("pk")
    for question in questions_of(made):
        make_label(get_kind("exam"), judge, question, passage, value="4")
    make_grade_sample(bank, judge)
