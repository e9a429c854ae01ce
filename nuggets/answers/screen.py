"""Gold answers among the kinds of work."""

from __future__ import annotations

from collections.abc import Sequence

from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen, Steps, in_conversations, register
from nuggets.banks.subjects import banks_of, topics_of_bank
from nuggets.models import AnswerRevision, GoldAnswer
from runs.kernel.words import COUNTERS

SAVES = Steps(
    rows=AnswerRevision.objects.all,
    by="answer__author",
    topic="answer__topic",
    subject="answer__bank__uuid",
)


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


ANSWERS_SCREEN = register(
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
