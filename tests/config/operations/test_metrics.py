"""The metrics for Prometheus, who may read them, and what they do not contain."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple

import pytest
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from accounts.models import User
from assess.kinds.relevance.kind import RELEVANCE
from config.clock import database_now
from config.launch.processes import WEB
from jobs.models import JobState
from llm.models import Call, CallState
from tests.jobs.make import make_job
from tests.make import NOW, make_judge, make_label, make_segment, make_topic, make_track
from tests.stacks.process import free_port, spawn, stop, wait_until

pytestmark = pytest.mark.both_stacks

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "a-token-that-prometheus-has"
Numbers = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def scraper(settings: Settings, db: None) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def numbers(text: str) -> Numbers:
    """Return every sample, by its name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def read(scraper: Client) -> Numbers:
    r = scraper.get("/metrics/")
    assert r.status_code == 200
    assert r["Content-Type"].startswith("text/plain")
    return numbers(r.content.decode())


def value(found: Numbers, name: str, **labels: str) -> float:
    return found.get((name, tuple(sorted(labels.items()))), 0)


def test_it_is_off_by_default(client: Client, db: None) -> None:
    given = {"Authorization": "Bearer "}
    assert client.get("/metrics/").status_code == 404
    assert client.get("/metrics/", headers=given).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer another", TOKEN, "Basic x"])
def test_without_the_token_nothing_is_told(scraper: Client, given: str) -> None:
    r = Client(headers={"Authorization": given}).get("/metrics/")
    assert r.status_code == 401
    assert r.content == b""


def test_a_session_does_not_help(scraper: Client, omar: User) -> None:
    client = Client()
    client.force_login(omar)
    assert client.get("/metrics/").status_code == 401


def test_it_begins_no_session(scraper: Client) -> None:
    assert not scraper.get("/metrics/").cookies


def test_it_cannot_be_posted_to(scraper: Client) -> None:
    assert scraper.post("/metrics/").status_code == 405


def test_requests_are_counted_and_timed_by_view(scraper: Client, ada: User) -> None:
    before = read(scraper)
    ada_client = Client()
    ada_client.force_login(ada)
    ada_client.get("/")
    ada_client.get("/no/such/page/")
    after = read(scraper)

    def grown(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    home = {"view": "home", "method": "GET", "status": "200"}
    assert grown("assay_requests_total", **home) == 1
    missing = {"view": "none", "method": "GET", "status": "404"}
    assert grown("assay_requests_total", **missing) == 1
    assert grown("assay_request_seconds_count", view="home") == 1
    assert not any("no/such" in str(key) for key in after)


def test_an_odd_method_makes_no_new_number(scraper: Client) -> None:
    Client().generic("MADEUP", "/")
    assert not any("MADEUP" in str(key) for key in read(scraper))


def test_it_counts_labels_jobs_and_calls(scraper: Client) -> None:
    track = make_track()
    judge, topic = make_judge(track), make_topic(track)
    for number in range(3):
        segment = make_segment(track, f"doc-{number}")
        make_label(RELEVANCE, judge, topic, segment, value="2" if number else "")
    now = database_now()
    make_job(kind="import", created=now - timedelta(seconds=90))
    make_job(
        kind="import",
        state=JobState.RUNNING,
        lease_owner="gone",
        lease_until=now - timedelta(seconds=5),
    )
    Call.objects.create(
        key="a" * 64,
        endpoint="http://x",
        model="m-1",
        state=CallState.ANSWERED,
        prompt_tokens=700,
        completion_tokens=30,
        seconds=1.5,
        cost="0.25",
        started_at=NOW,
    )
    found = read(scraper)
    assert value(found, "assay_labels", kind="relevance") == 2
    assert value(found, "assay_jobs", kind="import", state="queued") == 1
    assert value(found, "assay_jobs", kind="import", state="running") == 1
    assert value(found, "assay_job_leases_expired") == 1
    assert 89 < value(found, "assay_job_wait_seconds") < 600
    assert value(found, "assay_model_calls", model="m-1", state="answered") == 1
    assert value(found, "assay_model_tokens", model="m-1", direction="prompt") == 700
    assert value(found, "assay_model_cost", model="m-1") == 0.25


def test_an_unknown_cost_is_not_zero(scraper: Client) -> None:
    Call.objects.create(key="a" * 64, endpoint="http://x", model="m-1", started_at=NOW)
    assert not any(name == "assay_model_cost" for name, _labels in read(scraper))


def test_a_database_that_is_away_leaves_the_rest(scraper: Client) -> None:
    def away(execute: object, *_rest: object) -> None:
        raise OperationalError("the database is away")

    scraper.get("/health/live/")
    with connection.execute_wrapper(away):
        found = read(scraper)
    live = {"view": "health_live", "method": "GET", "status": "200"}
    assert value(found, "assay_requests_total", **live) >= 1
    assert not any(name == "assay_jobs" for name, _labels in found)


class WebServer(NamedTuple):
    """A web server of two processes, and its address."""

    child: Popen[bytes]
    log: Path
    url: str

    def ask(self, path: str) -> str:
        """Return the response to a request with the token."""
        headers = {"Authorization": f"Bearer {TOKEN}"}
        request = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text: str = answer.read().decode()
            return text

    def answers(self) -> bool:
        """Say whether it takes requests."""
        try:
            return bool(self.ask("/health/live/"))
        except OSError:
            return False

    def wait(self, until: Callable[[], bool]) -> None:
        """Return once a condition holds."""
        wait_until(until, child=self.child, log=self.log, seconds=60)


@pytest.fixture
def web_server(tmp_path: Path) -> Iterator[WebServer]:
    port, log = free_port(), tmp_path / "web.log"
    env = {
        **os.environ,
        "ASSAY_VAR": str(tmp_path / "var"),
        "DATABASE_URL": "",
        "BIND": f"127.0.0.1:{port}",
        "WEB_WORKERS": "2",
        "METRICS_TOKEN": TOKEN,
        "TMPDIR": str(tmp_path),
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=env, cwd=ROOT, check=True)
    child = spawn(WEB, log=log, env=env, cwd=ROOT)
    server = WebServer(child, log, f"http://127.0.0.1:{port}")
    try:
        server.wait(server.answers)
        yield server
    finally:
        stop(child)


@pytest.mark.stack("embedded")
def test_processes_count_together_also_after_one_died(
    web_server: WebServer, tmp_path: Path
) -> None:
    [folder] = tmp_path.glob("assay-metrics-*")
    asked = 0

    def both_counted() -> bool:
        nonlocal asked
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(web_server.ask, ["/health/live/"] * 20))
        asked += 20
        return len(list(folder.iterdir())) == 4  # counters and times of two slots

    web_server.wait(both_counted)
    log = web_server.log
    [first, *_] = re.findall(r"Booting worker with pid: (\d+)", log.read_text())
    os.kill(int(first), signal.SIGTERM)
    web_server.wait(lambda: log.read_text().count("Booting worker") == 3)
    found = numbers(web_server.ask("/metrics/"))
    live = {"view": "health_live", "method": "GET", "status": "200"}
    assert value(found, "assay_requests_total", **live) >= asked
    assert len(list(folder.iterdir())) == 4
    stop(web_server.child)
    assert not folder.exists()
