"""A leaderboard's files, in the formats of their readers."""

import csv
from collections.abc import Iterable
from io import StringIO

import pytest

from assess.analysis.scores.arrays import Rules, narrowed
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import Correction, compared
from assess.analysis.scores.leaderboard.files import (
    FILES,
    entries,
    ir_measures_lines,
    latex_lines,
    pair_lines,
    run_lines,
    topic_lines,
    tot_lines,
    trec_eval_files,
)
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.exchange.cells import SHEET, Cells
from tests.assess.analysis.scores.boards import NAN, make_scored, make_tag


def page(*, rules: Rules | None = None, tested: bool = True) -> BoardPage:
    runs = (make_tag("one_&", 0), make_tag("=two", 1, task="ag"))
    scored = make_scored(
        [[0.5, NAN], [1.0, 0.25]], [[0.5, NAN], [0.75, 0.125]], runs=runs
    )
    board = Board(scored, rules or Rules())
    return BoardPage(board, "-V", compared(board.table("V")) if tested else None)


def read(lines: Iterable[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO("".join(lines))))


def test_csv_has_a_line_a_run_with_intervals_and_letters() -> None:
    first, second = read(run_lines(page()))
    assert list(first)[:5] == ["run", "group", "task", "type", "topics"]
    assert (first["run"], first["V"], first["topics"]) == ("'=two", "0.625", "2")
    assert (first["V_low"], first["V_high"], first["alike"]) == ("0.25", "1.0", "a")
    assert (second["V"], second["L"]) == ("0.25", "10.0")


def test_csv_without_intervals_and_with_its_last_lines() -> None:
    rows = read(run_lines(page(tested=False), sure=False, summary=True))
    assert "V_low" not in rows[0]
    assert [row["run"] for row in rows[-3:]] == ["min", "median", "max"]
    assert rows[-3]["V"] == "0.25"


def test_csv_by_topic_shows_an_unanswered_topic_as_it_counts() -> None:
    rows = {(row["run"], row["topic"]): row for row in read(topic_lines(page()))}
    assert (rows["one_&", "t1"]["V"], rows["one_&", "t1"]["L"]) == ("0.0", "")
    left = read(topic_lines(page(rules=Rules(unanswered="left_out"))))
    assert ("one_&", "t1") not in {(row["run"], row["topic"]) for row in left}


def test_what_counts_for_no_mean_has_no_entry() -> None:
    left = page(rules=Rules(unanswered="left_out"))
    found = [entry for entry in entries(left) if entry[0] == "one_&"]
    assert [entry[1:3] for entry in found] == [
        ("t0", "V"),
        ("all", "V"),
        ("t0", "A"),
        ("all", "A"),
    ]


def test_rows_of_tot_and_of_ir_measures() -> None:
    assert next(tot_lines(page())) == "=two\tV\tt0\t1.0\n"
    assert next(ir_measures_lines(page())) == "=two\tt0\tV\t1.0\n"


def test_trec_eval_has_a_file_a_run() -> None:
    files = dict(trec_eval_files(page()))
    assert list(files) == ["%3Dtwo.eval", "one_%26.eval"]
    lines = [line.split() for line in files["%3Dtwo.eval"]]
    assert lines[:3] == [
        ["V", "t0", "1.0000"],
        ["V", "t1", "0.2500"],
        ["V", "all", "0.6250"],
    ]


def test_latex_escapes_tags_and_marks_the_best() -> None:
    text = "".join(latex_lines(page()))
    assert r"one\_\&" in text
    assert r"\textbf{0.6250}\textsuperscript{a}" in text
    assert text.count(r"\\") == 6  # a head, two runs, three last lines
    assert text.endswith("\\end{tabular}\n")


def test_latex_has_the_number_of_topics() -> None:
    rows = [line.split(" & ") for line in latex_lines(page())]
    assert rows[1][-1] == "n \\\\\n\\midrule\n"
    assert [row[-1].split()[0] for row in rows[2:4]] == ["2", "2"]
    assert len({len(row) for row in rows if len(row) > 1}) == 1


@pytest.mark.parametrize(
    ("tag", "set_as"),
    [
        ("[12] a", "{}[12] a"),
        ("*a", "{}*a"),
        ("a|b", r"{}a\textbar{}b"),
        ('a"b', r"{}a\texttt{\char34}b"),
        ("a--b''", "{}a-{}-b'{}'"),
    ],
)
def test_no_tag_is_read_as_latex(tag: str, set_as: str) -> None:
    scored = make_scored([[0.5]], runs=(make_tag(tag, 0),))
    text = "".join(latex_lines(BoardPage(Board(scored, Rules()), "-V")))
    assert f"\n{set_as} & " in text


def test_pairs_have_their_p() -> None:
    (pair,) = read(pair_lines(page()))
    assert (pair["a"], pair["b"], pair["apart"]) == ("'=two", "one_&", "false")
    assert float(pair["difference"]) == pytest.approx(0.375)
    assert 0.0 < float(pair["p"]) <= 1.0
    assert read(pair_lines(page(tested=False))) == []


def uneven() -> Board:
    """Two runs that share one topic, where they are equal; the others are one run's."""
    runs = (make_tag("one", 0), make_tag("two", 1))
    scored = make_scored([[0.5, 0.5, NAN], [0.5, NAN, 1.0]], runs=runs)
    return Board(scored, Rules(unanswered="left_out"))


@pytest.mark.parametrize("correction", ["tukey", "holm"])
def test_a_pair_is_told_over_one_set_of_topics(correction: Correction) -> None:
    board = uneven()
    tested = compared(board.table("V"), correction)
    (pair,) = read(pair_lines(BoardPage(board, "-V", tested)))
    assert (pair["topics"], pair["mean_a"], pair["mean_b"]) == ("1", "0.5", "0.5")
    assert (pair["difference"], pair["p"]) == ("0.0", "1.0")
    assert board.mean("V").tolist() == [0.5, 0.75]


def test_a_pair_without_a_common_topic_has_no_difference() -> None:
    scored = make_scored(
        [[0.5, NAN], [NAN, 1.0]], runs=(make_tag("a", 0), make_tag("b", 1))
    )
    board = Board(scored, Rules(unanswered="left_out"))
    (pair,) = read(pair_lines(BoardPage(board, "-V", compared(board.table("V")))))
    assert pair["topics"] == "0"
    assert {pair[name] for name in ("mean_a", "difference", "p", "apart")} == {""}


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_file_has_every_digit_where_asked(name: str) -> None:
    third = 1 / 3
    scored = make_scored(
        [[third, third], [third, 0.0]], runs=(make_tag("a", 0), make_tag("b", 1))
    )
    board = Board(scored, Rules())
    made = BoardPage(board, "-V", compared(board.table("V")))
    rounded, full = (
        "".join(FILES[name].write(made, how)) for how in (SHEET, Cells(full=True))
    )
    assert repr(third) not in rounded
    assert repr(third) in full


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_file_of_an_empty_board_has_no_row_of_a_run(name: str) -> None:
    whole = page().board.scored
    empty = narrowed(whole, lambda _run: False)
    lines = "".join(FILES[name].write(BoardPage(Board(empty, Rules()), "-V"), SHEET))
    assert "one" not in lines
