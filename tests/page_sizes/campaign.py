"""A track with the most topics, runs, nuggets and labels of its profile."""

from __future__ import annotations

from accounts.models import User
from assess.judging.models import (
    Judge,
)
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.models import (
    AssignmentLabel,
    Bank,
    BankVersion,
    Condition,
    Listing,
    Nugget,
)
from runs.models import (
    Citation,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
)
from tests.make import NOW
from tests.page_sizes.most import (
    CUT,
    LISTED,
    MOST,
    WORDS,
    long_text,
)
from tests.query_counts.world import World


class FullCampaign(World):
    """The small world of the query counts, its topics filled with what is judged."""

    def __init__(self, ada: User, omar: User) -> None:
        super().__init__(ada, omar, size=1)
        self.omar = omar
        self.topic = Topic.objects.get(uuid=self.ids["topic"])
        self.fill_topics()
        self.fill_runs()
        self.fill_response()
        self.fill_lists()
        self.fill_judged()

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
