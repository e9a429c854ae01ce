"""The exam scores of a track's runs, and their family of measures."""

from __future__ import annotations

from assess.analysis.scores.arrays import Scored, scored_of
from assess.analysis.scores.cache import kept_grid, kept_scores
from assess.analysis.scores.families import Family, Shows, register
from assess.analysis.scores.grids import GridPart
from config.operations.single_reads import rows_once
from exams.grading.kind import EXAM
from exams.scores.basis import Basis
from exams.scores.forms import ExamForm
from exams.scores.ground import ExamGround
from exams.scores.measures import MEASURES, measures_of, primary_of
from runs.models import Run, Topic


def score_exams(basis: Basis) -> Scored:
    """Return the exam scores of every visible run of the basis's track."""
    notes = (
        f"Cover looks at the first {basis.depth} passages of a run.",
        "An ungraded passage has no label, and counts as not relevant.",
    )
    primary = primary_of(basis.bank.track)
    return kept_scores(ExamGround(basis), MEASURES, primary, notes=notes)


def score_edited(basis: Basis, part: GridPart) -> Scored:
    """Return the scores as they would be with other ones on some topics."""
    track = basis.bank.track
    runs = rows_once(Run.objects.visible().filter(track=track))
    topics = rows_once(Topic.objects.filter(track=track))
    grid = kept_grid(ExamGround(basis), runs).mended(part)
    return scored_of(grid, runs, topics, MEASURES, primary_of(track))


EXAMS = register(
    Family(
        name="exam",
        title="Exams",
        measures=measures_of,
        primary=primary_of,
        form=ExamForm,
        score=score_exams,
        named_for=("bank", "judge"),
        fits=EXAM.fits,
        shows=Shows(
            basis="exams/scores/_basis.html", chooser="exams/scores/_chooser.html"
        ),
    )
)
