"""A track filled to the limits of its profile with everything importable.

Rows without a limit, which pages list in parts (imports, jobs, threads, snapshots), are
more than a page shows. A second conversation track is filled in the same way.
"""

from __future__ import annotations

from accounts.models import User
from assess.exchange.archive.jobs import BRINGING, MAKING
from assess.exchange.models import Snapshot
from assess.judging.guidelines.forms import LONGEST as LONGEST_GUIDELINE
from assess.judging.models import (
    Adjudication,
    Allocation,
    Guideline,
    Judge,
    Remark,
    Thread,
)
from jobs.actions import LONGEST_TEXT
from jobs.models import Job, JobFailure, JobState
from runs.models import (
    Import,
    Membership,
    PtkbStatement,
    Run,
    RunEdit,
    Topic,
)
from tests.make import NOW
from tests.page_sizes.campaign import FullCampaign
from tests.page_sizes.most import (
    LISTED,
    LONG,
    LONGEST_TITLE,
    MOST,
    PEOPLE,
    WORDS,
    findings_of_a_kind,
    long_text,
    parts_of_a_snapshot,
)


class FullWorld(FullCampaign):
    """The full campaign with its people, their talk and work, and what pages list."""

    def __init__(self, ada: User, omar: User) -> None:
        super().__init__(ada, omar)
        self.fill_talk()
        self.fill_work()
        self.fill_what_is_paged()
        self.fill_what_people_add()

    def fill_talk(self) -> None:
        """Fill the conversation whose turns and statements are judged."""
        turn = Topic.objects.get(uuid=self.ids["turn"])
        talk = turn.conversation
        assert talk is not None
        there = talk.statements.count()
        said = long_text("list_text", MOST["statements"])
        asked = long_text("list_text", 3 * MOST["turns"])
        PtkbStatement.objects.bulk_create(
            PtkbStatement(conversation=talk, name=f"more {n}", text=said)
            for n in range(MOST["statements"] - there)
        )
        Topic.objects.bulk_create(
            Topic(
                track=turn.track,
                name=f"14_more_{n}",
                text=asked,
                position=1 + n,
                conversation=talk,
                details={"utterance": asked, "response": asked},
            )
            for n in range(MOST["turns"] - talk.turns.count())
        )

    def fill_work(self) -> None:
        """Hand out the reading of every topic to Ada, and add people."""
        Allocation.objects.bulk_create(
            Allocation(
                track=self.track, work="relevance", topic=topic, assessor=self.ada
            )
            for topic in self.topics
        )
        people = User.objects.bulk_create(
            User(username=f"assessor {n}") for n in range(PEOPLE)
        )
        Membership.objects.bulk_create(
            Membership(track=self.track, user=user, role=Membership.ASSESSOR)
            for user in people
        )

    def fill_what_is_paged(self) -> None:
        Import.objects.bulk_create(
            Import(
                track=self.track,
                kind="run",
                filename=f"run-{n}.jsonl",
                size=1,
                sha256=f"{n:064x}",
                state=Import.LANDED,
                finished_at=NOW,
            )
            for n in range(LISTED)
        )
        Job.objects.bulk_create(
            Job(
                kind="import",
                title=f"Import {n} {LONG}"[:LONGEST_TITLE],
                scope=self.track.uuid,
                state=JobState.FAILED,
                error=LONG[:LONGEST_TEXT],
                created=NOW,
                finished=NOW,
            )
            for n in range(LISTED)
        )
        self._fill_snapshots()
        self._fill_threads()

    def _fill_snapshots(self) -> None:
        self.fill_job(Job.objects.get(uuid=self.ids["job"]))
        Snapshot.objects.bulk_create(
            Snapshot(
                track=self.track,
                title=f"snapshot {n}",
                asked={},
                created_at=NOW,
                made_at=NOW,
                filename="a.zip",
                sha256="a" * 64,
                size=1,
            )
            for n in range(LISTED)
        )
        Snapshot.objects.filter(uuid=self.ids["snapshot"]).update(
            manifest={"parts": parts_of_a_snapshot()}
        )
        Import.objects.filter(uuid=self.ids["import"]).update(
            findings=[findings_of_a_kind(n) for n in range(40)]
        )

    def _fill_threads(self) -> None:
        work = Allocation.objects.get(uuid=self.ids["relevance"])
        threads = Thread.objects.bulk_create(
            Thread(allocation=work, item=str(segment.uuid), about=segment.docid)
            for segment in self.segments[:LISTED]
        )
        Remark.objects.bulk_create(
            Remark(
                thread=thread, kind=Remark.COMMENT, text=WORDS, author=self.ada, at=NOW
            )
            for thread in threads
        )

    def fill_job(self, job: Job) -> None:
        """Let every item of a job fail with a reason of maximum length."""
        said = {"subject": LONG[:LONGEST_TEXT], "reason": LONG[:LONGEST_TEXT]}
        JobFailure.objects.bulk_create(
            JobFailure(job=job, at=NOW, **said) for _n in range(LISTED)
        )
        Job.objects.filter(pk=job.pk).update(
            title=LONG[:LONGEST_TITLE], error=LONG[:LONGEST_TEXT]
        )

    def fill_what_people_add(self) -> None:
        """Add rows without a limit: archives, histories, things that are put away."""
        Job.objects.bulk_create(
            Job(
                kind=MAKING,
                title=f"Archive {n}",
                scope=self.track.uuid,
                state=JobState.CANCELLED,
                created=NOW,
                finished=NOW,
            )
            for n in range(LISTED)
        )
        RunEdit.objects.bulk_create(
            RunEdit(
                run=self.runs[0],
                before={"group": f"a {n}"},
                after={"group": f"b {n}"},
                at=NOW,
            )
            for n in range(LISTED)
        )
        Guideline.objects.bulk_create(
            Guideline(track=self.track, work="relevance", number=n, text=WORDS, at=NOW)
            for n in range(3, LISTED)
        )
        Guideline.objects.filter(track=self.track, number=1).update(
            text="word " * (LONGEST_GUIDELINE // 5)
        )
        self._fill_put_away()

    def _fill_put_away(self) -> None:
        Job.objects.bulk_create(
            Job(
                kind=BRINGING,
                title=f"Import the archive {n}",
                owner=self.omar,
                error=LONG[:LONGEST_TEXT],
                state=JobState.FAILED,
                created=NOW,
                finished=NOW,
            )
            for n in range(LISTED)
        )
        Run.objects.bulk_create(
            Run(
                track=self.track,
                name=f"gone {n}",
                task=Run.RAG,
                landed_at=NOW,
                deleted_at=NOW,
            )
            for n in range(LISTED)
        )
        Adjudication.objects.bulk_create(
            Adjudication(track=self.track, judge=judge, kind="relevance", closed_at=NOW)
            for judge in Judge.objects.filter(track=self.track, kind=Judge.IMPORT)[:100]
        )
