"""People whose labels stay in an outbox until they are confirmed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from bench.browser import Answer, Browser
from bench.campaign.people import Work
from bench.judging import AHEAD, GRADES, Sheet, read_sheet

WAITS = (1, 2, 4, 8, 16, 30)  # seconds between attempts, as in static/outbox/tries.js
PATIENCE = 20.0  # seconds for a response, as in static/outbox/attempt.js
AGAIN = 0.3  # the share of labels that change an earlier one
TWICE = 0.02  # the share sent again after a response
LOST = (OSError, TimeoutError, EOFError)
TRY_AGAIN = {401, 403, 408, 425, 429}  # as the outbox does, once it is signed in


class Kept(NamedTuple):
    """A label that the server confirmed."""

    kind: str
    person: str
    item: frozenset[str]  # uuids
    key: str
    value: str
    version: int


@dataclass
class Item:
    """A judged item: the URL for its labels, and its current state."""

    api: str
    name: dict[str, str]
    ticks: list[str]
    version: int = 0
    waiting: str = ""  # the key of its last label, until that is confirmed


@dataclass
class Told:
    """All confirmations of the server."""

    kept: list[Kept] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # milliseconds, attempts included
    refused: list[str] = field(default_factory=list)
    unanswered: set[str] = field(default_factory=set)  # keys
    tries: int = 0


@dataclass
class Person:
    """One person: labels, changes, and an outbox that sends them in order."""

    work: Work
    browser: Browser
    rng: Random
    told: Told
    pace: float
    labelled: list[Item] = field(default_factory=list)
    outbox: asyncio.Queue[tuple[Item, dict[str, Any], float]] = field(
        default_factory=asyncio.Queue
    )

    async def judge(self, over: asyncio.Event) -> None:
        """Label until the end, then wait until all labels are confirmed."""
        sending = asyncio.create_task(self._send_all())
        fresh: list[Item] = []
        then = self.work.address
        while not over.is_set():
            if not fresh and then:
                fresh, then = await self._open(then, over)
            with suppress(TimeoutError):
                pause = self.pace * self.rng.uniform(0.5, 1.5)
                await asyncio.wait_for(over.wait(), pause)
            self._label(fresh)
        await self.outbox.join()
        sending.cancel()

    def _label(self, fresh: list[Item]) -> None:
        change = self.labelled and (not fresh or self.rng.random() < AGAIN)
        if not change and not fresh:
            return
        item = self.rng.choice(self.labelled) if change else fresh.pop(0)
        if not change:
            self.labelled.append(item)
        body = self._body(item)
        self.told.unanswered.add(body["key"])
        item.waiting = body["key"]
        clock = asyncio.get_running_loop().time
        self.outbox.put_nowait((item, body, clock()))

    def _body(self, item: Item) -> dict[str, Any]:
        body = {
            **item.name,
            "value": self.rng.choice(GRADES[self.work.kind]),
            "seen": item.version,
            "key": str(uuid4()),
            "client_time": datetime.now(UTC).isoformat(),
            "active_ms": round(self.pace * 1000),
        }
        if item.waiting:
            body["after"] = item.waiting
        if self.work.kind == "relevance":
            ticks = self.rng.sample(item.ticks, min(2, len(item.ticks)))
            body |= {"ticks": ticks, "note": ""}
        return body

    async def _open(self, address: str, over: asyncio.Event) -> tuple[list[Item], str]:
        """Open a page once the outbox is empty, or soon; repeat until it arrives."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AHEAD):
                await self.outbox.join()
        failures = 0
        while not over.is_set():
            with suppress(*LOST):
                answer = await self.browser.get(address)
                if answer.status == 200:
                    return self._items(answer.body)
                if answer.status < 500:
                    self.told.refused.append(f"{address}: {answer.status}")
                    return [], ""
            await asyncio.sleep(wait_after(failures := failures + 1))
        return [], ""

    def _items(self, page: str) -> tuple[list[Item], str]:
        if 'id="sheet"' not in page:
            return [], ""  # nothing is left to label
        sheet: Sheet = read_sheet(self.work.kind, page)
        known = [item.name for item in self.labelled]
        items = [Item(sheet.api, name, sheet.ticks) for name in sheet.open]
        return [item for item in items if item.name not in known], sheet.then

    async def _send_all(self) -> None:
        while True:
            item, body, made = await self.outbox.get()
            answer = await self._sent(item.api, body)
            self.told.waits.append((asyncio.get_running_loop().time() - made) * 1000)
            self._note(item, body, answer)
            if self.rng.random() < TWICE:
                again = await self._sent(item.api, body)
                if again.body != answer.body:
                    self.told.refused.append(f"sent twice: {again.body[:200]}")
            self.outbox.task_done()

    async def _sent(self, address: str, body: dict[str, Any]) -> Answer:
        """Send until there is a response."""
        failures = 0
        while True:
            self.told.tries += 1
            with suppress(*LOST):
                answer = await self.browser.post(address, body)
                if answer.status < 500 and answer.status not in TRY_AGAIN:
                    return answer
                if answer.status in {401, 403} and failures > len(WAITS):
                    return answer  # they are signed out, and stay so
            await asyncio.sleep(wait_after(failures := failures + 1))

    def _note(self, item: Item, body: dict[str, Any], answer: Answer) -> None:
        if item.waiting == body["key"]:
            item.waiting = ""
        self.told.unanswered.discard(body["key"])
        if answer.status != 200:
            self.told.refused.append(f"{body}: {answer.status} {answer.body[:300]}")
            return
        item.version = json.loads(answer.body)["version"]
        self.told.kept.append(
            Kept(
                self.work.kind,
                self.work.person,
                frozenset(item.name.values()),
                body["key"],
                body["value"],
                item.version,
            )
        )


def wait_after(failures: int) -> float:
    """Return the seconds to wait after that many failed attempts."""
    return WAITS[min(failures, len(WAITS)) - 1]


def make_people(
    works: Sequence[Work], told: Told, *, port: int, pace: float, rng: Random
) -> list[Person]:
    """Return the people who do these works."""
    return [
        Person(
            work,
            Browser(port, session=work.session, person=work.person, patience=PATIENCE),
            Random(rng.random()),  # noqa: S311 - no secret
            told,
            pace,
        )
        for work in works
    ]
