"""Take the pictures of docs/screens from the sample campaign: `make screens`."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from tests.small_png import small
from tests.stacks.browser import CACHE, FLAGS, browser_environment, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.rooms.campaign import Campaign

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screens"
NARROW = {"width": 390, "height": 844}
Act = Callable[["Page"], None]


def press(keys: str) -> Act:
    """Return an act of pressing keys, one after the other."""

    def pressing(page: Page) -> None:
        for key in keys.split():
            page.keyboard.press(key)
            page.wait_for_timeout(120)

    return pressing


def write(text: str) -> Act:
    """Return an act of writing an answer and marking its first nugget as covered."""

    def writing(page: Page) -> None:
        page.fill("#text", text)
        page.locator(".covering input").first.check()
        page.wait_for_timeout(300)

    return writing


def see(place: str) -> Act:
    """Return an act of scrolling down to a part of the page."""

    def seeing(page: Page) -> None:
        page.locator(place).evaluate("(part) => part.scrollIntoView()")

    return seeing


ELSEWHERE = """async () => {
  const { api, name, seen } = document.getElementById("sheet").dataset;
  const cookie = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": cookie };
  const body = { key: crypto.randomUUID(), segment: name, value: "1", seen };
  await fetch(api, { method: "POST", headers, body: JSON.stringify(body) });
}"""


def overtaken(page: Page) -> None:
    """Grade a segment that was graded on another machine in the meantime."""
    page.evaluate(ELSEWHERE)
    page.keyboard.press("3")
    page.wait_for_selector("#unsent button")


def reopened(page: Page) -> None:
    """Show the end of a topic in the state before it is finished."""
    from assess.judging.models import Allocation

    _site, work = page.url.split("/work/")
    Allocation.objects.filter(uuid=work.split("/")[0]).update(finished_at=None)
    page.reload()


def over_a_model(page: Page) -> None:
    """Open support with a model's labels shown."""
    from assess.judging.models import Allocation, Judge
    from assess.kinds.support.kind import SUPPORT
    from runs.models import Citation
    from tests.make import make_judge, make_label

    held = Allocation.objects.filter(assessor__username="bea", finished_at=None)
    work = held.filter(work="support").earliest("pk")
    model = make_judge(work.track, "model", kind=Judge.MODEL)
    for cited in Citation.objects.filter(sentence__response__topic=work.topic):
        make_label(SUPPORT, model, cited, value="partial_support")
    Allocation.objects.filter(pk=work.pk).update(round=1, shown=model)
    page.reload()
    page.wait_for_selector(".pair.lit .shown")


def signed_out(page: Page) -> None:
    """Grade after the session has ended: the page asks to sign in."""
    for leave in page.get_by_role("button", name="Discard mine").all():
        leave.click()
    page.context.clear_cookies()
    page.keyboard.press("2")
    page.wait_for_selector("dialog[open] [type=password]")


def by_a_model(page: Page) -> None:
    """Show the grades of the last judge of the list, a model."""
    choices = page.locator("[name=judge] option")
    page.select_option("[name=judge]", index=choices.count() - 1)
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_load_state("networkidle")


def nothing(_page: Page) -> None:
    """Show the screen as it opens."""


class Picture(NamedTuple):
    """One screen: its file's name, its person, its page, and the acts before it.

    place: which of the page's addresses.
    """

    name: str
    person: str
    page: str
    act: Act = nothing
    narrow: bool = False
    place: int = 0


