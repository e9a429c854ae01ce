"""The complete process on the pages: from topics and runs to scores and exports."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from llm.models import Call
from nuggets.models import AssignmentLabel, Listing
from tests.browser.hands.several_people import PASSWORD, Walk
from tests.browser.ways.results import (
    RUNS,
    TOPICS,
    export,
    look_at_agreement,
    look_at_scores,
    to_the_track,
)
from tests.fake_model import FakeModel
from tests.machines import model_settings
from tests.stacks.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.smoke,
    pytest.mark.stack("production"),
]

SAMPLE = Path(__file__).resolve().parents[3] / "sample"


def keep_topics(path: Path, folder: Path, *, key: Callable[[str], str]) -> Path:
    """Copy the lines of a sample file that are about our topics."""
    kept = folder / path.name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join(line for line in lines if key(line) in TOPICS))
    return kept


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "files"
    folder.mkdir()
    runs = {
        name: keep_topics(
            SAMPLE / "runs" / f"{name}.jsonl",
            folder,
            key=lambda line: str(json.loads(line)["metadata"]["narrative_id"]),
        )
        for name in RUNS
    }
    return runs | {
        "topics": keep_topics(
            SAMPLE / "topics.jsonl", folder, key=lambda line: json.loads(line)["id"]
        ),
        "qrels": keep_topics(
            SAMPLE / "qrels" / "ada.qrels", folder, key=lambda line: line.split()[0]
        ),
        "segments": SAMPLE / "segments.jsonl",
    }


@pytest.fixture
def walk(browser_page: Page, live_server: LiveServer) -> Walk:
    return Walk(browser_page, live_server.url)


def test_a_campaign_goes_from_topics_to_a_leaderboard(
    walk: Walk,
    files: dict[str, Path],
    worker: Worker,
    settings: Settings,
) -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    with FakeModel() as model:
        env = model_settings(model)
        settings.LLM_ENDPOINT, settings.LLM_KEY = model.url, env["LLM_KEY"]
        settings.LLM_MODEL = env["LLM_MODEL"]
        worker.start(**env)
        set_up_the_track(walk)
        import_everything(walk, files)
        draft(walk)
        hand_out_editing(walk)
        post_edit(walk)
        assign(walk)
        let_machines_judge(walk)
        assert Call.objects.filter(state="answered").count() == model.count
    look_at_scores(walk)
    look_at_agreement(walk)
    export(walk)


def set_up_the_track(walk: Walk) -> None:
    walk.sign_in("root")
    walk.page.click("a:has-text('Create a track')")
    walk.page.fill("[name=name]", "First light")
    walk.page.fill("[name=slug]", "first-light")
    walk.page.select_option("[name=profile]", "rag25")
    walk.page.click("main button.primary")
    for name, role in (("omar", "organizer"), ("ada", "assessor")):
        walk.page.fill("[name=username]", name)
        walk.page.select_option("[name=role]", role)
        walk.page.fill("[name=password]", PASSWORD)
        walk.page.click("main button.primary")
        walk.page.wait_for_selector(f"td:text-is('{name}')")
    walk.sign_out()


def import_everything(walk: Walk, files: dict[str, Path]) -> None:
    walk.sign_in("omar")
    walk.page.click("main a:text-is('First light')")
    walk.import_file("Topics", files["topics"])
    for name in RUNS:
        walk.import_file("Run", files[name], task="rag", group=name.split("-")[0])
    walk.import_file("Qrels", files["qrels"], judge="nist")
    walk.import_file("Segments", files["segments"])
    walk.tab("Runs")
    expect(walk.page.locator("tbody tr")).to_have_count(len(RUNS))


def draft(walk: Walk) -> None:
    walk.tab("Judges")
    walk.page.click("a:has-text('New judge')")
    walk.page.fill("[name=name]", "model-a")
    walk.page.click("main button:has-text('Make the judge')")
    walk.tab("Banks")
    walk.page.click("a:has-text('Draft nuggets')")
    walk.pick("judge", "model-a")
    walk.page.fill("[name=name]", "auto")
    walk.page.click("main button:has-text('Start the draft')")
    walk.wait_for_job()
    assert Listing.objects.filter(version__bank__name="auto").exists()


def hand_out_editing(walk: Walk) -> None:
    to_the_track(walk)
    walk.tab("Banks")
    walk.page.click("main a:text-is('auto')")
    walk.page.fill("[name=name]", "edited")
    walk.page.click("button:has-text('Start post-editing')")
    hand_out(walk, "Nugget editing: edited")


def hand_out(walk: Walk, work: str) -> None:
    to_the_track(walk)
    walk.tab("Work")
    walk.page.click("main a:text-is('Hand out')")
    walk.pick("work", work)
    walk.page.get_by_label("ada").check()
    walk.page.click("main button:has-text('Show who gets what')")
    walk.page.click("main button:text-is('Hand out')")
    expect(walk.page.locator("main")).to_contain_text("Handed out")
    walk.sign_out()


def post_edit(walk: Walk) -> None:
    """Ada edits both topics by keyboard: one new nugget, one deleted, the rest kept."""
    walk.sign_in("ada")
    for topic in TOPICS:
        walk.page.click("main a.primary")
        if topic == TOPICS[0]:
            walk.page.click("button:has-text('skip practice')")
        walk.page.wait_for_url("**/nuggets/")  # with all that it loads
        walk.page.wait_for_selector("#editor .nugget :focus")
        walk.press("x")
        walk.page.wait_for_selector("#editor [name=seen][value='1']", state="attached")
        walk.press("n")
        walk.page.wait_for_selector("#box-words:focus")
        walk.page.keyboard.type("An assessor saw this")
        walk.press("Enter")
        walk.page.wait_for_selector("#editor [name=seen][value='2']", state="attached")
        walk.press("v")
        walk.page.wait_for_selector("#editor [name=seen][value='3']", state="attached")
        expect(walk.page.locator("#save-state")).to_have_attribute(
            "data-state", "saved"
        )
        walk.page.click("text=Done …")
        walk.page.click("button:has-text('Freeze it')")
        walk.page.wait_for_selector("button:has-text('Open it again')")
        walk.page.goto(f"{walk.server}/")
    walk.sign_out()
    texts = Listing.objects.filter(
        version__bank__name="edited", version__state="frozen"
    )
    assert texts.filter(nugget__text="An assessor saw this").count() == len(TOPICS)


def assign(walk: Walk) -> None:
    """Ada labels every nugget of every response, without a sign of who wrote it."""
    walk.sign_in("omar")
    hand_out(walk, "Assignment: edited")
    walk.sign_in("ada")
    for topic in TOPICS:
        walk.page.click("main a.primary")
        if topic == TOPICS[0]:
            practise(walk)
        for place in range(1, len(RUNS) + 1):
            expect(walk.page.locator("#position")).to_contain_text(f"response {place} ")
            expect(walk.page.locator(".nugget.lit")).to_have_count(1)
            assert not any(name in walk.page.content() for name in RUNS)
            nuggets = walk.page.locator(".nuggets > .nugget").count()
            walk.press(" ".join("123"[number % 3] for number in range(nuggets)))
            expect(walk.page.locator("#position")).to_contain_text(
                f"{nuggets * place} of {nuggets * len(RUNS)} labels"
            )
            walk.press("Enter")
        expect(walk.page.locator("h1")).to_have_text("Every label is given")
        walk.page.locator("main button.primary").press("Enter")
        walk.page.wait_for_url(f"{walk.server}/")
        expected = Listing.objects.filter(
            version__bank__name="edited",
            version__state="frozen",
            version__topic__name=topic,
        ).count() * len(RUNS)
        given = AssignmentLabel.objects.filter(response__topic__name=topic)
        assert given.count() == expected
    walk.sign_out()


def practise(walk: Walk) -> None:
    """Ada labels the three practice items by keys; nothing is stored of it."""
    for number in (1, 2, 3):
        walk.page.wait_for_load_state()
        walk.page.keyboard.press("Enter")
        expect(walk.page.locator("#position")).to_contain_text(f"item {number} of 3")
        walk.page.wait_for_load_state()
        walk.page.keyboard.press("2")
        expect(walk.page.locator(".answered h2")).to_contain_text("answer")
    assert not AssignmentLabel.objects.exists()
    walk.page.keyboard.press("Enter")


def let_machines_judge(walk: Walk) -> None:
    walk.sign_in("omar")
    to_the_track(walk)
    walk.tab("Judges")
    walk.page.click("a:has-text('New judge')")
    walk.page.click("a:has-text('Baseline')")
    walk.page.fill("[name=name]", "baseline-a")
    walk.page.click("main button:has-text('Make the judge')")
    for judge, work in (
        ("model-a", "Assignment over edited"),
        ("model-a", "Relevance"),
        ("model-a", "Support"),
        ("baseline-a", "Assignment over edited"),
    ):
        to_the_track(walk)
        walk.tab("Judges")
        walk.page.click("a:has-text('Set a judge to work')")
        walk.pick("judge", judge)
        walk.pick("work", work)
        walk.page.click("main button:has-text('Start')")
        walk.wait_for_job()
