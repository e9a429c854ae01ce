"""Runs of the cluster's bench add up."""

from pathlib import Path

import pytest

from bench.cluster.totals import (
    COUNTED,
    MUST_BE_NONE,
    append_run,
    as_buckets,
    is_met,
    sum_of,
)


def found(**counts: int) -> dict[str, object]:
    return {
        **dict.fromkeys(COUNTED, 0),
        "by kind": {"kill web": 2},
        "waits": as_buckets([12.4, 12.3, 1234.5]),
        "faults": [],
        **{name.replace("_", " "): count for name, count in counts.items()},
    }


def test_runs_add_up(tmp_path: Path) -> None:
    for labels in (3, 4):
        append_run(tmp_path / "runs", found(kills=2, labels_answered=labels))
    total = sum_of(tmp_path / "runs")
    assert (total["kills"], total["labels answered"]) == (4, 7)
    assert total["by kind"] == {"kill web": 4}
    assert total["waits"] == {"12": 4, "1200": 2}


@pytest.mark.parametrize("name", MUST_BE_NONE)
def test_one_fault_in_one_run_misses_the_goal(tmp_path: Path, name: str) -> None:
    assert is_met(found())
    append_run(tmp_path / "runs", found() | {name: 1})
    append_run(tmp_path / "runs", found())
    assert not is_met(sum_of(tmp_path / "runs"))
