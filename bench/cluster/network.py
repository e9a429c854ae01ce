"""The cluster's network, a separate process: links that can be cut.

    python -m bench.cluster.network PLAN.json

A link leads from one node to one server. A cut drops its connections. A hole accepts
data and new connections, and forwards nothing until it ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

LOST = (OSError, TimeoutError, EOFError)


@dataclass
class Link:
    """The connection to one server."""

    port: int
    ways: set[asyncio.StreamWriter] = field(default_factory=set)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    holes: int = 0

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forward one connection, both ways, until either side ends it."""
        self.ways.add(writer)
        with suppress(*LOST):
            await self.is_open.wait()
            back, there = await asyncio.open_connection("127.0.0.1", self.port)
            self.ways.add(there)
            pumps = [
                asyncio.create_task(self._pump(reader, there)),
                asyncio.create_task(self._pump(back, writer)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            self._end(there)
        self._end(writer)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(*LOST):
            while data := await reader.read(65_536):
                await self.is_open.wait()
                writer.write(data)
                await writer.drain()

    def _end(self, writer: asyncio.StreamWriter) -> None:
        self.ways.discard(writer)
        writer.close()

    def drop(self) -> None:
        """Drop every connection."""
        for way in self.ways:
            way.transport.abort()

    async def swallow(self, seconds: float) -> None:
        """Forward nothing for that long."""
        self.holes += 1
        self.is_open.clear()
        await asyncio.sleep(seconds)
        self.holes -= 1
        if not self.holes:
            self.is_open.set()


async def obey(
    links: dict[str, Link], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Execute one line: {"links": [names], "hole": seconds, or 0 for a cut}."""
    order = json.loads(await reader.readline())
    chosen = [links[name] for name in order["links"]]
    writer.close()
    if order["hole"]:
        await asyncio.gather(*(link.swallow(order["hole"]) for link in chosen))
    else:
        for link in chosen:
            link.drop()


class Plan(NamedTuple):
    """The port of each link and of its server, and the port of the orders."""

    links: dict[str, tuple[int, int]]
    orders: int


async def run(plan: Plan) -> None:
    """Serve the plan until the process is stopped."""
    links = {}
    for name, (port, target) in plan.links.items():
        links[name] = link = Link(target)
        link.is_open.set()
        await asyncio.start_server(link.carry, "127.0.0.1", port)
    await asyncio.start_server(partial(obey, links), "127.0.0.1", plan.orders)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(Plan(**json.loads(Path(sys.argv[1]).read_text()))))
