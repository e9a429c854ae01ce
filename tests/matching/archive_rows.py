"""A row in every table of nugget matching."""

from __future__ import annotations

from uuid import uuid4

from accounts.models import User
from assess.judging.models import Judge, TurnMark
from assess.judging.turns.marks import Marks
from matching.entail.kind import ENTAIL
from matching.match.kind import MATCH
from matching.models import (
    Cover,
    Deduplication,
    Entailment,
    Extraction,
    JudgedPairs,
    OtherScore,
    Pair,
    ReferenceAnswer,
    ResponseNugget,
    Voiding,
)
from nuggets.models import BankVersion
from runs.models import Response, Track
from tests.make import NOW, make_bank, make_judge, make_label
from tests.matching.match_work import make_batch, make_batch_work


def add_turn_mark(track: Track, ada: User) -> None:
    """Add a decision that the first turn of a conversation is assessed."""
    turn = track.topics.filter(conversation__isnull=False).earliest("pk")
    marks = Marks(assessed=True, number=1)._asdict()
    TurnMark.objects.create(topic=turn, **marks, by=ada, key=uuid4(), at=NOW)


def add_matching(track: Track, ada: User) -> None:
    """Add a row to every table of nugget matching, and a decision about a turn."""
    add_turn_mark(track, ada)
    version = BankVersion.objects.filter(bank__track=track).earliest("pk")
    nuggets = list(version.nuggets.order_by("pk")[:2])
    response = Response.objects.visible().filter(topic=version.topic).earliest("pk")
    judge = make_judge(track, "matcher", kind=Judge.IMPORT)
    part = ("A span.", 0, 4, "verbatim")
    head = Extraction.objects.create(judge=judge, response=response, at=NOW)
    names = dict(zip(("text", "start", "end", "found"), part, strict=True))
    span = ResponseNugget.objects.create(
        extraction=head, response=response, position=0, **names
    )
    make_label(MATCH, judge, nuggets[0], response, value="yes")
    make_label(ENTAIL, judge, span, nuggets[0], value="yes")
    JudgedPairs.objects.create(judge=judge, response=response, version=version)
    Entailment.objects.create(
        judge=judge, premise=nuggets[0], hypothesis=nuggets[1], value="yes", p=60.5
    )
    batch = make_batch(version.bank, version.topic)
    Pair.objects.create(batch=batch, nugget=nuggets[0], response=response)
    Voiding.objects.create(work=make_batch_work(batch, ada), at=NOW)
    ReferenceAnswer.objects.create(
        topic=version.topic, author=judge, text="So.", words=1, nuggets=["So."]
    )
    OtherScore.objects.create(
        track=track, run=response.run, topic=version.topic, measure="BEM", value=0.5
    )
    OtherScore.objects.create(
        track=track,
        run=response.run,
        topic=version.topic,
        measure="LLMEval by matcher",
        value=1,
        judge=judge,
    )
    bank = make_bank(track, "without doubles")
    made = Deduplication.objects.create(bank=bank, judge=judge, rule="in-order")
    Cover.objects.create(deduplication=made, dropped=nuggets[1], by=nuggets[0])
