"""Nine checks for the defects that people meet in other tools, in a real browser.

1 Press a grade key and see the row in the database.
2 Type "1 n 2" in every text box and see no judgment.
3 Kill the server between key and save: see the banner, then the replay.
4 Grade, highlight, re-grade, reload, and see one state.
5 Select the second occurrence of a phrase, and text after an emoji: exact offsets.
6 Upload an unknown topic, a NaN score, a missing topic, a duplicate topic, bad UTF-8:
  see a line-numbered message for each.
7 Two people take the last free slot at once, and one gets it.
8 Do each task with Tab and keys alone.
9 As assessor B, ask the API for A's item and get 404.

The names of the tests here have the number of their check; ELSEWHERE names tests that
are in the files of their screens or subjects.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Change
from jobs.models import Job
from jobs.run import run_here
from runs.models import Import, Track
from tests.browser.hands.keyboard import WALKS, Hand
from tests.browser.judging import test_queue, test_sheets
from tests.browser.kinds import test_highlights
from tests.browser.nuggets import (
    test_post_edit_kept,
    test_post_edit_passages,
    test_spans,
)
from tests.browser.pages import test_foreign_writes, test_text_boxes
from tests.browser.rooms.campaign import Campaign
from tests.browser.rooms.faulty_files import FAULTY, TOPICS, Faulty
from tests.browser.rooms.seats import FIRST, Profile, Sit, make_user
from tests.browser.rooms.server import Server
from tests.browser.rooms.works import WORKS
from tests.make import make_topic, make_track
from tests.stacks.database import url_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.stack("embedded")]

ELSEWHERE = {
    2: (
        test_text_boxes.test_typing_in_every_text_box_judges_nothing,
        test_sheets.test_a_label_waits_through_an_ended_session,
    ),
    3: (
        test_post_edit_kept.test_a_server_killed_between_key_and_save_gets_the_edit_once_after,
    ),
    4: (test_highlights.test_grade_highlight_grade_again_reload_and_see_one_state,),
    5: (
        test_highlights.test_a_mouse_highlights_the_second_occurrence_and_words_after_emoji,
        test_spans.test_a_mouse_marks_the_second_occurrence_and_words_after_emoji,
        test_post_edit_passages.test_several_sentences_or_dragged_words_are_one_nugget,
    ),
    7: (test_queue.test_two_people_take_the_last_free_slot_and_one_gets_it,),
    8: (
        test_queue.test_an_organizer_hands_out_with_overlap_by_keys_alone,
        test_queue.test_an_assessor_takes_and_puts_back_by_keys_alone,
    ),
    9: (
        test_foreign_writes.test_every_write_of_the_api_is_asked_for,
        test_foreign_writes.test_what_one_assessor_sends_is_404_from_another,
        test_foreign_writes.test_an_assessor_reads_nothing_of_the_track_s_api,
    ),
}


def test_every_check_has_its_test() -> None:
    here = [int(name[5]) for name in globals() if re.match(r"test_\d_", name)]
    assert {*here, *ELSEWHERE} == set(range(1, 10))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("relevance", "2"),
        ("support", "full_support"),
        pytest.param("assignment", "support", marks=pytest.mark.broad),
        pytest.param("ptkb", "relevant", marks=pytest.mark.broad),
    ],
)
def test_1_a_pressed_grade_key_is_a_row_in_the_database(
    sit: Sit, kind: str, value: str
) -> None:
    seat = sit(kind)
    seat.sends(FIRST[kind])
    seat.saved()
    change = Change.objects.get(actor=seat.person)
    assert (change.kind, change.before, change.after) == (kind, "", value)
    assert change.version == 1


# Unless the page does so by itself at that moment.
RETRY = "() => document.querySelector('#waiting [data-retry]').click()"


@pytest.fixture
def server(campaign: Campaign, tmp_path: Path) -> Iterator[Server]:
    """Return a server over the campaign's database that can be killed."""
    database = url_of(connection.settings_dict, os.environ["DATABASE_URL"])
    server = Server(database, tmp_path)
    server.start()
    yield server
    server.kill()


def test_3_a_server_killed_between_key_and_save_gets_each_action_once_after(
    sit: Sit, server: Server
) -> None:
    seats = {kind: sit(kind, server.url) for kind in FIRST}
    server.hang()
    for kind, seat in seats.items():
        seat.sends(FIRST[kind])
    server.kill()
    for seat in seats.values():
        banner = seat.page.locator("#save-state")
        expect(banner).to_have_text("Offline · 1 kept here")
        assert seat.arrived() == 0
    server.start()
    for kind, seat in seats.items():
        seat.page.evaluate(RETRY)
        seat.saved()
        assert (kind, seat.arrived()) == (kind, 1)


def upload(page: Page, track: Track, sent: Faulty) -> None:
    """Upload a file by its page, and do the worker's part."""
    address = reverse("runs:import_file", args=[track.uuid, sent.kind])
    page.goto(f"{page.url.split('/tracks/')[0]}{address}")
    file = {"name": "sent.txt", "mimeType": "text/plain", "buffer": sent.content}
    page.set_input_files("[name=file]", file)  # type: ignore[arg-type]
    if sent.kind == "run":
        page.select_option("[name=task]", "r")
    page.click("main button.primary")
    page.wait_for_url("**/imports/*-*/")
    run_here(Job.objects.get(uuid=str(Import.objects.get(track=track).job)))


@pytest.mark.parametrize("fault", FAULTY)
def test_6_an_upload_s_fault_is_told_with_its_line(
    campaign: Campaign, fault: str
) -> None:
    track = make_track(organizer=User.objects.get(username="omar"))
    for topic in TOPICS:
        make_topic(track, topic)
    sent = FAULTY[fault]
    page = campaign.open("omar", f"/tracks/{track.uuid}/imports/")
    upload(page, track, sent)
    finding = page.locator(".findings li").filter(has_text=sent.says)
    expect(finding).to_be_visible()
    if finding.locator("details:not([open])").count():
        finding.locator("summary").click()
    row = finding.locator("tbody tr").first
    expect(row).to_be_visible()
    expect(row.locator("th")).to_have_text(str(sent.line))
    expect(row).to_contain_text(sent.details)


@pytest.mark.parametrize("kind", WORKS)
def test_8_each_work_goes_from_inbox_to_finished_by_keys_alone(
    campaign: Campaign, profile: Profile, kind: str
) -> None:
    person = make_user()
    work = WORKS[kind](person)
    hand = Hand(profile().new_page())
    hand.sign_in(campaign.server.url, person.username)
    hand.tab_to("main a.primary")
    hand.press("Enter")
    hand.page.wait_for_url(f"**/work/{work.uuid}/**")
    WALKS[kind](hand)
    if "/work/" in hand.page.url:
        hand.tab_to("a[href='/']")
        hand.press("Enter")
    hand.sees("All your work is done")
    work.refresh_from_db()
    assert work.finished_at is not None
    assert hand.pointed == []
