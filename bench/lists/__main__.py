"""Time the lists of a track of 1,000 topics and 200 runs: python -m bench.lists.

It starts PostgreSQL in a temporary folder and fills it, then opens every list as an
organizer: as it is, searched, filtered, sorted by each column, and its last page; and
the pages that count the whole track. The exit status is 1 if a page is larger than
100 kB compressed, or takes over 300 ms of processor, the database's included.
"""

from __future__ import annotations

import gzip
import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.stack import Stack

if TYPE_CHECKING:
    from django.http import HttpResponseBase
    from django.test import Client

LISTS = (
    *("topics", "runs", "segments", "imports", "people", "work", "judges", "banks"),
    *("threads", "adjudications", "put-away", "conditions", "exams", "snapshots"),
    *("archives", "", "over-time", "forecast", "agreement", "quality", "scores"),
)
MOST_KILOBYTES, MOST_MILLISECONDS = 100, 300
LINK = re.compile(r'href="([^"]*[?&](?:\w+-)?(?:sort|page)=[^"]*)"')
FIELD = re.compile(r'<select name="([^"]+)">.*?<option value="([^"]+)">', re.DOTALL)
SEARCH = re.compile(r'type="search"\s+name="([^"]+)"')


class Page(NamedTuple):
    """A page: its kilobytes, compressed, and its least milliseconds.

    cpu: those of processor, of this process and the database.
    """

    address: str
    kilobytes: float
    milliseconds: float
    cpu: float

    @property
    def is_within(self) -> bool:
        """Return whether it is small and fast enough."""
        is_small = self.kilobytes <= MOST_KILOBYTES
        return is_small and self.cpu <= MOST_MILLISECONDS


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=3, help="requests of each page")
    parser.add_argument("--embedded", action="store_true", help="on SQLite")
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    with Stack(embedded=options.embedded):
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415
        from django.test import Client  # noqa: PLC0415

        from bench.lists.track import make_track  # noqa: PLC0415

        call_command("migrate", interactive=False, verbosity=0)
        print("Writing 1,000 topics, 200 runs and 200,000 responses …", flush=True)
        rng = Random(7)  # noqa: S311 - no secret
        track, omar = make_track(rng, datetime.now(UTC))
        client = Client(headers={"accept-encoding": "gzip", "host": "127.0.0.1"})
        client.force_login(omar)
        lists = {
            name or "overview": f"/tracks/{track.uuid}/{name}/".replace("//", "/")
            for name in LISTS
        }
        lists["jobs"] = f"/jobs/scope/{track.uuid}/"
        return print_pages(client, lists, options.times)


def print_pages(client: Client, lists: dict[str, str], times: int) -> int:
    """Print each list's largest and slowest page; return the exit status."""
    print(f"{'list':16}{'pages':>6}{'kB':>7}{'ms':>6}{'cpu':>6}{'first':>7}  slowest")
    missed = []
    for title, name in lists.items():
        before = processor()
        client.get(name)
        first = (processor() - before) * 1000  # prepares statements, fills caches
        pages = [measure(client, each, times) for each in ways(client, name)]
        slowest = max(pages, key=lambda page: page.cpu)
        kilobytes = max(page.kilobytes for page in pages)
        asked = slowest.address.partition("?")[2]
        taken = f"{slowest.milliseconds:6.0f}{slowest.cpu:6.0f}{first:7.0f}"
        counts = f"{title:16}{len(pages):6}{kilobytes:7.1f}"
        print(f"{counts}{taken}  {asked}", flush=True)
        missed += [page.address for page in pages if not page.is_within]
    for address in missed:
        print(f"missed: {address}")
    return 1 if missed else 0


def ways(client: Client, address: str) -> Iterator[str]:
    """Yield a list's address, and those of what its page offers."""
    html = client.get(address).content
    text = _text(html)
    yield address
    yield from (unescape(each) for each in dict.fromkeys(LINK.findall(text)))
    yield from (f"{address}?{name}=12" for name in SEARCH.findall(text))
    yield from (f"{address}?{name}={value}" for name, value in FIELD.findall(text))
    yield f"{address}?page=9999"


def _text(content: bytes) -> str:
    return (
        gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    ).decode()


def measure(client: Client, address: str, times: int) -> Page:
    """Open a page a few times."""
    took, used, response = [], [], None
    for _ in range(times):
        start, before = perf_counter(), processor()
        response = client.get(address)
        took.append((perf_counter() - start) * 1000)
        used.append((processor() - before) * 1000)
        if response.status_code != 200:
            raise SystemExit(f"{response.status_code} {address}")
    size = _size(response) / 1000
    return Page(address, size, min(took), min(used))


def processor() -> float:
    """Return the seconds of processor of this process and its database connection."""
    return process_time() + _backend_seconds()


def _backend_seconds() -> float:
    """Return those of PostgreSQL's process for this connection; SQLite is in ours."""
    from django.db import connection  # noqa: PLC0415 - after the settings

    if connection.vendor != "postgresql" or connection.connection is None:
        return 0.0
    pid = connection.connection.info.backend_pid
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _size(response: HttpResponseBase | None) -> int:
    return len(getattr(response, "content", b""))


if __name__ == "__main__":
    raise SystemExit(main())
