"""Ada at a sheet of items: three responses with three items each, by type of work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from playwright.sync_api import expect

from accounts.models import User
from assess.judging.models import Allocation
from assess.kinds.support.models import SupportLabel
from nuggets.models import AssignmentLabel
from runs.models import Citation, Response, Topic
from tests.browser.hands.page import press, saved
from tests.make import (
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCES = (
    "Fresh water floats on salt.",
    "Everybody knows that.",
    "Harbours freeze first.",
    "Ice grows from the shore.",
)
PASSAGES = ("Fresh water is light.", "A harbour froze in 1963.", "Ice is cold.")
NUGGETS = ("one", "two fresh", "three")
RESPONSES = "abc"


class Sheets(NamedTuple):
    """A type of work that shows several items on a page.

    scale: its labels, from the first key on. texts: what is lit of each item, found by
    `lit`; rows: the items on the page. `given` returns the labels of a response by the
    place of their items, `shown` those that the page shows, from the scale.
    """

    make: Callable[[Topic, User], Allocation]
    scale: tuple[str, str, str]
    texts: tuple[str, str, str]
    lit: str
    rows: str
    given: Callable[[Response], dict[int, str]]
    shown: Callable[[Page], list[str]]


def _cited(topic: Topic, ada: User) -> Allocation:
    """Make responses whose second sentence cites nothing."""
    segments = [
        make_segment(topic.track, f"doc#{place}", text)
        for place, text in enumerate(PASSAGES, start=1)
    ]
    for name in RESPONSES:
        run = make_run(topic.track, f"hidden-{name}")
        first, _none, *others = make_response(run, topic, SENTENCES).sentences.all()
        for sentence, segment in zip((first, *others), segments, strict=True):
            Citation.objects.create(sentence=sentence, position=0, segment=segment)
    return make_allocation(topic, ada, work="support")


def _nuggets(topic: Topic, ada: User) -> Allocation:
    version = make_version(make_bank(topic.track), topic, NUGGETS)
    for name in RESPONSES:
        make_response(make_run(topic.track, f"hidden-{name}"), topic)
    return make_allocation(topic, ada, version.bank)


def _support_of(response: Response) -> dict[int, str]:
    found = SupportLabel.objects.filter(citation__sentence__response=response)
    places = {0: 0, 2: 1, 3: 2}  # of the sentences that cite
    rows = cast("list[SupportLabel]", found)
    return {places[row.citation.sentence.position]: row.value for row in rows}


def _assignment_of(response: Response) -> dict[int, str]:
    found = AssignmentLabel.objects.filter(response=response)
    rows = cast("list[AssignmentLabel]", found)
    return {NUGGETS.index(row.nugget.text): row.value for row in rows}


def _marks(page: Page) -> list[str]:
    marks = page.locator("a.cites .mark").all_inner_texts()
    return [mark.replace(" ", "_") for mark in marks]


def _values(page: Page) -> list[str]:
    values: list[str] = page.locator(".nugget").evaluate_all(
        "rows => rows.map(row => row.dataset.value)"
    )
    return values


SHEETS = {
    "support": Sheets(
        make=_cited,
        scale=("full_support", "partial_support", "no_support"),
        texts=(SENTENCES[0], SENTENCES[2], SENTENCES[3]),
        lit=".sentences > .lit .sentence",
        rows=".pair",
        given=_support_of,
        shown=_marks,
    ),
    "assignment": Sheets(
        make=_nuggets,
        scale=("support", "partial_support", "not_support"),
        texts=NUGGETS,
        lit=".nugget.lit .text",
        rows=".nugget",
        given=_assignment_of,
        shown=_values,
    ),
}


class Work(NamedTuple):
    """Ada's work on sheets of one kind, and the page where she does it."""

    page: Page
    allocation: Allocation
    sheets: Sheets

    def labels(self, response: Response) -> list[str]:
        """Return a response's labels by item: a value, "" or "–" without a label."""
        given = self.sheets.given(response)
        return [given.get(place, "–") for place in range(3)]

    def here(self) -> Response:
        """Return the response on the page."""
        return Response.objects.get(uuid=self.page.url.rstrip("/").split("/")[-1])

    def type(self, keys: str) -> None:
        """Press keys, one after the other."""
        press(self.page, keys)

    def saved(self) -> None:
        """Wait until everything is saved."""
        saved(self.page)

    def position(self, words: str) -> None:
        """Expect a place in the work."""
        expect(self.page.locator("#position")).to_have_text(words)

    def lit(self, place: int) -> None:
        """Expect one highlighted item; of support, with only its passage next to it."""
        text = self.page.locator(self.sheets.lit)
        expect(text).to_have_text(self.sheets.texts[place])
        if self.allocation.work == "support":
            expect(self.page.locator(".pair:visible")).to_have_count(1)


def open_sheets(
    kind: str, ada: User, page: Page, server: str, sign_in: Callable[[Page, str], None]
) -> Work:
    """Sign Ada in, and open the first sheet of new work of a type."""
    sheets = SHEETS[kind]
    allocation = sheets.make(make_topic(make_track(assessors=[ada])), ada)
    sign_in(page, "ada")
    page.goto(server)
    page.click("main a.primary")
    expect(page.locator(f"{sheets.rows}.lit")).to_have_count(1)
    return Work(page, allocation, sheets)
