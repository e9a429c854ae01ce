"""Qrels and graded runs, compared with the grammar of their formats."""

import re
from pathlib import Path

import pytest

from assess.exchange.exports.registry import CannotExport
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from tests.assess.exchange.exports.campaign import Judged, left_out, write
from tests.make import make_label, make_segment

pytestmark = pytest.mark.both_stacks


def test_qrels_of_any_judge_count_what_is_unjudged(
    made: Judged, tmp_path: Path
) -> None:
    manifest = write(made, "qrels", tmp_path / "q")
    text = (tmp_path / "q").read_text()
    assert text == "10 0 d0 1\n9 0 d0 4\n9 0 d1 0\n"
    assert left_out(manifest) == {"pooled segments without a grade": 1}
    assert left_out(write(made, "qrels", tmp_path / "p", judge=made.person)) == {
        "pooled segments without a grade": 2,
        "pooled topics without any grade": 1,
    }


def test_qrels_can_say_minus_one_of_what_is_pooled_and_unjudged(
    made: Judged, tmp_path: Path
) -> None:
    write(made, "qrels", tmp_path / "q", unjudged="minus_one", iteration="Q0")
    text = (tmp_path / "q").read_text()
    assert text == "10 Q0 d0 1\n9 Q0 d0 4\n9 Q0 d1 0\n9 Q0 d2 -1\n"


def test_qrels_of_a_panel_are_those_of_its_rule(made: Judged, tmp_path: Path) -> None:
    write(made, "qrels", tmp_path / "q", judge=made.panel)
    assert (tmp_path / "q").read_text() == "10 0 d0 1\n9 0 d0 2\n9 0 d1 0\n"


def test_names_that_would_break_columns_are_refused_and_listed(
    made: Judged, tmp_path: Path
) -> None:
    for docid in ("two words", "tab\there"):
        segment = make_segment(made.track, docid)
        make_label(RELEVANCE, made.machine, made.topics[0], segment, value="1")
    for what in ("qrels", "rj"):
        with pytest.raises(CannotExport) as refused:
            write(made, what, tmp_path / what)
        assert refused.value.places == [r"docid 'tab\there'", "docid 'two words'"]


def test_an_rj_run_has_the_grade_in_column_four(made: Judged, tmp_path: Path) -> None:
    Judge.objects.filter(pk=made.machine.pk).update(name="..my model: 120B, prompt é 2")
    made.machine.refresh_from_db()
    manifest = write(made, "rj", tmp_path / "rj")
    rows = [line.split(" ") for line in (tmp_path / "rj").read_text().splitlines()]
    assert rows[1] == ["9", "Q0", "d0", "4", "1", "my_model__120B__prom"]
    assert re.fullmatch(r"(?!\.)[A-Za-z0-9_.-]{1,20}", manifest["run_id"])
