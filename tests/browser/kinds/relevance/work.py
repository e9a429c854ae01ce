"""The page of grading segments, and the grades in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from playwright.sync_api import expect

from assess.judging.models import Allocation
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Segment, Subnarrative
from tests.browser.hands.page import press, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "Salt water \N{ICE SKATE} freezes late. Salt sinks; salty wind stirs."


class Work(NamedTuple):
    """Ada's work, and the page where she does it."""

    page: Page
    allocation: Allocation
    segments: list[Segment]
    parts: list[Subnarrative]

    def label(self, place: int) -> RelevanceLabel | None:
        rows = RelevanceLabel.objects.all()
        found = {cast("RelevanceLabel", row).segment_id: row for row in rows}
        return cast("RelevanceLabel | None", found.get(self.segments[place].pk))

    def values(self) -> list[str]:
        labels = [self.label(place) for place in range(len(self.segments))]
        return [label.value if label else "–" for label in labels]

    def ticks(self, place: int) -> list[int]:
        uuids = [str(part.uuid) for part in self.parts]
        label = self.label(place)
        assert label
        return [uuids.index(tick) for tick in label.details["ticks"]]

    def type(self, keys: str) -> None:
        press(self.page, keys)

    def saved(self) -> None:
        saved(self.page)

    def position(self, words: str) -> None:
        expect(self.page.locator("#position")).to_have_text(words)

    def accepts(self, words: str) -> None:
        expect(self.page.locator(".accept")).to_have_text(f"Enter {words}")

    def no_conflicts(self) -> None:
        twice = "() => document.documentElement.dataset.keyConflicts ?? ''"
        assert self.page.evaluate(twice) == ""
