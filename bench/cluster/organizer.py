"""The organizer: imports qrels, starts judges, creates archives."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from bench.browser import Browser
from bench.cluster.outbox import LOST, Told, wait_after

JOB = "/jobs/"  # the redirect of a form whose first response was lost
IMPATIENT = 3  # failures after which they do not wait before the next attempt
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Desk(NamedTuple):
    """The organizer's addresses and names, and the rows of qrels."""

    track: str  # its address
    judges: list[str]  # uuids of model judges
    works: list[str]  # the work they can do, as in the form
    topics: list[str]
    docids: dict[str, list[str]]  # by topic


@dataclass
class Organizer:
    """One person who starts a job at intervals, and tries each until it is started."""

    desk: Desk
    browser: Browser
    rng: Random
    told: Told
    pace: float
    qrels: dict[str, dict[tuple[str, str], str]] = field(default_factory=dict)
    jobs: dict[str, int] = field(default_factory=dict)  # started, by kind

    async def organize(self, over: asyncio.Event) -> None:
        """Start jobs until the end; an attempt in progress is completed."""
        number = 0
        turns = (self._bring_in, self._judge, self._judge, self._archive)
        while not over.is_set():
            await turns[number % len(turns)](number)
            number += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), self.pace)

    async def _bring_in(self, number: int) -> None:
        name = f"qrels-{number}"
        topics = self.rng.sample(self.desk.topics, 5)
        rows = {
            (topic, docid): self.rng.choice("01234")
            for topic in topics
            for docid in self.desk.docids[topic]
        }
        text = "".join(
            f"{topic} 0 {docid} {grade}\n" for (topic, docid), grade in rows.items()
        )
        fields = {"judge": name}
        form = f"{self.desk.track}imports/new/qrels/"
        await self._submit(
            "import", form, fields, f"{self.desk.track}imports/", (f"{name}.txt", text)
        )
        self.qrels[name] = rows

    async def _judge(self, number: int) -> None:
        fields = {
            "judge": self.rng.choice(self.desk.judges),
            "work": self.rng.choice(self.desk.works),
            "topics": " ".join(self.rng.sample(self.desk.topics, 2)),
        }
        await self._submit("judge", f"{self.desk.track}judging/new/", fields, JOB)

    async def _archive(self, _number: int) -> None:
        form = f"{self.desk.track}archives/"
        await self._submit("archive", form, {}, form)

    async def _submit(
        self,
        kind: str,
        form: str,
        fields: dict[str, str],
        leads_to: str,
        file: tuple[str, str] | None = None,
    ) -> None:
        """Send one form, unchanged, until the response redirects to the right place."""
        token, failures = "", 0
        while True:
            with suppress(*LOST):
                if not token:
                    page = await self.browser.get(form)
                    found = TOKEN.search(page.body) if page.status == 200 else None
                    token = found[1] if found else ""
                if token:
                    sent = {"csrfmiddlewaretoken": token, **fields}
                    answer = await self.browser.submit(form, sent, file)
                    if answer.headers.get("location", "").startswith((leads_to, JOB)):
                        break
                    if answer.status in {400, 404, 413, 422}:
                        self.told.refused.append(f"{form}: {answer.status}")
                        return
            await asyncio.sleep(wait_after(min(failures := failures + 1, IMPATIENT)))
        self.jobs[kind] = self.jobs.get(kind, 0) + 1
