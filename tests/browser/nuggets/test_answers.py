"""Writing a gold answer in a real browser, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.answers.actions import Said, answer_of, save_answer
from nuggets.models import AnswerRevision, GoldAnswer
from tests.browser.hands.page import intercept, press, retry, saved
from tests.make import NOW
from tests.nuggets.answers.answer_work import Answering, act_on, make_answering

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]


@pytest.fixture
def made(transactional_db: None, ada: User) -> Answering:
    return make_answering(ada)


@pytest.fixture
def page(made: Answering, open_page: Callable[[str], Page]) -> Page:
    return open_page(f"/work/{made.work.uuid}/answer/")


def kept(made: Answering) -> GoldAnswer:
    answer = answer_of(made.work, made.bank)
    assert answer
    return answer


def test_the_whole_job_goes_by_keys_alone(page: Page, made: Answering) -> None:
    press(page, "Enter")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.type("Fresh water floats, 1 x d 2.")
    expect(page.locator("#words")).to_have_text("7 words")
    press(page, "Escape x ArrowDown ]")
    expect(page.locator(".passage-nav b")).to_have_text("2")
    docid = page.locator("#passage").get_attribute("data-docid")
    press(page, "i")
    expect(page.locator("#text")).to_have_value(
        "Fresh water floats, 1 x d 2. [\u20602]"
    )
    expect(page.locator("#text")).not_to_be_focused()
    press(page, "p p")
    saved(page)
    answer = kept(made)
    assert answer.text == f"Fresh water floats, 1 x d 2. [{docid}]"
    assert answer.covered == [str(made.nuggets[0].uuid)]
    expect(page.locator("#position")).to_have_text("1 of 2 nuggets covered")
    assert page.get_attribute("html", "data-key-conflicts") is None
    press(page, "d")
    page.wait_for_selector("text=Is this answer done?")
    press(page, "Enter")
    page.wait_for_selector("text=Open it again")
    assert Allocation.objects.get().finished_at
    assert AnswerRevision.objects.filter(active_ms__gt=0).exists()


def test_a_hint_says_where_a_nugget_s_words_stand(page: Page) -> None:
    press(page, "Enter")
    page.keyboard.type("Ice is cold. The water floats briskly on salt! Boats wait.")
    hint = page.locator(".nugget.lit .hint")
    expect(hint).to_contain_text("3 of 4 words in your text")
    expect(hint.locator("q")).to_have_text("The water floats briskly on salt!")
    assert hint.locator("mark").all_inner_texts() == ["water", "floats", "salt"]
    press(page, "Escape ArrowDown")
    expect(page.locator(".nugget.lit .hint")).to_contain_text("1 of 4 words")


def test_the_server_dies_between_key_and_save(
    page: Page, made: Answering, live_server: LiveServer
) -> None:
    intercept(page, "**/api/**", lambda route: route.abort())
    press(page, "Enter")
    page.keyboard.type("Written while nobody listened.")
    expect(page.locator("#save-state")).to_contain_text("Offline")
    page.keyboard.type(" And more.")
    page.reload()
    expect(page.locator("#text")).to_have_value(
        "Written while nobody listened. And more."
    )
    assert not GoldAnswer.objects.exists()
    page.unroute("**/api/**")
    retry(page)
    saved(page)
    assert kept(made).text == "Written while nobody listened. And more."
    versions = AnswerRevision.objects.values_list("version", flat=True)
    assert list(versions) == list(range(1, kept(made).version + 1))


def test_an_answer_changed_elsewhere_shows_both(page: Page, made: Answering) -> None:
    said = Said("Written at home.")
    save_answer(made.work, made.bank, said, act=act_on(), now=NOW)
    press(page, "Enter")
    page.keyboard.type("Written here.")
    expect(page.locator("#theirs")).to_have_text("Written at home.")
    expect(page.locator("#text")).to_have_value("Written here.")
    assert kept(made).text == "Written at home."
    address = page.url
    page.goto(address.split("/work/")[0])
    notice = page.locator("#unsent li")
    expect(notice).to_contain_text("your answer, 2 words: “Written here.”. It was")
    expect(notice).to_contain_text("is now: “Written at home.”")
    notice.get_by_role("link", name="Go to its page").click()
    expect(page.locator("#theirs")).to_have_text("Written at home.")
    expect(notice).to_have_count(0)
    expect(page.locator("#save-state")).to_contain_text("1 to decide")
    expect(page.locator("#both-says")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#both")).to_be_hidden()
    saved(page)
    assert (kept(made).text, kept(made).version) == ("Written here.", 2)


def test_the_other_version_can_be_taken(page: Page, made: Answering) -> None:
    said = Said("Written at home.", (made.nuggets[1].uuid,))
    save_answer(made.work, made.bank, said, act=act_on(), now=NOW)
    press(page, "Enter")
    page.keyboard.type("Written here.")
    page.click("text=Use the other")
    expect(page.locator("#text")).to_have_value("Written at home.")
    expect(page.locator("#position")).to_have_text("1 of 2 nuggets covered")
    page.reload()
    expect(page.locator("#text")).to_have_value("Written at home.")
    assert AnswerRevision.objects.count() == 1


def test_two_windows_of_one_person_follow_each_other(
    page: Page, made: Answering
) -> None:
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("#text")).to_have_value("")
    press(page, "Enter")
    page.keyboard.type("From the first window.")
    saved(page)
    expect(second.locator("#text")).to_have_value("From the first window.")
    second.locator("#text").focus()
    second.keyboard.press("End")
    second.keyboard.type(" And the second.")
    saved(second)
    expect(page.locator("#text")).to_have_value(
        "From the first window. And the second."
    )
    assert page.is_hidden("#both")


def test_words_count_as_the_track_counts_them(page: Page) -> None:
    press(page, "Enter")
    odd = "a\u00a0b\u2003c\ufeffd \u0085 e\u001ff"
    page.evaluate(
        "words => { const text = document.getElementById('text'); text.value = words;"
        " text.dispatchEvent(new Event('input', { bubbles: true })) }",
        odd,
    )
    expect(page.locator("#words")).to_have_text(f"{len(odd.split())} words")


def test_ticks_and_texts_are_undone_and_done_again(page: Page, made: Answering) -> None:
    press(page, "Enter")
    page.keyboard.type("Water floats.")
    press(page, "Escape x ArrowDown x")
    saved(page)
    live = page.locator("#live")
    press(page, "u")
    expect(live).to_have_text(f"Undone: {made.nuggets[1].text} not covered")
    press(page, "u u")
    expect(live).to_have_text("Undone: the text, 0 words")
    expect(page.locator("#text")).to_have_value("")
    press(page, "u")
    expect(live).to_have_text("Nothing to undo.")
    press(page, "y y")
    expect(live).to_have_text(f"Done again: {made.nuggets[0].text} covered")
    saved(page)
    answer = kept(made)
    assert answer.text == "Water floats."
    assert answer.covered == [str(made.nuggets[0].uuid)]


def test_a_reload_keeps_the_lit_nugget_and_the_way_back(
    page: Page, made: Answering
) -> None:
    press(page, "ArrowDown x")
    saved(page)
    page.reload()
    expect(page.locator(".nugget.lit .text")).to_have_text(made.nuggets[1].text)
    press(page, "u")
    expect(page.locator("#position")).to_have_text("0 of 2 nuggets covered")
    saved(page)
    assert kept(made).covered == []


def test_citing_by_mouse_stays_in_the_text(page: Page, made: Answering) -> None:
    press(page, "Enter")
    page.keyboard.type("Ice floats")
    page.click("[data-act=cite]")
    expect(page.locator("#text")).to_be_focused()
    docid = page.locator("#passage").get_attribute("data-docid")
    page.keyboard.type(" on brine.")
    expect(page.locator("#text")).to_have_value("Ice floats [\u20601] on brine.")
    saved(page)
    assert kept(made).text == f"Ice floats [{docid}] on brine."


def test_a_citation_is_a_chip_that_shows_its_passage(
    page: Page, made: Answering
) -> None:
    typed = "Ice [1] [doc#9]"  # neither is a citation
    save_answer(made.work, made.bank, Said(typed), act=act_on(), now=NOW)
    page.reload()
    number = page.locator(".passage-nav b")
    press(page, "]")
    expect(number).to_have_text("2")
    press(page, "i [")
    expect(number).to_have_text("1")
    chip, card = page.locator("#chips a"), page.locator("#cited")
    expect(chip).to_have_text("[\u20602]")
    chip.hover()
    expect(card).to_contain_text("on ice and bubbles.")
    expect(number).to_have_text("1")
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()
    chip.focus()
    expect(card).to_contain_text("on ice and bubbles.")
    press(page, "Escape")
    expect(card).to_be_hidden()
    chip.click()
    expect(number).to_have_text("2")
    page.focus("#text")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    expect(page.locator("#text")).to_have_value(f"{typed} ")
    saved(page)
    assert kept(made).text == f"{typed} "
