import math
from collections.abc import Callable

import pytest

from assess.analysis.scores.arrays import Rules, narrowed
from assess.analysis.scores.leaderboard.board import Board, Spread
from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from nuggets.models import Bank, BankVersion
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Run, SubnarrativeWording, Topic, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import importances, label_all

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]

AUTO_VITAL, AUTO_OKAY = "SNPSPPSSN", "SSPPPP"  # P0, Table 5


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track)


def scored(
    bank: Bank, topic: Topic, values: str, judge: Judge, vital: int
) -> BankVersion:
    texts = [f"nugget {place}" for place in range(len(values))]
    marks = importances(vital, len(values) - vital)
    version = make_version(bank, topic, texts, importance=marks)
    run, _ = Run.objects.get_or_create(
        track=bank.track, name="run-a", task=Run.RAG, landed_at=NOW
    )
    label_all(version, make_response(run, topic), judge, values)
    return version


def leaderboard(basis: Basis, rules: Rules | None = None) -> Board:
    return Board(score_nuggets(basis), rules or Rules())


def means(board: Board, run: str = "run-a") -> dict[str, float | None]:
    names = [each.name for each in board.scored.runs]
    return {
        measure.name: None if math.isnan(mean) else mean
        for measure, mean in zip(
            board.scored.measures,
            board.means[:, names.index(run)].tolist(),
            strict=True,
        )
    }


def spread(board: Board, measure: str) -> Spread:
    return board.spreads[board.scored.place(measure)]


def test_an_empty_bank_has_no_leaderboard(track: Track, judge: Judge) -> None:
    board = leaderboard(Basis(make_bank(track), judge))
    assert (board.scored.runs, board.scored.topics) == ((), ())


def test_it_gives_the_published_scores_of_the_automatic_nuggets(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track, origin=Bank.AUTOMATIC)
    scored(bank, make_topic(track), AUTO_VITAL + AUTO_OKAY, judge, vital=9)
    found = means(leaderboard(Basis(bank, judge)))
    assert {name: round(value or 0, 4) for name, value in found.items()} == {
        "A": 0.6333,
        "A_strict": 0.4000,
        "V": 0.6111,
        "V_strict": 0.4444,
        "W": 0.6250,
        "W_strict": 0.4167,
        "coverage": 0,
    }
    assert found["coverage"] is None


