"""Gold answers among the kinds of work."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from assess.models import Allocation
from assess.screens import Progress, Screen, Steps, Subject, register
from nuggets.models import AnswerRevision, Bank, GoldAnswer
from runs.kernel.words import COUNTERS
from runs.models import Topic, Track


SAVES = Steps(
    rows=AnswerRevision.objects.all,
    by="answer__author",
    topic="answer__topic",
    subject="answer__bank__uuid",
)


def banks(track: Track) -> list[Subject]:
    """Return the banks whose nuggets an answer can cover."""
    found = Bank.objects.visible().filter(track=track).values_list("uuid", "name")
    return [Subject(str(uuid), name) for uuid, name in found]


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics that a bank has a list for, frozen or still being edited."""
    return Topic.objects.filter(track=track, bank_versions__bank__uuid=bank).distinct()


def answers_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return for each allocation whether its answer is finished, and its length."""
    found = GoldAnswer.objects.filter(
        bank__uuid__in={work.subject for work in allocations if work.subject},
        topic__in={work.topic_id for work in allocations},
        author__in={work.assessor_id for work in allocations},
    ).values_list("bank__uuid", "topic", "author", "text")
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


def fits(track: Track) -> bool:
    """Say whether a track has a use for it: of conversations, or handed out before."""
    handed_out = track.allocations.filter(kind="answers")
    return track.profile.topics == "conversations" or handed_out.exists()


ANSWERS_SCREEN = register(
    Screen(
        name="answers",
        title="Gold answers",
        verb="Write answers",
        url_name="nuggets:answer",
        progress=answers_progress,
        topics=topics_of_bank,
        fits=fits,
        subjects=banks,
        steps=SAVES,
    )
)
