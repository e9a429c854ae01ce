"""The cluster's network, a process: links that can be cut off, and a proxy.

python -m bench.network PLAN.json

A link leads from one node to one server. Cut, it drops its connections; a hole takes
what is sent, and new connections, and hands nothing on until it ends. The proxy sends
each request to the next web node; a GET without an answer goes to another one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

CONNECTING = 2.0  # seconds
ANSWERING = 15.0  # seconds, after which a proxy gives up on a node
DOWN = 3.0  # seconds for which a node that failed is asked last
LOST = (OSError, TimeoutError, EOFError)


@dataclass
class Link:
    """The way to one server."""

    port: int
    ways: set[asyncio.StreamWriter] = field(default_factory=set)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    holes: int = 0

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Carry one connection, both ways, until either side ends it."""
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
        """End every connection without a word."""
        for way in self.ways:
            way.transport.abort()

    async def swallow(self, seconds: float) -> None:
        """Hand nothing on for that long."""
        self.holes += 1
        self.is_open.clear()
        await asyncio.sleep(seconds)
        self.holes -= 1
        if not self.holes:
            self.is_open.set()


class Proxy:
    """What people reach, in front of the web nodes."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.down = dict.fromkeys(ports, 0.0)

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Answer one request, and close."""
        with suppress(*LOST, asyncio.LimitOverrunError):
            head = await reader.readuntil(b"\r\n\r\n")
            fields = head.lower().partition(b"content-length: ")[2]
            body = await reader.readexactly(int(fields.partition(b"\r\n")[0] or 0))
            writer.write(await self._answer(head + body, is_get=head[:4] == b"GET "))
            await writer.drain()
        writer.close()

    async def _answer(self, request: bytes, *, is_get: bool) -> bytes:
        now = asyncio.get_running_loop().time()
        self.ports.append(self.ports.pop(0))
        for port in sorted(self.ports, key=lambda each: self.down[each] > now):
            sent = False
            try:
                async with asyncio.timeout(CONNECTING):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                sent = True
                return await self._asked(reader, writer, request)
            except LOST:
                self.down[port] = asyncio.get_running_loop().time() + DOWN
                if sent and not is_get:
                    break
        return b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"

    async def _asked(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        request: bytes,
    ) -> bytes:
        try:
            async with asyncio.timeout(ANSWERING):
                writer.write(request)
                answer = await reader.read(-1)
        finally:
            writer.close()
        if not answer:
            raise EOFError
        return answer


async def obey(
    links: dict[str, Link], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Do what one line says: {"links": [names], "hole": seconds, or 0 for a cut}."""
    order = json.loads(await reader.readline())
    chosen = [links[name] for name in order["links"]]
    writer.close()
    if order["hole"]:
        await asyncio.gather(*(link.swallow(order["hole"]) for link in chosen))
    else:
        for link in chosen:
            link.drop()


async def run(plan: dict[str, dict[str, list[int]] | int | list[int]]) -> None:
    """Serve the plan until the process is ended."""
    links = {}
    for name, (port, target) in plan["links"].items():  # type: ignore[union-attr]
        links[name] = link = Link(target)
        link.is_open.set()
        await asyncio.start_server(link.carry, "127.0.0.1", port)
    if plan["web"]:
        proxy = Proxy(plan["web"])  # type: ignore[arg-type]
        await asyncio.start_server(proxy.serve, "127.0.0.1", plan["proxy"])  # type: ignore[arg-type]
    orders = partial(obey, links)
    await asyncio.start_server(orders, "127.0.0.1", plan["orders"])  # type: ignore[arg-type]
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(json.loads(Path(sys.argv[1]).read_text())))