ANSWER = (
    "While we sleep, the brain sorts the day's memories and keeps those that matter. "
    "A night runs in cycles of about 90 minutes, with deep sleep early and dreams "
    "towards morning."
)
# The organizer's first: the assessors' acts would be visible in them. After the last
# one Bea is signed out.
PICTURES = (
    Picture("overview", "omar", "assess:track"),
    Picture("over-time", "omar", "assess:over_time"),
    Picture("work", "omar", "assess:allocations"),
    Picture("guidelines", "omar", "assess:guideline"),
    Picture("flags", "omar", "assess:threads"),
    Picture("check-report", "omar", "runs:import"),
    Picture("scores", "omar", "assess:scores"),
    Picture("scores-matrix", "omar", "assess:scores_matrix"),
    Picture("scores-narrow", "omar", "assess:scores", see("#board"), narrow=True),
    Picture("agreement", "omar", "assess:rankings"),
    Picture("comparison", "omar", "assess:comparison", see("#compared")),
    Picture("rounds", "omar", "assess:agreement_rounds"),
    Picture("labels", "omar", "assess:agreement"),
    Picture("adjudication", "omar", "assess:adjudication"),
    Picture("exam-scores", "omar", "exams:scores", by_a_model),
    Picture("exam-map", "omar", "exams:map", by_a_model),
    Picture("exam-editor", "omar", "exams:editor", press("ArrowDown x")),
    Picture("exam-bank", "omar", "exams:bank"),
    Picture("exam-version", "omar", "exams:version"),
    Picture("exam-pool", "omar", "exams:pool"),
    Picture("exam-boards", "omar", "exams:boards", by_a_model),
    Picture("exam-lists", "omar", "exams:lists", by_a_model),
    Picture("exam-what-if", "omar", "exams:what_if", by_a_model),
    Picture("turns", "omar", "assess:turns", press("ArrowRight")),
    Picture("declined-turns", "omar", "matching:declines"),
    Picture("statements-chosen", "omar", "matching:statements"),
    Picture("boards", "omar", "assess:boards"),
    Picture("matching", "omar", "matching:matching"),
    Picture("matching-in-place", "omar", "matching:response"),
    Picture("matching-ranks", "omar", "matching:ranks"),
    Picture("matching-batches", "omar", "matching:batches", see("#voided")),
    Picture("reference-metrics", "omar", "assess:family", place=2),
    Picture("report", "omar", "assess:report"),
    Picture("exports", "omar", "assess:exports"),
    Picture("archive", "omar", "assess:archives"),
    Picture("inbox", "bea", "home"),
    Picture("keys", "bea", "accounts:keys"),
    Picture("relevance", "bea", "assess:relevance_item", press("b f")),
    Picture("relevance-narrow", "bea", "assess:relevance_item", narrow=True),
    Picture("sub-narratives", "bea", "assess:subnarratives", press("ArrowDown")),
    Picture("post-editing", "bea", "nuggets:edit", press("ArrowDown o")),
    Picture("what-changed", "bea", "nuggets:changes"),
    Picture("match", "bea", "matching:match_pair"),
    Picture("spans", "bea", "nuggets:spans_passage", press("ArrowDown ArrowDown")),
    Picture("assignment", "bea", "nuggets:assign_response", press("1 2 1 3")),
    Picture("support", "bea", "assess:support_response", press("1 2")),
    Picture("disagreement", "bea", "assess:disputed_relevance_item"),
    Picture("gold-answer", "bea", "nuggets:answer", write(ANSWER)),
    Picture("need", "bea", "assess:need_response", press("0")),
    Picture("statements", "bea", "assess:ptkb_turn", press("1")),
    Picture("exam", "bea", "exams:exam_passage", press("4 1 a ArrowDown Enter")),
    Picture("end", "bea", "assess:support", reopened),
    Picture("done", "bea", "nuggets:finish"),
    Picture("support-model", "bea", "assess:support_response", over_a_model),
    Picture("preferences", "bea", "accounts:preferences"),
    Picture("conflict", "bea", "assess:relevance_item", overtaken),
    Picture("signed-out", "bea", "assess:relevance_item", signed_out),
)


def take(campaign: Campaign, picture: Picture, studio: Page) -> None:
    """Take one picture in the light theme and in the dark one."""
    from tests.browser.rooms.pages import urls_of

    page = campaign.page(picture.person)
    if picture.narrow:
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    address = urls_of(picture.page, campaign.ids)[picture.place]
    page.goto(f"{campaign.server.url}{address}")
    page.wait_for_load_state("networkidle")  # what a page fetches by itself is loaded
    picture.act(page)
    for scheme, ending in (("light", ""), ("dark", "-dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_timeout(200)
        shot = small(studio, page.screenshot())
        (FOLDER / f"{picture.name}{ending}.png").write_bytes(shot)


@contextmanager
def sample() -> Iterator[Campaign]:
    """Serve the sample campaign from a database of its own, deleted afterwards."""
    import django
    from django.core.management import call_command
    from playwright.sync_api import sync_playwright

    django.setup()
    call_command("migrate", verbosity=0)
    from tests.browser.rooms.campaign import open_campaign

    program = find_chromium()
    env = fonts(program)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=FLAGS, env=env
        )
        with open_campaign(browser) as campaign:
            prepare(campaign, "graded", "supported")
            yield campaign
        browser.close()


def fonts(program: Path) -> dict[str, str | float | bool] | None:
    """Return the environment of a downloaded browser; the machine's has own fonts."""
    if not program.is_relative_to(CACHE):
        return None
    return dict(browser_environment(program, Path(os.environ["ASSAY_VAR"])))


def prepare(campaign: Campaign, *names: str) -> None:
    """Finish the work that the tests have done, and select what to show."""
    from assess.judging.models import Adjudication, Allocation
    from runs.models import Segment

    shown = Segment.objects.get(title="Who has warnings?")  # one with ticks
    settled = Adjudication.objects.earliest("pk")  # the sample's own
    campaign.ids |= {"segment": str(shown.uuid), "adjudication": str(settled.uuid)}
    done = [campaign.ids[name] for name in names]
    Allocation.objects.filter(uuid__in=done).update(finished_at=timezone.now())


@contextmanager
def campaign_alone() -> Iterator[Campaign]:
    """Serve the sample campaign in a folder of its own, deleted afterwards."""
    with TemporaryDirectory() as folder:
        os.environ.update(
            ASSAY_VAR=folder,
            DEBUG="true",
            DJANGO_ALLOW_ASYNC_UNSAFE="true",
            DJANGO_SETTINGS_MODULE="config.settings",
            SECRET_KEY=secrets.token_urlsafe(50),
        )
        os.environ.pop("DATABASE_URL", None)
        with sample() as campaign:
            yield campaign


def main(wanted: list[str]) -> None:
    """Take all pictures, or the named ones."""
    with campaign_alone() as campaign:
        studio = campaign.browser.new_page()
        for picture in PICTURES:
            if not wanted or picture.name in wanted:
                take(campaign, picture, studio)


if __name__ == "__main__":
    main(sys.argv[1:])
