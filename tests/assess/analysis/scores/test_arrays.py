"""The counted values of raw scores, by the rules for missing values."""

from dataclasses import replace

import numpy as np
import pytest

from assess.analysis.scores.arrays import (
    Measure,
    Rules,
    Scored,
    UnknownMeasure,
    counted,
    narrowed,
)
from assess.analysis.scores.grids import OPEN, SCORED, UNANSWERED, UNJUDGED
from runs.models import Run, Topic
from tests.assess.analysis.scores.boards import make_grid

NAN = np.nan
V, A = Measure("V", "V", "vital nuggets"), Measure("A", "A", "all nuggets")


def scored() -> Scored:
    """Return two runs on four topics; the last topic has no vital nugget."""
    return Scored(
        measures=(V, A),
        primary="V",
        runs=(Run(pk=1, name="one", task="ag"), Run(pk=2, name="two", task="rag")),
        topics=tuple(Topic(pk=place, name=str(place)) for place in range(4)),
        grid=make_grid(
            values=np.array(
                [
                    [[0.5, NAN, NAN, NAN], [1.0, 0.25, NAN, NAN]],
                    [[0.4, NAN, NAN, 0.2], [0.9, 0.3, NAN, NAN]],
                ]
            ),
            states=np.array(
                [
                    [SCORED, UNANSWERED, OPEN, SCORED],
                    [SCORED, SCORED, UNJUDGED, UNANSWERED],
                ],
                dtype=np.int8,
            ),
            words=np.array([[10, NAN, 30, 40], [50, 60, 70, NAN]]),
            grounds=np.array([[True, True, True, False], [True, True, True, True]]),
        ),
    )


@pytest.mark.parametrize(
    ("measure", "rules", "expected"),
    [
        ("V", Rules(), [[0.5, 0.0, NAN, NAN], [1.0, 0.25, NAN, NAN]]),
        (
            "V",
            Rules(no_ground="zero"),
            [[0.5, 0.0, NAN, 0.0], [1.0, 0.25, NAN, 0.0]],
        ),
        (
            "V",
            Rules(unanswered="left_out", no_ground="zero"),
            [[0.5, NAN, NAN, 0.0], [1.0, 0.25, NAN, NAN]],
        ),
        ("A", Rules(), [[0.4, 0.0, NAN, 0.2], [0.9, 0.3, NAN, 0.0]]),
        (
            "A",
            Rules(unanswered="left_out"),
            [[0.4, NAN, NAN, 0.2], [0.9, 0.3, NAN, NAN]],
        ),
    ],
)
def test_it_counts_absence_as_the_rules_say(
    measure: str, rules: Rules, expected: list[list[float]]
) -> None:
    np.testing.assert_array_equal(counted(scored(), measure, rules), expected)


def test_it_leaves_the_raw_values_as_they_are() -> None:
    whole = scored()
    counted(whole, "V", Rules(no_ground="zero"))
    np.testing.assert_array_equal(whole.values, scored().values)


def test_silence_never_counts_in_what_is_no_quality() -> None:
    aside = replace(scored(), measures=(V, A._replace(aside=True)))
    expected = [[0.4, NAN, NAN, 0.2], [0.9, 0.3, NAN, NAN]]
    np.testing.assert_array_equal(counted(aside, "A", Rules()), expected)


def test_it_names_the_measures_there_are() -> None:
    with pytest.raises(UnknownMeasure, match="use one of V, A"):
        counted(scored(), "B", Rules())


def test_it_narrows_to_some_runs_and_topics() -> None:
    whole = scored()
    some = narrowed(whole, lambda run: run.task == "rag", topics=whole.topics[1:3])
    assert [run.name for run in some.runs] == ["two"]
    assert [topic.name for topic in some.topics] == ["1", "2"]
    np.testing.assert_array_equal(some.of("A"), [[0.3, NAN]])
    np.testing.assert_array_equal(some.states, [[SCORED, UNJUDGED]])
    np.testing.assert_array_equal(some.grounds, [[True, True], [True, True]])


def test_it_narrows_to_nothing() -> None:
    some = narrowed(scored(), lambda _run: False, topics=())
    assert some.of("V").shape == (0, 0)
