"""Span nuggets, gold answers and highlights in a browser without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.kernel.sentences import sentences
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.answers.actions import answer_of
from tests.assess.kinds.relevance.highlight_work import make_highlighting
from tests.make import make_person
from tests.nuggets.answers.answer_work import make_answering
from tests.nuggets.spans.span_work import make_marking

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def page(
    transactional_db: None, live_server: LiveServer, chromium: Browser
) -> Iterator[Page]:
    context = chromium.new_context(java_script_enabled=False, base_url=live_server.url)
    yield context.new_page()
    context.close()


def sign_in(page: Page) -> None:
    page.goto("/accounts/sign-in/")
    page.fill("main [name=username]", "ada")
    page.fill("main [name=password]", "ada")
    page.click("main button.primary")


def test_a_sentence_becomes_a_nugget(page: Page, ada: User) -> None:
    made = make_marking(ada)
    sign_in(page)
    page.goto(f"/work/{made.work.uuid}/spans/")
    page.click("text=Make a nugget of a whole sentence")
    page.locator("button:has-text('Make a nugget')").nth(1).click()
    expect(page.locator("#made .text")).to_have_count(1)
    segment = made.segments[0]
    start, end = sentences(segment.text)[1]
    assert made.spans() == [(segment.docid, segment.text[start:end], start, end)]
    page.click("button:has-text('remove')")
    expect(page.locator("#made .text")).to_have_count(0)
    page.click("button:has-text('undo')")
    page.click("text=Done …")
    with page.expect_navigation():
        page.click("text=Finish the list")
    assert made.version.state == "frozen"


def test_an_answer_is_written_and_finished(page: Page, ada: User) -> None:
    made = make_answering(ada)
    sign_in(page)
    page.goto(f"/work/{made.work.uuid}/answer/")
    page.fill("#text", "Fresh water\nfloats.")
    page.check(f"[name=covered][value='{made.nuggets[1].uuid}']")
    page.click("button[form=answer]")
    expect(page.locator("#words")).to_have_text("3 words")
    page.click("button:has-text('Done')")
    page.click("text=Finish the answer")
    page.wait_for_url("**/answer/")
    answer = answer_of(made.work, made.bank)
    assert answer
    assert answer.text == "Fresh water\nfloats."
    assert answer.covered == [str(made.nuggets[1].uuid)]
    made.work.refresh_from_db()
    assert made.work.finished_at


def test_a_grade_keeps_its_highlights(page: Page, ada: User) -> None:
    made = make_highlighting(ada)
    sign_in(page)
    judge = make_person(ada, made.work.track)
    kind = RelevanceLabel.objects
    kind.create(
        judge=judge,
        actor=ada,
        topic=made.work.topic,
        segment=made.segments[0],
        details={"highlights": [[2, 6]]},
        at=made.work.created_at,
    )
    page.goto(made.page())
    expect(page.locator("#passage [data-spans]")).to_have_text("Salt")
    with page.expect_navigation():
        page.click("button[name=value][value='2']")
    assert made.details() == {"highlights": [[2, 6]]}
