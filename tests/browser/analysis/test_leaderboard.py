"""The leaderboard in a real browser: order, intervals, brackets, families, labels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.analysis.scores.leaderboard import confidence as compared
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Run, Track
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import importances, label_all

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
SignIn = Callable[["Page", str], None]
LABELS = {"best": ("SSSS", "SSNS"), "twin": ("SSSN", "SNSS"), "worst": ("NNNN", "NNNS")}


@pytest.fixture
def track(live_server: LiveServer, omar: User) -> Track:
    return make_track(organizer=omar)


@pytest.fixture
def bank(track: Track) -> Bank:
    """Two nearly equal runs and one far below, on ten topics of four nuggets."""
    bank = make_bank(track)
    judge = make_judge(track, "lexical", kind=Judge.BASELINE)
    runs = [
        make_run(track, name, task=Run.AG if name == "twin" else Run.RAG)
        for name in LABELS
    ]
    for number in range(10):
        topic = make_topic(track, str(number))
        texts = ["frost", "salt", "ice", "tide"]
        version = make_version(bank, topic, texts, importance=importances(3, 1))
        for run in runs:
            values = LABELS[run.name][number % 2]
            label_all(version, make_response(run, topic), judge, values)
    return bank


@pytest.fixture
def board(
    browser_page: Page,
    live_server: LiveServer,
    track: Track,
    bank: Bank,
    sign_in: SignIn,
) -> Page:
    sign_in(browser_page, "omar")
    browser_page.goto(f"{live_server.url}/tracks/{track.uuid}/scores/")
    return browser_page


def names(page: Page) -> list[str]:
    return page.locator("table.leaderboard tbody th a").all_inner_texts()


def test_neighbours_that_cannot_be_told_apart_are_bracketed(board: Page) -> None:
    assert names(board)[2] == "worst"
    rows = board.locator("table.leaderboard tbody tr")
    expect(rows.nth(0).locator("td.alike path")).to_have_count(1)
    expect(rows.nth(1).locator("td.alike path")).to_have_count(1)
    expect(rows.nth(2).locator("td.alike path")).to_have_count(0)
    upper, lower = (rows.nth(n).locator("td.alike svg").bounding_box() for n in (0, 1))
    assert upper is not None
    assert lower is not None
    assert upper["y"] + upper["height"] == pytest.approx(lower["y"], abs=2)
    expect(rows.nth(0)).to_contain_text(
        "cannot be told apart from the others at rank 1"
    )
    expect(rows.nth(0).locator("td.line circle")).to_be_visible()


def test_intervals_stand_on_one_axis(board: Page) -> None:
    rows = board.locator("table.leaderboard tbody tr")
    expect(rows.locator("td.line svg")).to_have_count(3)
    axis = board.locator("table.leaderboard th.line text").all_text_contents()
    assert (axis[0], axis[-1]) == ("0.0", "1.0")
    at = [float(dot.get_attribute("cx") or "") for dot in rows.locator("circle").all()]
    assert 14 <= at[2] < at[1] <= at[0] <= 154


def test_a_narrow_window_shows_run_value_and_interval_at_once(board: Page) -> None:
    board.set_viewport_size({"width": 390, "height": 844})
    row = board.locator("table.leaderboard tbody tr").first
    row.evaluate("(row) => scrollTo(0, row.getBoundingClientRect().top - 200)")
    for part in ("th a", "th .task", "td.num:has(.between)", ".between"):
        expect(row.locator(part)).to_be_in_viewport(ratio=1)
    expect(row.locator(".between")).to_have_text(re.compile(r"^0\.\d{4} to 0\.\d{4}$"))


def test_the_keyboard_shows_what_a_row_s_drawings_say(board: Page) -> None:
    row = board.locator("table.leaderboard tbody tr").first
    said = row.locator("td.line .unseen")
    assert (said.bounding_box() or {"width": 0})["width"] < 2
    row.locator("th").get_by_role("link").focus()
    assert (said.bounding_box() or {"width": 0})["width"] > 50


def test_a_run_is_chosen_by_keyboard_and_marks_those_like_it(board: Page) -> None:
    rows = board.locator("table.leaderboard tbody tr")
    rows.nth(1).locator(".letters a").focus()
    board.keyboard.press("Enter")
    expect(rows.nth(1)).to_have_attribute("data-mark", "chosen")
    expect(rows.nth(0)).to_have_attribute("data-mark", "alike")
    expect(rows.nth(2)).to_have_attribute("data-mark", "apart")
    expect(rows.nth(1).locator(".letters a")).to_be_focused()
    expect(board.locator(".chosen-run")).to_contain_text(
        "cannot be told apart from 1 of 2 other runs"
    )
    expect(board).to_have_url(re.compile("run="))
    board.reload()
    expect(rows.nth(1)).to_have_attribute("data-mark", "chosen")
    rows.nth(1).locator(".letters a").click()
    expect(board.locator("tr[data-mark]")).to_have_count(0)


def test_another_order_is_a_link_away_and_back(board: Page) -> None:
    board.get_by_role("link", name="V strict").click()
    expect(board.locator("th[aria-sort=ascending]")).to_contain_text("V strict")
    assert names(board)[0] == "worst"
    board.get_by_role("link", name="L", exact=True).click()
    expect(board.locator("th[aria-sort=descending]")).to_contain_text("L")
    expect(board.locator("td.alike")).to_have_count(0)
    board.go_back()
    assert names(board)[0] == "worst"


def test_filters_compare_the_runs_that_are_shown(board: Page) -> None:
    board.get_by_label("Task").select_option("rag")
    board.get_by_role("button", name="Show", exact=True).click()
    expect(board.locator("table.leaderboard tbody tr")).to_have_count(2)
    assert set(names(board)) == {"best", "worst"}


def test_what_counts_as_what_is_said_with_its_switch(board: Page) -> None:
    expect(board.get_by_role("heading", name="What counts as what")).to_be_visible()
    board.get_by_role("link", name="Count as nuggetizer and trec_eval -c do").click()
    expect(
        board.get_by_text("Counted as nuggetizer and trec_eval -c do")
    ).to_be_visible()
    board.get_by_role("link", name="back to undefined").click()
    expect(board.get_by_text("Counted as nuggetizer")).to_have_count(0)


def test_tests_that_take_long_come_after_the_page(
    board: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compared, "AT_ONCE", 0)
    with board.expect_response(lambda answer: "tests=now" in answer.url):
        board.goto(f"{board.url}?unanswered=left_out&sort=-A")
    expect(board.locator("td.alike")).to_have_count(3)
    assert "tests=now" not in board.url


def test_a_row_opens_to_topics_and_a_topic_to_the_labels(board: Page) -> None:
    board.get_by_role("link", name="worst").click()
    expect(board.locator("h1")).to_have_text("worst")
    board.get_by_role("link", name="0", exact=True).click()
    expect(board.get_by_role("heading", name="Nuggets")).to_be_visible()
    expect(board.locator("ol.nuggets li")).to_have_count(4)


def test_quality_stands_beside_length(board: Page) -> None:
    chart = board.locator("#chart-pareto svg")
    expect(chart).to_be_visible()
    told = board.locator("#chart-pareto .told")
    expect(told).to_contain_text("the arrow keys")
    marks = chart.get_by_role("img")
    expect(marks).to_have_count(1)  # the others come by its keys
    marks.focus()
    first = told.inner_text()
    expect(marks).to_have_accessible_name(first)
    board.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(first)
    expect(chart.locator(":focus")).to_have_accessible_name(told.inner_text())
    expect(chart.locator("[tabindex='0']")).to_have_count(1)
    board.keyboard.press("Home")
    expect(told).to_have_text(first)
    box = chart.locator(".dots path").last.bounding_box()
    assert box is not None
    last = chart.locator(".dots title").last.text_content() or ""
    board.mouse.click(box["x"] + box["width"] + 6, box["y"] - 6)  # as a finger does
    expect(told).to_contain_text(last.partition(": ")[2])  # of two runs at one place
    with board.expect_download() as held:
        board.locator("#chart-pareto").get_by_role("link", name="SVG").click()
    assert held.value.suggested_filename == "pareto.svg"


def test_the_files_are_downloads(board: Page, bank: Bank) -> None:
    with board.expect_download() as held:
        board.get_by_role("link", name="LaTeX", exact=True).click()
    named = f"-nuggets-{bank.name}-lexical-baseline-leaderboard.tex"
    assert held.value.suggested_filename.endswith(named)
    assert "\\textsuperscript{a}" in held.value.path().read_text()


def test_a_sign_next_to_a_measure_opens_its_definition_by_key(board: Page) -> None:
    sign = board.get_by_role("link", name="What V_strict means")
    sign.focus()
    board.keyboard.press("Enter")
    dialog = board.get_by_role("dialog", name="Definition")
    expect(dialog.locator("h2")).to_contain_text("V_strict")
    expect(dialog.get_by_role("link")).to_have_text("Measures: 2 Nuggets")
    board.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(sign).to_be_focused()
