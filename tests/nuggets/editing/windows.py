"""A browser's window on a list, and its unsent actions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.test import Client

from assess.judging.models import Allocation


@dataclass(frozen=True)
class Queued:
    """One unsent action, as the browser stores it."""

    key: UUID
    version: UUID
    action: str
    seen: int
    after: UUID | None = None
    nugget: UUID | None = None
    marked: tuple[UUID, ...] = ()
    text: str = ""
    goal: UUID | None = None
    wording: str = ""

    def body(self) -> dict[str, Any]:
        return {
            "key": str(self.key),
            "version": str(self.version),
            "action": self.action,
            "seen": self.seen,
            "after": self.after and str(self.after),
            "nugget": self.nugget and str(self.nugget),
            "marked": [str(name) for name in self.marked],
            "text": self.text,
            "subnarrative": self.goal and str(self.goal),
            "wording": self.wording,
        }


@dataclass
class Window:
    """A browser's window: its content, its knowledge, and its unsent actions."""

    client: Client
    work: Allocation
    version: UUID | None = None
    known: int = 0  # the newest revision that it knows
    stale: bool = True  # it has to reload before it goes on
    names: list[UUID] = field(default_factory=list)
    queue: list[Queued] = field(default_factory=list)
    refused: list[Queued] = field(default_factory=list)
    requests: int = 0

    def send(self, queued: Queued) -> Any:  # noqa: ANN401 - the test client's answer
        self.requests += 1
        return self.client.post(
            f"/api/work/{self.work.uuid}/nuggets/",
            queued.body(),
            content_type="application/json",
        )

    def end(self) -> None:
        """Freeze the list, confirming the open points of its last page."""
        address = f"/work/{self.work.uuid}/nuggets/finish/"
        page = self.client.get(address).content.decode()
        agreed = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
        leave = agreed[0] if agreed else ""
        self.post("finish", version=self.version, seen=self.known, leave=leave)

    def post(self, part: str, **data: object) -> None:
        self.requests += 1
        self.client.post(f"/work/{self.work.uuid}/nuggets/{part}/", data)
