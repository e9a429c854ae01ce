"""Serve requests in this process for `bench.ratios`, one order per line.

It is run by path in the folder of any commit. It imports that commit's code, fills the
database of the environment, then makes the requests of its input, and writes one line
of JSON for each: statements, and milliseconds of CPU.
"""

from __future__ import annotations

import gc
import io
import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from uuid import uuid4

sys.path[0] = str(Path.cwd())  # not the folder of this file

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.campaign import Work, make_campaign, session_of  # noqa: E402
from bench.judging import GRADES, read_sheet  # noqa: E402
from tests.query_counts.world import World  # noqa: E402

CSRF = "c" * 32
PROFILE = Path("runs/profiles/rag25.toml")
KINDS = ("relevance", "support", "assignment")


class Server:
    """The application, called as gunicorn calls it."""

    def __init__(self) -> None:
        self.app = get_wsgi_application()

    def ask(
        self, session: str, address: str, body: dict[str, Any] | None = None
    ) -> tuple[str, str]:
        """Return the body and the redirect of a response."""
        sent = json.dumps(body).encode() if body is not None else b""
        path, _, query = address.partition("?")
        environ = {
            "REQUEST_METHOD": "GET" if body is None else "POST",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/json" if body is not None else "",
            "CONTENT_LENGTH": str(len(sent)),
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_COOKIE": f"sessionid={session}; csrftoken={CSRF}",
            "HTTP_X_CSRFTOKEN": CSRF,
            "HTTP_X_ASSAY_SHEET": "alone",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(sent),
            "wsgi.errors": sys.stderr,
        }
        seen: dict[str, str] = {}

        def start(status: str, headers: list[tuple[str, str]], *_error: object) -> Any:  # noqa: ANN401 - unused
            seen.update(status=status, to=dict(headers).get("Location", ""))

        answer = self.app(environ, start)
        text = b"".join(answer).decode()
        answer.close()
        if seen["status"][0] not in "23":
            raise RuntimeError(f"{address}: {seen['status']} {text[:300]}")
        return text, seen["to"]


class Probe:
    """Requests by name; each call is the next of its kind."""

    def __init__(self, *, topics: int, labels: int) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        self.server = Server()
        self.world = self._world(topics)
        works = make_campaign(
            PROFILE.read_text(encoding="utf-8"),
            assessors=2 * len(KINDS),
            labels=labels,
            rng=Random(1),  # noqa: S311 - no secret
            now=datetime.now(UTC),
        )
        self.pages: list[tuple[Work, str]] = []
        self.writes = self._writes(works[: len(KINDS)])
        self.turns = self._turns(works[len(KINDS) :])

    def _world(self, topics: int) -> World:
        ada = User.objects.create(username="ada")
        self.omar = User.objects.create(username="omar")
        made = World(ada, self.omar, size=topics)
        self.ada_session, self.session = session_of(ada), session_of(self.omar)
        return made

    def _writes(self, works: list[Work]) -> Iterator[Callable[[], Any]]:
        """Yield one label after another, alternating kinds, then changes of them."""
        rng = Random(2)  # noqa: S311 - no secret
        sheets = {work.kind: self._open_items(work) for work in works}
        for kind in cycle(KINDS):
            session, api, item = next(sheets[kind])
            body = {
                **item,
                "value": rng.choice(GRADES[kind]),
                "seen": 0,
                "key": str(uuid4()),
                "client_time": datetime.now(UTC).isoformat(),
                "active_ms": 2000,
            }
            yield partial(self.server.ask, session, api, body)

    def _open_items(self, work: Work) -> Iterator[tuple[str, str, dict[str, Any]]]:
        address = self._first(work)
        while True:
            page, _to = self.server.ask(work.session, address)
            sheet = read_sheet(work.kind, page)
            for item in sheet.open:
                more = {"ticks": [], "note": ""} if work.kind == "relevance" else {}
                yield work.session, sheet.api, item | more
            address = sheet.then

    def _first(self, work: Work) -> str:
        address = work.address
        while True:
            _page, to = self.server.ask(work.session, address)
            if not to:
                return address
            address = to

    def _turns(self, works: list[Work]) -> Iterator[Callable[[], Any]]:
        firsts = [(work.session, self._first(work)) for work in works]
        for session, address in cycle(firsts):
            yield partial(self.server.ask, session, address)

    def request(self, name: str) -> Callable[[], Any]:
        """Return the next request of a name, ready to be made."""
        if name == "label":
            return next(self.writes)
        if name == "next page":
            return next(self.turns)
        track, ada = self.world.ids["track"], self.world.ids["ada"]
        if name == "home":
            return partial(self.server.ask, self.ada_session, "/")
        addresses = {
            "work": f"/tracks/{track}/work/",
            "person": f"/tracks/{track}/work/people/{ada}/",
            "report": f"/tracks/{track}/report/",
        }
        return partial(self.server.ask, self.session, addresses[name])

    def count(self, name: str, times: int) -> list[int]:
        """Return the number of statements of each of some requests."""
        found = []
        for _ in range(times):
            request = self.request(name)
            with CaptureQueriesContext(connection) as done:
                request()
            found.append(len(done))
        return found

    def time(self, name: str, times: int) -> list[float]:
        """Return the milliseconds of CPU of each of some requests."""
        found = []
        for _ in range(times):
            request = self.request(name)
            start = process_time()
            request()
            found.append((process_time() - start) * 1000)
        return found


def main() -> None:
    """Fill the database, report it, and answer line by line."""
    probe = Probe(topics=int(sys.argv[1]), labels=int(sys.argv[2]))
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)  # as the web server's processes
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        what, times, name = line.strip().split(" ", 2)
        does = {"count": probe.count, "time": probe.time}[what]
        print(json.dumps(does(name, int(times))), flush=True)


if __name__ == "__main__":
    main()
