"""Topics of a campaign in progress, with everything that is judged on them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from nuggets.models import Bank, BankVersion, Listing, Nugget
from runs.models import (
    Citation,
    RankedList,
    Response,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
    Track,
)

KINDS = ("relevance", "support", "assignment")
MATCH = "match"  # judged instead of these where that is measured
RUNS, SEGMENTS, RANKS = 30, 200, 100  # of a campaign; of a topic; of a list
SENTENCES, CITATIONS, NUGGETS, PARTS = 8, 2, 20, 8
WORDS = (
    *("harbour", "ice", "salt", "water", "freezes", "late", "river", "tug", "channel"),
    *("winter", "port", "bubbler", "wind", "berth", "crane", "keel", "ballast", "tide"),
    *("fresh", "floats", "first", "cost", "year", "ship", "hull", "anchor"),
)


@dataclass
class Desk:
    """A topic with the row numbers of its items, by kind of label."""

    topic: Topic
    parts: list[str]  # uuids of the sub-narratives
    items: dict[str, list[tuple[int, ...]]]


def text_of(rng: Random, words: int) -> str:
    """Return some words without meaning."""
    return " ".join(rng.choices(WORDS, k=words))


def make_desk(
    track: Track,
    runs: Sequence[Run],
    bank: Bank,
    number: int,
    *,
    rng: Random,
    now: datetime,
) -> Desk:
    """Create one topic with everything that is judged on it."""
    topic = Topic.objects.create(
        track=track, name=f"{number}", text=text_of(rng, 60), position=number
    )
    parts = Subnarrative.objects.bulk_create(
        Subnarrative(topic=topic, text=text, folded=text, position=place)
        for place, text in enumerate(f"{n} {text_of(rng, 8)}" for n in range(PARTS))
    )
    segments = make_segments(topic, runs, rng=rng)
    responses = make_responses(runs, topic, rng=rng)
    cited = make_citations(responses, segments, rng=rng)
    nuggets = make_version(bank, topic, rng=rng, now=now)
    items: dict[str, list[tuple[int, ...]]] = {
        "relevance": [(topic.pk, segment.pk) for segment in segments],
        "support": [(pk,) for pk in cited],
        "assignment": [(n.pk, r.pk) for n in nuggets for r in responses],
    }
    return Desk(topic, [str(part.uuid) for part in parts], items)


def make_segments(topic: Topic, runs: Sequence[Run], *, rng: Random) -> list[Segment]:
    """Create a topic's segments, and every run's ranking of them."""
    segments = Segment.objects.bulk_create(
        Segment(
            track=topic.track,
            docid=f"doc_{topic.name}#{place}",
            title=text_of(rng, 6),
            url=f"https://example.org/{topic.name}/{place}",
            text=text_of(rng, 150),
        )
        for place in range(SEGMENTS)
    )
    pks = [segment.pk for segment in segments]
    RankedList.objects.bulk_create(
        RankedList(
            run=run,
            topic=topic,
            segment_ids=rng.sample(pks, RANKS),
            scores=[float(RANKS - rank) for rank in range(RANKS)],
        )
        for run in runs
    )
    return segments


def make_responses(runs: Sequence[Run], topic: Topic, *, rng: Random) -> list[Response]:
    """Create every run's response to a topic, without its sentences."""
    texts = [text_of(rng, 25 * SENTENCES) for _run in runs]
    return Response.objects.bulk_create(
        Response(
            run=run,
            topic=topic,
            text=text,
            words=len(text.split()),
            digest=hashlib.sha256(text.encode()).hexdigest(),
        )
        for run, text in zip(runs, texts, strict=True)
    )


def make_citations(
    responses: Sequence[Response], segments: Sequence[Segment], *, rng: Random
) -> list[int]:
    """Create sentences with citations; return the judged citations, the first ones."""
    sentences = Sentence.objects.bulk_create(
        Sentence(response=response, position=place, text=text_of(rng, 25))
        for response in responses
        for place in range(SENTENCES)
    )
    citations = Citation.objects.bulk_create(
        Citation(sentence=sentence, position=place, segment=rng.choice(segments))
        for sentence in sentences
        for place in range(CITATIONS)
    )
    return [citation.pk for citation in citations if citation.position == 0]


def make_version(
    bank: Bank, topic: Topic, *, rng: Random, now: datetime
) -> list[Nugget]:
    """Create the frozen list of a topic."""
    version = BankVersion.objects.create(
        bank=bank, topic=topic, state=BankVersion.FROZEN, frozen_at=now
    )
    nuggets = Nugget.objects.bulk_create(
        Nugget(topic=topic, text=text_of(rng, 9)) for _place in range(NUGGETS)
    )
    Listing.objects.bulk_create(
        Listing(
            version=version,
            nugget=nugget,
            position=place,
            importance="vital" if place % 2 else "okay",
        )
        for place, nugget in enumerate(nuggets)
    )
    return nuggets
