"""Assessors at work: each labels item after item, at a person's pace."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from bench.browser import Answer, Browser
from bench.campaign.people import Work

AHEAD = 0.3  # seconds that a prefetched page waits for the labels before it
AGAIN = 0.02  # the share of writes sent twice, as after a lost response
ITEMS = {"support": "citation", "assignment": "nugget"}
GRADES = {
    "relevance": ("0", "1", "2", "3", "4"),
    "support": ("full_support", "partial_support", "no_support"),
    "assignment": ("support", "partial_support", "not_support"),
    "match": ("yes", "no"),
}


class Sent(NamedTuple):
    """A label that the server confirmed."""

    kind: str
    key: str
    person: str
    item: frozenset[str]  # uuids
    value: str


@dataclass
class Log:
    """The log: saved labels, milliseconds by type of request, errors."""

    sent: list[Sent] = field(default_factory=list)
    labels: dict[str, list[float]] = field(default_factory=dict)
    pages: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    repeated: int = 0

    def note(self, answer: Answer, kind: str, times: dict[str, list[float]]) -> None:
        """Record how long a response took, and whether it failed."""
        times.setdefault(kind, []).append(answer.ms)
        if answer.status != 200:
            self.errors.append(f"{kind}: {answer.status} {answer.body[:200]}")


class Sheet(NamedTuple):
    """A page as its scripts read it."""

    api: str
    then: str
    open: list[dict[str, str]]  # of each unlabelled item, its ids in a write
    ticks: list[str]
    is_last: bool = False  # of its batch


def read_sheet(kind: str, page: str) -> Sheet:
    """Read the addresses and the open items of a judging page."""
    sheet = page[page.index('id="sheet"') :]

    def said(name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', sheet)
        return found[1] if found else ""

    ticks = re.findall(r'name="ticks" value="([^"]+)"', sheet)
    if kind == "relevance":
        items = [{"segment": said("name")}]
        return Sheet(said("api"), said("then"), items, ticks)
    if kind == "match":
        items = [{name: said(name) for name in ("nugget", "response")}]
        is_last = said("place") == said("total")
        return Sheet(said("api"), said("then"), items, ticks, is_last)
    name = ITEMS[kind]
    rows = re.findall(rf'data-{name}="([^"]+)"[^>]*data-value=""', sheet)
    shared = {"response": said("response")} if kind == "assignment" else {}
    items = [{**shared, name: row} for row in rows]
    return Sheet(said("api"), said("then"), items, ticks)


@dataclass
class Assessor:
    """One person: one page at a time, about one label every `pace` seconds."""

    work: Work
    browser: Browser
    rng: Random
    log: Log
    pace: float
    outbox: asyncio.Queue[tuple[str, dict[str, Any]] | None] = field(
        default_factory=asyncio.Queue
    )

    def __post_init__(self) -> None:
        """Begin before the second batch."""
        self.later = iter(self.work.later)

    async def judge(self, first: Sheet, *, seconds: float) -> None:
        """Work for that long, beginning at some time within the first pace."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        await asyncio.sleep(self.rng.random() * self.pace)
        due = clock() + self.rng.random() * self.pace
        sending = asyncio.create_task(self.send_all())
        sheet = first
        while due < end:
            ahead = asyncio.create_task(self.open_ahead(sheet.then))
            for item in sheet.open:
                if due >= end:
                    break
                await asyncio.sleep(due - clock())
                self.outbox.put_nowait((sheet.api, self.write(sheet, item)))
                due += self.pace * self.rng.uniform(0.5, 1.5)
            sheet = await ahead
        self.outbox.put_nowait(None)
        await sending

    async def open_ahead(self, address: str) -> Sheet:
        """Fetch the next page as turn.js does: once the labels are sent, or soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AHEAD):
                await self.outbox.join()
        return await self.open(address, alone=True)

    async def open(self, address: str, *, alone: bool = False) -> Sheet:
        """Fetch a page, or only its sheet."""
        answer = await self.browser.get(address, alone=alone)
        self.log.note(answer, self.work.kind, self.log.pages)
        sheet = read_sheet(self.work.kind, answer.body)
        return sheet._replace(then=next(self.later)) if sheet.is_last else sheet

    def write(self, sheet: Sheet, item: dict[str, str]) -> dict[str, Any]:
        """Return what the outbox sends for one key press."""
        body = {
            **item,
            "value": self.rng.choice(GRADES[self.work.kind]),
            "seen": 0,
            "key": str(uuid4()),
            "client_time": datetime.now(UTC).isoformat(),
            "active_ms": round(self.pace * 1000),
        }
        if self.work.kind == "relevance":
            ticks = self.rng.sample(sheet.ticks, min(2, len(sheet.ticks)))
            body |= {"ticks": ticks, "note": ""}
        return body

    async def send_all(self) -> None:
        """Send the waiting labels, in order and one at a time, as the outbox does."""
        while (waiting := await self.outbox.get()) is not None:
            address, body = waiting
            answer = await self.browser.post(address, body)
            self.log.note(answer, self.work.kind, self.log.labels)
            if answer.status == 200:
                self.keep(body)
            if self.rng.random() < AGAIN:
                await self.send_again(address, body, answer)
            self.outbox.task_done()

    def keep(self, body: dict[str, Any]) -> None:
        """Record a label that the server has, for the checks at the end."""
        names = ("segment", "citation", "nugget", "response")
        item = frozenset(body[name] for name in names if name in body)
        kind, person = self.work.kind, self.work.person
        self.log.sent.append(Sent(kind, body["key"], person, item, body["value"]))

    async def send_again(
        self, address: str, body: dict[str, Any], first: Answer
    ) -> None:
        """Send an action a second time: the response must be the first one's."""
        answer = await self.browser.post(address, body)
        self.log.repeated += 1
        if json.loads(answer.body) != json.loads(first.body):
            self.log.errors.append(f"sent twice: {answer.body[:200]}")


async def judge_all(
    works: Sequence[Work], *, port: int, seconds: float, pace: float, rng: Random
) -> Log:
    """Let everybody open their first page, then judge at the same time."""
    log = Log()
    people = [
        Assessor(
            work,
            Browser(port, session=work.session, person=work.person),
            Random(rng.random()),  # noqa: S311 - no secret
            log,
            pace,
        )
        for work in works
    ]
    firsts = [await person.open(person.work.address) for person in people]
    log.pages.clear()
    await asyncio.gather(
        *(
            person.judge(first, seconds=seconds)
            for person, first in zip(people, firsts, strict=True)
        )
    )
    return log
