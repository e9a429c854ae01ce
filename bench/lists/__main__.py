"""Time the lists of a track of 1,000 topics and 200 runs: python -m bench.lists.

It starts PostgreSQL in a temporary folder and fills it, then opens every list as an
organizer: as it is, searched, filtered, sorted by each column, and its last page. The
exit status is 1 if a page is larger than 100 kB compressed, or takes over 300 ms.
"""

from __future__ import annotations

import gzip
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.stack import Stack

if TYPE_CHECKING:
    from django.http import HttpResponseBase
    from django.test import Client

LISTS = (
    *("topics", "runs", "segments", "imports", "people", "work", "judges", "banks"),
    *("threads", "adjudications", "put-away"),
)
MOST_KILOBYTES, MOST_MILLISECONDS = 100, 300
LINK = re.compile(r'href="([^"]*[?&](?:\w+-)?(?:sort|page)=[^"]*)"')
FIELD = re.compile(r'<select name="([^"]+)">.*?<option value="([^"]+)">', re.DOTALL)
SEARCH = re.compile(r'type="search"\s+name="([^"]+)"')


class Page(NamedTuple):
    """A page: its kilobytes, compressed, and its median milliseconds.

    cpu: those of this process; with --embedded, the database's too.
    """

    address: str
    kilobytes: float
    milliseconds: float
    cpu: float

    @property
    def is_within(self) -> bool:
        """Return whether it is small and fast enough."""
        is_small = self.kilobytes <= MOST_KILOBYTES
        return is_small and self.milliseconds <= MOST_MILLISECONDS


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
        names = [f"/tracks/{track.uuid}/{name}/" for name in LISTS]
        names.append(f"/jobs/scope/{track.uuid}/")
        return print_pages(client, names, options.times)


def print_pages(client: Client, names: list[str], times: int) -> int:
    """Print each list's largest and slowest page; return the exit status."""
    print(f"{'list':16}{'pages':>7}{'kB':>7}{'ms':>7}{'cpu':>7}  slowest of them")
    is_within = True
    for name in names:
        pages = [measure(client, each, times) for each in ways(client, name)]
        slowest = max(pages, key=lambda page: page.milliseconds)
        kilobytes = max(page.kilobytes for page in pages)
        title = name.split("/")[-2] if "jobs" not in name else "jobs"
        asked = slowest.address.partition("?")[2]
        print(
            f"{title:16}{len(pages):7}{kilobytes:7.1f}{slowest.milliseconds:7.0f}"
            f"{slowest.cpu:7.0f}  {asked}",
            flush=True,
        )
        is_within &= all(page.is_within for page in pages)
    return 0 if is_within else 1


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
    for _ in range(times + 1):  # the first one prepares statements
        start, before = perf_counter(), process_time()
        response = client.get(address)
        took.append((perf_counter() - start) * 1000)
        used.append((process_time() - before) * 1000)
        if response.status_code != 200:
            raise SystemExit(f"{response.status_code} {address}")
    size = _size(response) / 1000
    return Page(address, size, median(took[1:]), median(used[1:]))


def _size(response: HttpResponseBase | None) -> int:
    return len(getattr(response, "content", b""))


if __name__ == "__main__":
    raise SystemExit(main())
