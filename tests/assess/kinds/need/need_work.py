"""Work on need: two responses, each with two sentences that cite nothing."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from assess.judging.kernel.order import order_key
from assess.kinds.need.page import DESK
from runs.models import Citation, Response, Sentence, Topic
from tests.assess.judging.work.world import Spot, World
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

NEEDED, NONE = "citation_needed", "no_citation_needed"
SENTENCES = ("Fresh water floats.", "I hope this helps.", "It freezes first.")


@dataclass(frozen=True, kw_only=True)
class Needing(World):
    """Ada's work, with its responses in her order."""

    topic: Topic
    responses: list[Response]


def make_uncited(topic: Topic, name: str) -> Response:
    """Make three sentences, of which the first cites a segment."""
    response = make_response(
        make_run(topic.track, name, group="secret"), topic, SENTENCES
    )
    segment = make_segment(topic.track, f"doc-{name}", "Fresh water is lighter.")
    first = response.sentences.get(position=0)
    Citation.objects.create(sentence=first, position=0, segment=segment)
    return response


def make_needing(ada: User, *, responses: int = 2) -> Needing:
    """Make responses that each have two sentences without a citation."""
    track = make_track(profile="rag24", assessors=[ada])
    topic = make_topic(track)
    work = make_allocation(topic, ada, work="need")
    rows = [make_uncited(topic, f"hidden-{place}") for place in range(responses)]
    rows.sort(key=lambda response: order_key(work.seed, response.uuid))
    return Needing(
        desk=DESK,
        below="need",
        work=work,
        spots=[
            _spot(row, sentence)
            for row in rows
            for sentence in row.sentences.filter(position__gt=0)
        ],
        values=(NEEDED, NONE),
        left=f"{2 * responses} labels left",
        topic=topic,
        responses=rows,
    )


def _spot(response: Response, sentence: Sentence) -> Spot:
    name = {"sentence": str(sentence.uuid)}
    return Spot(
        page=response.uuid,
        rows=(sentence,),
        script=name,
        form=name,
        anchor=f"sentence-{sentence.uuid}",
    )
