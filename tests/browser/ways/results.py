"""A campaign's results on their pages: scores, agreement, exports."""

from __future__ import annotations

import csv
import io
import json
import zipfile

from playwright.sync_api import expect

from nuggets.models import AssignmentLabel
from runs.models import Track
from tests.browser.hands.several_people import Walk

TOPICS = ("1001", "1002")
RUNS = ("harbor-hybrid-1", "tern-brief", "quill-nocite")


def to_the_track(walk: Walk) -> None:
    walk.page.goto(f"{walk.server}/")
    walk.page.click("main a:text-is('First light')")


def look_at_scores(walk: Walk) -> None:
    to_the_track(walk)
    walk.tab("Scores")
    walk.pick("bank", "edited")
    walk.pick("judge", "ada")
    walk.page.click("main button:has-text('Show')")
    rows = walk.page.locator("table.data").first.locator("tbody tr")
    expect(rows.filter(has_text="RAG")).to_have_count(len(RUNS))
    with walk.page.expect_download() as taken:
        walk.page.click("a[href*='files/leaderboard.csv']")
    text = taken.value.path().read_text(encoding="utf-8")
    found = list(csv.DictReader(io.StringIO(text)))
    assert {row["run"] for row in found} == set(RUNS)
    assert all(row["topics"] == "2" for row in found)


def look_at_agreement(walk: Walk) -> None:
    walk.tab("Agreement")
    page = walk.page
    walk.pick("kind", "ssignment")
    walk.pick("a", "ada")
    walk.pick("b", "model-a")
    labels = AssignmentLabel.objects.filter(judge__name="ada").count()
    page.locator("form:has([name=kind]) button").first.click()
    expect(page.locator(".figures").first).to_contain_text(str(labels))
    page.locator("nav.tabs").get_by_role("link", name="Rankings").click()
    for side, judge in (("left", "ada"), ("right", "baseline-a")):
        own = page.locator(f"main select[name={side}] optgroup[label='Bank edited']")
        option = own.locator("option").filter(has_text=judge).first
        page.select_option(f"main select[name={side}]", option.get_attribute("value"))
    page.locator("form:has([name=left]) button").first.click()
    expect(page.locator("main")).to_contain_text("τ")
    expect(page.locator("svg.chart").first).to_be_visible()


def export(walk: Walk) -> None:
    page = walk.page
    for section, title in EXPORTS.items():
        walk.tab("Exports")
        page.click(f"main a:text-is('{title}')")
        page.wait_for_selector(f"h1:text-is('{title}')")
        judge = "nist" if section == "qrels" else "ada"
        for name, wanted in (("bank", "edited"), ("judge", judge)):
            if page.locator(f"main select[name={name}]").count():
                walk.pick(name, wanted)
        page.click("main button:text-is('See what it holds')")
        with page.expect_download() as taken:
            page.click("main a.primary:has-text('Download')")
        check_export(section, taken.value.path().read_bytes())


EXPORTS = {
    "qrels": "Qrels",
    "nuggets": "Nugget bank",
    "assignments": "Assignments",
    "nuggets-scores": "Leaderboard: nuggets",
}


def check_export(section: str, content: bytes) -> None:
    track = Track.objects.get()
    if section == "assignments":
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = " ".join(packed.namelist())
        assert all(run in names for run in RUNS)
        return
    lines = content.decode().splitlines()
    if section == "qrels":
        assert all(len(line.split()) == 4 for line in lines)
        assert {line.split()[0] for line in lines} == set(TOPICS)
    elif section == "nuggets":
        assert [json.loads(line)["qid"] for line in lines] == list(TOPICS)
    else:
        assert len(lines) == 1 + track.runs.count()