def test_it_gives_the_published_scores_of_the_post_edited_nuggets(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    scored(bank, make_topic(track), "SNNNNN" + "SSSSNNNNNNNN", judge, vital=6)
    found = means(leaderboard(Basis(bank, judge)))
    assert found["A"] == found["A_strict"] == pytest.approx(0.2778, abs=5e-5)
    assert found["V"] == found["V_strict"] == pytest.approx(0.1667, abs=5e-5)
    assert found["W"] == found["W_strict"] == 0.25


def test_it_gives_the_published_coverage_of_subnarratives(
    track: Track, judge: Judge
) -> None:
    bank, topic = make_bank(track), make_topic(track)
    version = scored(bank, topic, "SPPSN", judge, vital=3)  # P4, Table 3
    for listing, name in zip(version.listings.all(), "abcda", strict=True):
        part, _ = topic.subnarratives.get_or_create(text=name, folded=name)
        SubnarrativeWording.objects.create(subnarrative=part, text=name, at=NOW)
        listing.subnarrative = part
        listing.save(update_fields=["subnarrative"])
    found = means(leaderboard(Basis(bank, judge)))
    assert found["V_strict"] == pytest.approx(1 / 3)
    assert found["coverage"] == 2 / 4


def test_an_unanswered_topic_counts_0_or_is_left_out(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    first, second = make_topic(track, "1"), make_topic(track, "2")
    scored(bank, first, "SS", judge, vital=2)
    version = make_version(bank, second, ["one"], importance=["vital"])
    label_all(version, make_response(make_run(track, "run-b"), second), judge, "S")
    zero = leaderboard(Basis(bank, judge))
    out = leaderboard(Basis(bank, judge), Rules(unanswered="left_out"))
    assert means(zero)["V_strict"] == 0.5
    assert means(out)["V_strict"] == 1.0
    assert zero.unanswered == out.unanswered == 2


def test_a_topic_without_vital_nuggets_is_undefined_and_named(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    scored(bank, make_topic(track, "1"), "SN", judge, vital=1)
    second = make_topic(track, "2")
    scored(bank, second, "SN", judge, vital=0)
    board = leaderboard(Basis(bank, judge))
    assert means(board)["V_strict"] == 1.0
    assert means(board)["A"] == 0.5
    assert board.groundless("V_strict") == board.groundless("V") == [second]
    assert board.groundless("A") == board.groundless("W") == []


def test_a_response_with_an_unlabelled_nugget_has_no_score_unless_asked(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    scored(bank, make_topic(track), "S-", judge, vital=2)
    board = leaderboard(Basis(bank, judge))
    assert means(board)["V_strict"] is None
    assert board.open == 1
    taken = leaderboard(Basis(bank, judge, unlabelled="not_support"))
    assert means(taken)["V_strict"] == 0.5
    assert taken.open == 0


def test_a_response_without_any_label_is_left_out_and_counted(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    first, second = make_topic(track, "1"), make_topic(track, "2")
    scored(bank, first, "S", judge, vital=1)
    version = make_version(bank, second, ["one"], importance=["vital"])
    make_response(Run.objects.get(name="run-a"), second)
    other = make_run(track, "run-b")
    label_all(version, make_response(other, second), judge, "N")
    board = leaderboard(Basis(bank, judge))
    assert means(board)["V_strict"] == 1.0
    assert board.unjudged == 1


def test_a_draft_is_scored_by_its_first_20_vital_first_where_the_profile_says_so(
    db: None,
) -> None:
    track = make_track(profile="rag24")
    judge = make_judge(track)
    values = "S" * 15 + "N" * 15
    drafted = make_bank(track, "draft", origin=Bank.AUTOMATIC)
    edited = make_bank(track, "edited")
    topic = make_topic(track)
    texts = [str(place) for place in range(30)]
    marks = ["okay"] * 15 + ["vital"] * 15
    version = make_version(drafted, topic, texts, importance=marks)
    make_version(edited, topic, [*version.nuggets.all()], importance=marks)
    label_all(version, make_response(make_run(track), topic), judge, values)
    assert means(leaderboard(Basis(drafted, judge)))["A"] == 5 / 20
    assert means(leaderboard(Basis(edited, judge)))["A"] == 0.5


def test_only_the_latest_frozen_version_counts(track: Track, judge: Judge) -> None:
    bank, topic = make_bank(track), make_topic(track)
    version = scored(bank, topic, "SN", judge, vital=2)
    make_version(bank, topic, [version.nuggets.first()], importance=["vital"])  # type: ignore[list-item]
    assert means(leaderboard(Basis(bank, judge)))["V_strict"] == 1.0
    make_version(bank, topic, ["open"], importance=["vital"], state=BankVersion.OPEN)
    assert means(leaderboard(Basis(bank, judge)))["V_strict"] == 1.0


def test_a_panel_scores_by_what_its_members_said(track: Track, judge: Judge) -> None:
    bank, topic = make_bank(track), make_topic(track)
    version = scored(bank, topic, "S-", judge, vital=2)
    second = make_judge(track, "second")
    response = topic.responses.get()
    label_all(version, response, second, "NS")
    panel = create_panel(track, "both", rule="first", members=[judge, second], now=NOW)
    assert means(leaderboard(Basis(bank, panel)))["V_strict"] == 1.0


def test_control_runs_are_excluded_from_the_last_lines(
    track: Track, judge: Judge
) -> None:
    bank, topic = make_bank(track), make_topic(track)
    version = scored(bank, topic, "SN", judge, vital=2)
    control = make_run(track, "control")
    Run.objects.filter(pk=control.pk).update(control=True)
    label_all(version, make_response(control, topic), judge, "SS")
    board = leaderboard(Basis(bank, judge))
    assert means(board, "control")["V_strict"] == 1.0
    assert spread(board, "V_strict").maximum == 0.5


def test_last_lines_are_over_runs_per_topic_then_averaged(
    track: Track, judge: Judge
) -> None:
    bank = make_bank(track)
    runs = [make_run(track, name) for name in ("x", "y")]
    for name, values in (("1", "SN"), ("2", "NS")):
        topic = make_topic(track, name)
        version = make_version(bank, topic, ["one"], importance=["vital"])
        for run, value in zip(runs, values, strict=True):
            label_all(version, make_response(run, topic), judge, value)
    board = leaderboard(Basis(bank, judge))
    assert board.mean("V").tolist() == [0.5, 0.5]
    assert spread(board, "V") == (0.0, 0.5, 1.0)


@pytest.mark.parametrize("change", ["deleted_at", "landed_at"])
def test_hidden_runs_have_no_row(track: Track, judge: Judge, change: str) -> None:
    bank = make_bank(track)
    scored(bank, make_topic(track), "S", judge, vital=1)
    Run.objects.update(**{change: NOW if change == "deleted_at" else None})
    assert score_nuggets(Basis(bank, judge)).runs == ()


@pytest.mark.parametrize(
    ("keep", "names"),
    [(lambda run: run.task == Run.AG, ["b"]), (lambda _run: False, [])],
)
def test_some_of_the_runs_have_last_lines_of_their_own(
    track: Track, judge: Judge, keep: Callable[[Run], bool], names: list[str]
) -> None:
    bank, topic = make_bank(track), make_topic(track)
    version = make_version(bank, topic, ["one"], importance=["vital"])
    for name, task, value in (("a", Run.RAG, "S"), ("b", Run.AG, "N")):
        run = make_run(track, name, task=task)
        label_all(version, make_response(run, topic), judge, value)
    board = Board(narrowed(score_nuggets(Basis(bank, judge)), keep), Rules())
    assert [run.name for run in board.scored.runs] == names
    assert spread(board, "V").maximum == (0.0 if names else None)
