"""A piece of work for the tests of every type of judging."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.db.models import Model, QuerySet
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.judging.work.desk import Desk
from runs.models import Track
from tests.make import make_allocation, make_label, make_person, make_topic
from tests.page import markup

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


@dataclass(frozen=True, kw_only=True)
class Spot:
    """One label to give: its page, its rows in the kind's order, its names.

    `script` names it to the URL for scripts, `form` in a plain form. On a page of
    several items, `anchor` is its id.
    """

    page: UUID
    rows: tuple[Model, ...]
    script: dict[str, str]
    form: dict[str, str] = field(default_factory=dict)
    anchor: str = ""


@dataclass(frozen=True, kw_only=True)
class World:
    """Ada's work of one type, unlabelled, with at least two labels to give.

    `spots` are all of them, in the order in which she sees them; `values` are two
    different ones. `beside` is what a response to a stale script contains in addition
    to version and value. The rest are words of the pages: `position` is the place in
    the order.
    """

    desk: Desk
    below: str
    work: Allocation
    spots: list[Spot]
    values: tuple[str, str]
    left: str
    complete: str = "Every label is given"
    position: str = "response {page} of {pages} · {done} of {total} labels"
    beside: dict[str, object] = field(default_factory=dict)

    @property
    def track(self) -> Track:
        return self.work.track

    @property
    def base(self) -> str:
        return self.base_of(self.work)

    @property
    def api(self) -> str:
        return self.api_of(self.work)

    def base_of(self, work: Allocation) -> str:
        return f"/work/{work.uuid}/{self.below}/"

    def api_of(self, work: Allocation) -> str:
        return f"/api/work/{work.uuid}/{self.desk.work}/"

    @cached_property
    def pages(self) -> list[str]:
        """Return the URL of every page, in order."""
        return list(dict.fromkeys(f"{self.base}{spot.page}/" for spot in self.spots))

    def page(self, place: int = 0) -> str:
        return self.pages[place]

    def page_of(self, spot: int) -> str:
        """Return the page of a label."""
        return f"{self.base}{self.spots[spot].page}/"

    def form(
        self, spot: int = 0, /, value: str | None = None, **rest: object
    ) -> dict[str, Any]:
        """Return the content of a plain form."""
        given = self.values[0] if value is None else value
        said = {"value": given, "key": str(uuid4()), "seen": 0}
        return self.spots[spot].form | said | rest

    def json(
        self, spot: int = 0, /, value: str | None = None, **rest: object
    ) -> dict[str, Any]:
        """Return the content of a script's request."""
        return self.spots[spot].script | self.form(spot, value) | rest

    def submit(self, client: Client, form: dict[str, Any], spot: int = 0) -> Answer:
        """Send a plain form from the page of a label."""
        return client.post(f"{self.page_of(spot)}label/", form)

    def after(self, spot: int) -> str:
        """Return where a saved plain form redirects: on, or to its place."""
        anchor = self.spots[spot].anchor
        if anchor:
            return f"{self.page_of(spot)}#{anchor}"
        return self.page_of((spot + 1) % len(self.spots))

    def send(
        self,
        client: Client,
        body: dict[str, Any],
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a label as a script does."""
        json = "application/json"
        return client.post(self.api, body, content_type=json, headers=headers)

    def judge_of(self, person: User) -> Judge:
        """Return the judge whose labels a person gives in this work."""
        return make_person(person, self.track)

    def label_all(self, judge: Judge, value: str | None = None) -> None:
        for spot in self.spots:
            self.give(judge, spot, value)

    def give(self, judge: Judge, spot: Spot, value: str | None = None) -> None:
        given = self.values[1] if value is None else value
        make_label(self.desk.kind, judge, *spot.rows, value=given)

    def labels(self) -> QuerySet[Any]:
        return self.desk.kind.model.objects.all()

    def says(self, value: str) -> str:
        """Return a value in the words of the page."""
        grades = self.desk.kind.scale(self.track)
        (found,) = [grade.label for grade in grades if grade.value == value]
        return found.lower()

    def at(self, page: int, *, done: int) -> str:
        """Return the words for a page's place in the order, from 0."""
        return self.position.format(
            page=page + 1,
            pages=len(self.pages),
            done=done,
            total=len(self.spots),
            topic=self.work.topic,
        )

    def make_bare(self, ada: User) -> Allocation:
        """Hand out a topic with nothing to label."""
        topic = make_topic(self.track, "15")
        return make_allocation(topic, ada, work=self.work.work)


def body_of(client: Client, address: str) -> str:
    """Return the content of a page."""
    return markup(client.get(address))
