"""The items of gold answers: a topic's nuggets, and the work on each topic."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.urls import reverse

from assess.judging import screens
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, Steps, in_conversations
from assess.judging.threads import spots
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.walk import NotInThisWork
from config.operations.readings import Reading
from nuggets.banks.subjects import banks_of, topics_of_bank
from nuggets.models import (
    AnswerRevision,
    Bank,
    BankVersion,
    GoldAnswer,
    Listing,
    Nugget,
)
from runs.kernel.words import COUNTERS
from runs.models import Track

ANSWERS = "answers"  # the type of work


def listed_nuggets(bank: Bank, work: Allocation) -> list[Nugget]:
    """Return the nuggets to cover: of the latest frozen list, else of the open one."""
    versions = BankVersion.objects.filter(bank=bank, topic=work.topic)
    frozen = versions.current().first()
    version = frozen or versions.order_by("-number").first()
    rows = Listing.objects.filter(version=version).select_related("nugget")
    return [row.nugget for row in rows.order_by("position", "pk")]


SAVES = Steps(
    rows=AnswerRevision.objects.all,
    by="answer__author",
    topic="answer__topic",
    subject="answer__bank__uuid",
)


def answers_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return for each allocation whether its answer is finished, and its length."""
    own = GoldAnswer.objects.filter(
        bank__uuid__in={work.subject for work in allocations if work.subject},
        topic__in={work.topic_id for work in allocations},
        author__in={work.assessor_id for work in allocations},
    ).order_by()
    [found] = yield [own.values_list("bank__uuid", "topic", "author", "text")]
    texts = {(str(bank), *rest): text for bank, *rest, text in found}
    return {
        work.pk: _progress(
            work, texts.get((work.subject, work.topic_id, work.assessor_id))
        )
        for work in allocations
    }


def _progress(work: Allocation, text: str | None) -> Progress:
    if text is None:
        return Progress(0, 1, "finished", "not begun yet")
    words = COUNTERS[work.track.profile.responses.word_counter](text)
    length = f"{words} word{'' if words == 1 else 's'}"
    if work.finished_at:
        return Progress(1, 1, "finished", length, opened=True)
    return Progress(0, 1, "finished", f"not finished yet: {length}", opened=True)


ANSWERS_SCREEN = screens.register(
    Screen(
        name="answers",
        turn=10,
        title="Gold answers",
        verb="Write answers",
        url_name="nuggets:answer",
        progress=answers_progress,
        topics=topics_of_bank,
        fits=in_conversations("answers"),
        subjects=banks_of,
        steps=SAVES,
    )
)


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one answer of the work."""
    if page != work.topic.uuid:
        raise NotInThisWork
    return [Spot(str(page), f"Your answer to topic {work.topic}")]


def find(work: Allocation, item: str) -> Spot:
    """Return the answer."""
    return on_page(work, uuid_in(item))[0]


def address(work: Allocation, _item: str) -> str:
    """Return the URL of the answer's page."""
    return reverse("nuggets:answer", args=[work.uuid])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each topic."""
    return {item: reverse("runs:topic", args=[track.uuid, item]) for item in items}


SPOTS = spots.register(Spots("answers", find, on_page, address, behind, can_skip=False))
