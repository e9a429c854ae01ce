from hypothesis import given
from hypothesis import strategies as st

from assess.analysis.kernel.pareto import RunPoint, pareto_front

points = st.dictionaries(
    st.text(max_size=3),
    st.builds(RunPoint, st.integers(0, 9).map(float), st.integers(0, 9).map(float)),
)


def test_no_runs_have_no_front() -> None:
    assert pareto_front({}) == []


def test_a_longer_run_must_score_more() -> None:
    runs = {
        "long": RunPoint(300, 0.6),
        "wordy": RunPoint(300, 0.5),
        "brief": RunPoint(80, 0.4),
        "twin": RunPoint(80, 0.4),
        "waste": RunPoint(90, 0.4),
    }
    assert pareto_front(runs) == ["brief", "twin", "long"]


@given(points)
def test_the_front_is_what_nothing_dominates(runs: dict[str, RunPoint]) -> None:
    def beaten(point: RunPoint) -> bool:
        return any(
            other != point
            and other.length <= point.length
            and other.score >= point.score
            for other in runs.values()
        )

    front = {run for run, point in runs.items() if not beaten(point)}
    assert set(pareto_front(runs)) == front
