"""The leaderboard going out as CSV."""

from __future__ import annotations

from assess.exports.parts import described
from assess.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from nuggets.assignment.parts import JUDGE
from nuggets.banks.parts import BANK, described_bank
from nuggets.kernel.nugget_scores import Unlabelled
from nuggets.kernel.run_means import Unanswered
from nuggets.scores.basis import Basis
from nuggets.scores.files import run_lines, topic_lines
from nuggets.scores.leaderboard import Leaderboard, leaderboard

ROWS = Option("rows", "Lines", (("runs", "a line a run"), ("topics", "a line a topic")))
UNANSWERED = Option(
    "unanswered",
    "Unanswered topics",
    (("zero", "count 0"), ("left_out", "are left out")),
)
UNLABELLED = Option(
    "unlabelled",
    "Responses with unlabelled nuggets",
    (("undefined", "have no score"), ("not_support", "count them as not supported")),
)

_UNANSWERED: dict[str, Unanswered] = {"zero": "zero", "left_out": "left_out"}
_UNLABELLED: dict[str, Unlabelled] = {
    "undefined": "undefined",
    "not_support": "not_support",
}


def make_scores(wanted: Wanted) -> Export:
    """Return the leaderboard, or every run's score on each topic."""
    board = leaderboard(_basis(wanted))
    if not board.rows:
        raise CannotExport("The judge labelled no response with this bank.")
    per_topic = wanted.option(ROWS) == "topics"
    lines = topic_lines(board) if per_topic else run_lines(board)
    notes = {
        "judge": described(board.basis.judge),
        "bank": described_bank(board.basis.bank, wanted.named()),
        **_apart(board),
    }
    return Export(iter([ExportFile("scores.csv", lines)]), notes)


def _basis(wanted: Wanted) -> Basis:
    topics = None
    if wanted.topics is not None:
        topics = frozenset(topic.pk for topic in wanted.topics)
    return Basis(
        wanted.parts["bank"],
        wanted.parts["judge"],
        topics=topics,
        unanswered=_UNANSWERED[wanted.option(UNANSWERED)],
        unlabelled=_UNLABELLED[wanted.option(UNLABELLED)],
    )


def _apart(board: Leaderboard) -> dict[str, object]:
    """Return what counts apart, for the manifest."""
    return {
        "judged_topics": sorted(topic.name for topic in board.topics),
        "undefined": {
            metric: sorted(topic.name for topic in topics)
            for metric, topics in board.undefined.items()
            if topics
        },
        "subnarratives_without_nuggets": [
            {"topic": pin.version.topic.name, "subnarrative": pin.wording.text}
            for pin in board.bare
        ],
        "responses_with_unlabelled_nuggets": len(board.open),
        "responses_without_labels": board.unjudged,
        "unanswered": board.unanswered,
        "runs_without_labels": sorted(run.name for run in board.waiting),
    }


SCORES = register(
    Exporter(
        name="scores",
        title="Leaderboard",
        says="The scores of every judged run as CSV; an undefined one is empty.",
        suffix="csv",
        parts=(BANK, JUDGE),
        make=make_scores,
        options=(ROWS, UNANSWERED, UNLABELLED),
    )
)
