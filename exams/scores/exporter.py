"""Exports of exam scores: the board, and passages' labels as qrels."""

from __future__ import annotations

from collections.abc import Iterator

from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.exports.columns import check_words
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from exams.banks.parts import BANK, described_bank
from exams.grading.kind import EXAM
from exams.kernel.grades import DEFAULT_TAU, TAUS, UNGRADED, Labels, facet_labels
from exams.kernel.grades import labels_of as kernel_labels
from exams.models import QuestionBank, QuestionListing
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades, TopicGrades
from exams.scores.runs import Names
from exams.scores.scoring import EXAMS

JUDGE = judge_of_kind(EXAM.name)
VARIANT = Option(
    "variant",
    "A passage’s label",
    (
        ("best", "its best grade"),
        ("second", "its second-best grade"),
        ("count", "how many questions it answers from τ on"),
        ("facet", "its best grade of each facet: topics are topic/facet"),
    ),
)
TAU = Option(
    "tau",
    "τ, for counts",
    tuple((str(tau), str(tau)) for tau in sorted(TAUS, key=lambda t: t != DEFAULT_TAU)),
)


def _describe(wanted: Wanted) -> dict[str, object]:
    return {
        "judge": described(wanted.parts["judge"]),
        "bank": described_bank(wanted.parts["bank"], wanted.named()),
    }


def make_qrels(wanted: Wanted) -> Export:
    """Return a line for each labelled passage; one without a grade has none."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    bank.track = judge.track = wanted.track
    topics = None if wanted.topics is None else [t.pk for t in wanted.topics]
    grades = BankGrades(Basis(bank, judge), topics)
    if not any(own.graded for own in grades.topics.values()):
        raise CannotExport("The judge graded no question of this bank.")
    lines = list(_lines(wanted, grades))
    ungraded = sum(
        int((own.grades == UNGRADED).all(axis=1).sum())
        for own in grades.topics.values()
    )
    chosen = {"variant": wanted.option(VARIANT), "tau": int(wanted.option(TAU))}
    left_out = [LeftOut("passages without a grade", ungraded, "have no label")]
    return Export(
        iter([ExportFile("exam.qrels", lines)]), _describe(wanted) | chosen, left_out
    )


def _lines(wanted: Wanted, grades: BankGrades) -> Iterator[str]:
    names, topics = Names(grades, list(grades.topics)), wanted.topic_names()
    for topic, own in grades.topics.items():
        named = names.of_topic(grades.passages[topic])
        check_words("docid", [name for name, _ in named])
        for suffix, labels in _labels(wanted, own).items():
            title = "/".join(filter(None, (topics[topic], suffix)))
            check_words("topic", [title])
            for name, place in sorted(named):
                label = int(labels[place])
                if label != UNGRADED:
                    yield f"{title} 0 {name} {label}\n"


def _labels(wanted: Wanted, own: TopicGrades) -> dict[str, Labels]:
    """Return the labels of a topic by the suffix of its name."""
    variant, tau = wanted.option(VARIANT), int(wanted.option(TAU))
    if variant == "facet":
        return facet_labels(own.grades, _facets(wanted.parts["bank"], own))
    if variant == "count":
        return {"": kernel_labels(own.grades, "count", tau=tau)}
    return {"": kernel_labels(own.grades, "second" if variant == "second" else "best")}


def _facets(bank: QuestionBank, own: TopicGrades) -> list[str]:
    current = bank.versions.current().filter(topic=own.topic)
    rows = QuestionListing.objects.filter(version__in=current, facet__isnull=False)
    found = rows.values_list("question", "facet__uuid")
    uuids = {pk: str(uuid) for pk, uuid in found}
    return [uuids.get(pk, "") for pk in own.questions.tolist()]


QRELS = register(
    Exporter(
        name="exam-qrels",
        title="Exam qrels",
        says="Passages’ labels by their grades: topic 0 docid label.",
        parts=(BANK, JUDGE),
        make=make_qrels,
        options=(VARIANT, TAU),
        kind=EXAM.name,
        reader="trec_eval",
    )
)
COVER = export_board(
    EXAMS,
    (BANK, JUDGE),
    _describe,
    name="exam-cover",
    title="Exam cover table",
    kind=EXAM.name,
    alias="",
)
