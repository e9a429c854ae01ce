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
from assess.kinds.relevance.models import RelevanceLabel
from jobs.actions import LONGEST_TEXT
from jobs.models import Job, JobFailure, JobState
from nuggets.models import (
    AssignmentLabel,
    Bank,
    BankVersion,
    Condition,
    Listing,
    Nugget,
)
from runs.kernel.limits import LIMITS
from runs.models import (
    Citation,
    Import,
    Membership,
    PtkbStatement,
    RankedList,
    Response,
    Run,
    RunEdit,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
)
from tests.make import NOW
from tests.query_counts.world import World

MOST = {name: limit.default for name, limit in LIMITS.items()}
LISTED = 300  # rows of lists that pages show in parts
PEOPLE = 60
LONGEST_TITLE = 2_000  # characters of a job's, from an archive
LONG = "x" * 4_000
CUT = 310  # characters: lists show no more of a text
WORDS = "fresh water floats on salt water and so the harbour freezes from above"


def long_text(limit: str, among: int = 1) -> str:
    """Return a text of the limit's length, divided by the number that share it."""
    return "x" * (MOST[limit] // among - 4)  # room for a number


def parts_of_a_snapshot() -> list[dict[str, object]]:
    """Return a manifest's entries of as many exports as judges and banks allow."""
    left = [{"what": "labels", "count": 1, "why": "put away"}]
    held: dict[str, object] = {"of": "qrels of a judge", "files": [], "left_out": left}
    refused: dict[str, object] = {
        "of": "scores of a judge",
        "refused": "Nothing.",
        "places": ["14"] * 20,
    }
    return [held] * 3_000 + [refused] * 3_000


def findings_of_a_kind(number: int) -> dict[str, object]:
    """Return a check report's entry of one kind of finding."""
    example = {"line": 1, "field": "f", "found": WORDS, "expected": WORDS}
    return {
        "kind": f"kind {number}",
        "severity": "error",
        "message": WORDS,
        "count": 1_000,
        "examples": [example] * 5,
    }


class FullWorld(World):
    """The small world of the query counts, with each of its lists filled."""

    def __init__(self, ada: User, omar: User) -> None:
        super().__init__(ada, omar, size=1)
        self.omar = omar
        self.topic = Topic.objects.get(uuid=self.ids["topic"])
        self.fill_topics()
        self.fill_runs()
        self.fill_response()
        self.fill_lists()
        self.fill_judged()
        self.fill_talk()
        self.fill_work()
        self.fill_what_is_paged()
        self.fill_what_people_add()

    def fill_topics(self) -> None:
        text = long_text("text")
        number = MOST["topics"] - self.track.topics.count()
        self.topics = Topic.objects.bulk_create(
            Topic(
                track=self.track,
                name=f"more {n}",
                text=text[: None if n < LISTED else CUT],
                position=100 + n,
            )
            for n in range(number)
        )
        words = long_text("list_text", MOST["nuggets"])
        live = Subnarrative.objects.live().filter(topic=self.topic).count()
        Subnarrative.objects.bulk_create(
            Subnarrative(
                topic=self.topic, text=f"{n} {words}", folded=f"{n}", position=100 + n
            )
            for n in range(MOST["subnarratives"] - live)
        )

    def fill_runs(self) -> None:
        """Let each run answer one topic, and one run every topic."""
        number = MOST["runs"] - self.track.runs.count()
        runs = Run.objects.bulk_create(
            Run(
                track=self.track,
                name=f"run-more-{n}",
                group=f"group-{n % 40}",
                task=Run.RAG,
                landed_at=NOW,
            )
            for n in range(number)
        )
        pairs = [(run, self.topic) for run in runs]
        pairs += [(self.runs[0], topic) for topic in self.topics]
        self.answers = Response.objects.bulk_create(
            Response(run=run, topic=topic, text=WORDS, words=13, digest=f"{n}")
            for n, (run, topic) in enumerate(pairs)
        )
        Sentence.objects.bulk_create(
            Sentence(response=answer, position=0, text=WORDS) for answer in self.answers
        )

    def fill_response(self) -> None:
        """Fill the response of the pages with sentences, each with citations."""
        title = long_text("title")
        segments = Segment.objects.bulk_create(
            Segment(
                track=self.track,
                docid=f"shard_{n}_{n}",
                title=title[: None if n < MOST["references"] else CUT],
                text=WORDS,
            )
            for n in range(MOST["labels"])
        )
        self.segments = segments
        response = Response.objects.get(uuid=self.ids["response"])
        there = response.sentences.count()
        sentences = Sentence.objects.bulk_create(
            Sentence(response=response, position=there + n, text=WORDS)
            for n in range(MOST["sentences"] - there)
        )
        Citation.objects.bulk_create(
            Citation(
                sentence=sentence,
                position=place,
                segment=segments[(at + place) % MOST["references"]],
            )
            for at, sentence in enumerate(sentences)
            for place in range(MOST["citations"])
        )
        ranks = [segment.pk for segment in segments[: MOST["rows"]]]
        RankedList.objects.bulk_create(
            RankedList(run=self.runs[0], topic=topic, segment_ids=ranks, scores=ranks)
            for topic in self.topics[:30]
        )

    def fill_lists(self) -> None:
        """Fill the lists of nuggets, in the open version and the frozen one."""
        for name in ("version", "edited"):
            version = self.version_named(name)
            there = version.listings.count()
            text = long_text("list_text", MOST["nuggets"])
            nuggets = Nugget.objects.bulk_create(
                Nugget(topic=self.topic, text=f"{n:03} {text}")
                for n in range(MOST["nuggets"] - there)
            )
            Listing.objects.bulk_create(
                Listing(version=version, nugget=nugget, position=there + n)
                for n, nugget in enumerate(nuggets)
            )

    def version_named(self, name: str) -> BankVersion:
        return BankVersion.objects.get(uuid=self.ids[name])

    def fill_judged(self) -> None:
        """Grade the maximum of the topic's segments; label a nugget everywhere."""
        RelevanceLabel.objects.bulk_create(
            RelevanceLabel(
                judge=self.judge, topic=self.topic, segment=segment, value="3", at=NOW
            )
            for segment in self.segments
        )
        nuggets = list(self.version_named("version").listings.all())
        by_pair = [
            (nuggets[0].nugget_id, answer)
            for answer in self.answers
            if answer.topic_id == self.topic.pk
        ]
        AssignmentLabel.objects.bulk_create(
            AssignmentLabel(
                judge=self.judge,
                nugget_id=nugget,
                response=answer,
                value="support",
                at=NOW,
            )
            for nugget, answer in by_pair
        )
        self._fill_conditions()

    def _fill_conditions(self) -> None:
        Judge.objects.bulk_create(
            Judge(track=self.track, name=f"judge {n}", kind=Judge.IMPORT, landed_at=NOW)
            for n in range(MOST["judges"] - self.track.judges.count())
        )
        Bank.objects.bulk_create(
            Bank(
                track=self.track, name=f"bank {n}", origin=Bank.IMPORTED, landed_at=NOW
            )
            for n in range(MOST["banks"] - self.track.banks.count())
        )
        Condition.objects.bulk_create(
            Condition(
                track=self.track,
                name=f"condition {n}",
                bank=self.bank,
                assignment_judge=self.judge,
            )
            for n in range(LISTED)
        )

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
                title=f"Bring in the archive {n}",
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
