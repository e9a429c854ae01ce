"""Exported leaderboards, compared with the grammar of their formats."""

import hashlib
from pathlib import Path

import pytest

from assess.exchange.exports.registry import CannotExport
from tests.assess.exchange.exports.campaign import Judged, json_lines, left_out, write

pytestmark = pytest.mark.both_stacks


def test_metric_rows_count_an_empty_denominator_as_zero(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "support-metrics", tmp_path / "m")
    rows = json_lines(tmp_path / "m")
    assert sorted(row["weighted_precision_first_citation"] for row in rows) == [0.5, 1]
    assert sorted(row["hard_recall"] for row in rows) == [0, 1]
    assert "undefined scores" not in left_out(manifest)
    made.track.runs.filter(name="b").update(name="two words")
    with pytest.raises(CannotExport, match="White space in a run"):
        write(made, "support-metrics", tmp_path / "f", form="flat")


@pytest.mark.parametrize(
    ("form", "row"),
    [
        ("ir_measures", ["b", "9", "A", "0.5"]),
        ("tot", ["b", "A", "9", "0.5"]),
        ("rag4reports", ["9", "b", "A", "0.500000"]),
    ],
)
def test_leaderboards_go_out_in_columns_with_their_means(
    made: Judged, tmp_path: Path, form: str, row: list[str]
) -> None:
    write(made, "nuggets-scores", tmp_path / "l", form=form)
    rows = [line.split("\t") for line in (tmp_path / "l").read_text().splitlines()]
    assert row in rows
    assert any("all" in other for other in rows)


def test_a_leaderboard_in_trec_eval_s_form_is_a_file_a_run(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "nuggets-scores", tmp_path / "out", form="trec_eval")
    runs = tmp_path / "out" / "runs"
    names = sorted(path.name for path in runs.iterdir())
    assert names == ["%3Dcmd%7C%27x%27%21A1", "b"]
    lines = (runs / "b").read_text().splitlines()
    assert all(len(line.split()) == 3 for line in lines)
    assert left_out(manifest) == {"unanswered topics of runs": 1}


def test_a_leaderboard_as_jsonl_has_its_measures_beside_it(
    made: Judged, tmp_path: Path
) -> None:
    yaml = pytest.importorskip("yaml")
    write(made, "nuggets-scores", tmp_path / "out", form="jsonl")
    rows = json_lines(tmp_path / "out" / "leaderboard.jsonl")
    text = (tmp_path / "out" / "leaderboard.measures.yml").read_text("utf-8")
    described = yaml.safe_load(text)["measures"]
    assert {row["measure"] for row in rows} <= {each["name"] for each in described}
    assert set(described[0]) == {"name", "dtype", "description"}


def test_the_same_export_gives_the_same_bytes_and_its_manifest_their_hash(
    made: Judged, tmp_path: Path
) -> None:
    for what in ("rubric-bank", "graded-responses", "qrels", "support"):
        one = write(made, what, tmp_path / "one")
        other = write(made, what, tmp_path / "other")
        data = (tmp_path / "one").read_bytes()
        assert data == (tmp_path / "other").read_bytes()
        assert one["files"] == other["files"]
        assert one["files"][0]["sha256"] == hashlib.sha256(data).hexdigest()
        assert one["files"][0]["size"] == len(data)


def test_a_leaderboard_counts_rankings_that_are_unjudged_in_part(
    made: Judged, tmp_path: Path
) -> None:
    found = left_out(write(made, "retrieval-scores", tmp_path / "l"))
    assert found["topics of runs with unjudged@30 above 0"] == 1  # d2 on topic 9
