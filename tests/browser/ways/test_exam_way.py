"""The LLMJudge file from import to a second version, all in the browser."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from exams.models import QuestionVersion
from runs.models import Track
from tests.browser.hands.several_people import PASSWORD, Walk
from tests.make import make_topic, make_track
from tests.real_data import real
from tests.stacks.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]
LONG = 180_000  # milliseconds that the import of 72,630 grades may take
GRADED = "evaluators/exam/llmjudge-dev.graded.jsonl.gz"
EXPECTED = "evaluators/exam/llmjudge-dev.expected.json"


@pytest.fixture
def walk(browser_page: Page, live_server: LiveServer) -> Walk:
    return Walk(browser_page, live_server.url)


@pytest.fixture
def track(live_server: LiveServer) -> Track:
    omar = User.objects.create_user("omar", password=PASSWORD)
    track = make_track(name="LLMJudge", profile="rag24", organizer=omar)
    with gzip.open(real(GRADED), "rt", encoding="utf-8") as source:
        for line in source:
            make_topic(track, json.loads(line)[0])
    return track


def bring_in_grades(walk: Walk, track: Track, file: Path) -> None:
    page = walk.page
    page.goto(f"{walk.server}/tracks/{track.uuid}/imports/new/")
    page.click("main .rows a:text-is('Exam grades')")
    page.set_input_files("[name=file]", file)
    page.fill("[name=bank]", "generated")
    page.fill("[name=judge]", "flan")
    page.check("[name=runs]")
    page.fill("[name=relevance]", "people")
    page.click("main button.primary")
    accepted = page.locator("main [role=status]").first
    expect(accepted).to_contain_text("Accepted", timeout=LONG)


def open_bank(walk: Walk) -> None:
    walk.tab("Banks")
    walk.page.click("a:text-is('Question banks')")
    walk.page.click("main a:text-is('generated')")


def test_an_organizer_withdraws_25_questions_and_sees_979_labels_change(
    walk: Walk, track: Track, worker: Worker
) -> None:
    expected = json.loads(real(EXPECTED).read_text())["what_if"]
    page = walk.page
    worker.start()
    walk.sign_in("omar")
    bring_in_grades(walk, track, real(GRADED))
    open_bank(walk)
    page.click("nav[aria-label=generated] a:text-is('Scores')")
    best = page.locator("main table tr", has_text="best").first
    expect(best).to_contain_text("0.6360")  # Cover at τ 4
    expect(best).to_contain_text("0.0503")  # its standard error
    agreement = page.locator("#agreement")
    expect(agreement).to_contain_text("0.2610")
    page.click("nav[aria-label=generated] a:text-is('Lists')")
    expect(page.locator("#totals")).to_contain_text("1,947 passages")
    expect(page.locator("#totals")).to_contain_text("232 passages")
    page.click("nav[aria-label=generated] a:text-is('What would change')")
    ids = "\n".join(name for name, _ in expected["withdrawn"].values())
    page.fill("#id_ids", ids)
    page.click("button:text-is('Withdraw in the draft')")
    expect(page.locator("#labels-changed")).to_have_text("979")
    expect(page.locator("#crossed")).to_have_text("802")
    expect(page.locator("#kappa-before")).to_have_text("0.2610")
    expect(page.locator("#kappa-after")).to_have_text("0.2936")
    assert not QuestionVersion.objects.filter(number=2).exists()
    page.click("button:text-is('Apply')")
    expect(page.locator("main, .frame-notes").first).to_contain_text("25 topics")
    assert QuestionVersion.objects.filter(number=2).count() == 25
    page.click("nav[aria-label=generated] a:text-is('Scores')")
    expect(page.locator("#agreement")).to_contain_text("0.2936")
