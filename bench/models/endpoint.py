"""A simulated endpoint on loopback: latency, limits and faults as stated.

    python -m bench.models.endpoint --limit 16 --median 1.0 --faults 0.05

Its labels are computed from nugget and response, so that a lost or an invented one can
be told. GET /v1/stats returns what it counted since GET /v1/reset.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import hashlib
import json
import re
from collections import Counter
from math import log
from random import Random
from time import monotonic
from typing import Any

from tests.fake_answers import places
from tests.fake_model import completion

LABELS = ("support", "partial_support", "not_support")
FAULTS = ("429", "500", "time-out", "cut reply", "wrong length")
HANG = 120.0  # seconds, if the caller waits so long
SPREAD = 0.3  # sigma of the logarithm of the latency
THEIRS = re.compile(r"Passage: (.*)\nNugget List: (.*)\nOnly return", re.DOTALL)


def label_of(nugget: str, response: str) -> str:
    """Return the label that the simulated model gives."""
    digest = hashlib.sha256(f"{nugget}\0{response}".encode()).digest()
    return LABELS[digest[0] % 3]


def asked(body: dict[str, Any]) -> tuple[str, list[str]]:
    """Return response and nuggets of a request, ours or nuggetizer's."""
    shown = places(body)
    if "nuggets" in shown:
        return shown["response"], json.loads(shown["nuggets"])
    found = THEIRS.search(body["messages"][-1]["content"])
    assert found is not None
    return found[1], ast.literal_eval(found[2])


class Endpoint:
    """The server's rules and counts."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.limit, self.median = options.limit, options.median
        self.tokens, self.faults, self.seed = (
            options.tokens,
            options.faults,
            options.seed,
        )
        self.reset()

    def reset(self) -> None:
        """Count from zero."""
        self.counts: Counter[str] = Counter()
        self.number = self.now = self.most = 0
        self.served = 0.0  # seconds of all calls that had a place
        self.first = self.last = self.end = 0.0
        self.spent: list[tuple[float, int]] = []

    @property
    def stats(self) -> dict[str, Any]:
        """Return the counts, and the times since the first call."""
        return {
            **self.counts,
            "calls": self.number,
            "most": self.most,
            "served": self.served,
            "sending": self.last - self.first,
            "wall": self.end - self.first,
        }

    async def answer(
        self, body: dict[str, Any], gone: asyncio.Task[bytes]
    ) -> tuple[int, dict[str, Any]]:
        """Return status and body; count the call."""
        self.number += 1
        start = monotonic()
        self.first, self.last = self.first or start, start
        rng = Random(f"{self.seed}/{self.number}")  # noqa: S311 - no secret
        cost = len(json.dumps(body["messages"])) // 4
        if self.now >= self.limit or not self._has_tokens(start, cost):
            self.counts["above the limits"] += 1
            self.end = monotonic()
            return 429, {"error": {"message": "above the limits"}}
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            return await self._served(body, rng, gone, cost)
        finally:
            self.now -= 1
            self.end = monotonic()
            self.served += self.end - start

    def _has_tokens(self, now: float, cost: int) -> bool:
        self.spent = [(at, n) for at, n in self.spent if at > now - 60]
        if sum(n for _, n in self.spent) + cost > self.tokens:
            return False
        self.spent.append((now, cost))
        return True

    async def _served(
        self,
        body: dict[str, Any],
        rng: Random,
        gone: asyncio.Task[bytes],
        cost: int,
    ) -> tuple[int, dict[str, Any]]:
        fault = FAULTS[int(rng.random() * 5)] if rng.random() < self.faults else ""
        self.counts[fault or "right"] += 1
        if fault == "429":
            return 429, {"error": {"message": "too many requests"}}
        seconds = rng.lognormvariate(log(self.median), SPREAD)
        await asyncio.wait({gone}, timeout=HANG if fault == "time-out" else seconds)
        if fault in ("500", "time-out"):
            return 500, {"error": {"message": "failed"}}
        response, nuggets = asked(body)
        labels = [label_of(each, response) for each in nuggets]
        if fault == "wrong length":
            del labels[rng.randrange(len(labels))]
        text = json.dumps(labels)
        text = text[: len(text) // 2] if fault == "cut reply" else text
        ended = "length" if fault == "cut reply" else "stop"
        self.counts["prompt tokens"] += cost
        self.counts["reply tokens"] += len(text) // 4
        return 200, completion(text, body, finish_reason=ended)

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Answer one request and close."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, path, _ = head.split(" ", 2)
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        raw = await reader.readexactly(int(length[1]) if length else 0)
        if method == "GET":
            status, said = 200, self.stats
            if path.endswith("/reset"):
                self.reset()
        else:
            gone = asyncio.ensure_future(reader.read(1))
            status, said = await self.answer(json.loads(raw), gone)
            gone.cancel()
        content = json.dumps(said).encode()
        after = "Retry-After: 1\r\n" if status == 429 else ""
        writer.write(
            f"HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\n{after}"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode()
            + content
        )
        try:
            await writer.drain()
        except ConnectionError:
            self.counts["callers gone"] += 1
        writer.close()


async def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--limit", type=int, default=16, help="calls at once")
    parser.add_argument("--median", type=float, default=1.0, help="seconds a reply")
    parser.add_argument("--tokens", type=int, default=2_000_000, help="a minute")
    parser.add_argument("--faults", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=7)
    endpoint = Endpoint(parser.parse_args())
    server = await asyncio.start_server(endpoint.serve, "127.0.0.1", 0, backlog=2048)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
