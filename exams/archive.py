"""The contents of archives that belong to exams."""

from __future__ import annotations

from assess.exchange.archive.format.columns import HASH, codec_of
from assess.exchange.archive.format.tables import leave_out, register, tells
from exams.models import (
    ExamPassage,
    GradeSample,
    Question,
    QuestionBank,
    QuestionDescent,
    QuestionDraft,
    QuestionListing,
    QuestionVersion,
    SampledPair,
)


@tells
def tell_of_exams() -> None:
    """Register banks, questions and passages; the labels are registered already."""
    named = Question._meta.get_field("external_id")  # noqa: SLF001
    register(
        Question,
        under="topic",
        codecs={"external_id": codec_of(named)},
        longest={"text": "text"},
    )
    register(QuestionDescent, under="child")
    register(
        QuestionBank,
        landed=("landed_at",),
        codecs={"sha256": HASH},
        named=("name",),
        most={"track": "banks"},
    )
    register(QuestionVersion, under="bank", plain=("lines", "edits", "steps"))
    register(
        QuestionListing,
        under="version",
        plain=("key", "details"),
        most={"version": "nuggets"},
        together={"version": ("exams.question", "list_text")},
    )
    register(ExamPassage, under="topic", longest={"text": "text"})
    register(GradeSample, under="bank", plain=("strata",))
    register(SampledPair, under="sample")
    leave_out(QuestionDraft, reason="a person's edits before they apply")
