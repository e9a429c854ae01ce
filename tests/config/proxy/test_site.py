"""deploy/nginx.conf in a real nginx, with Assay itself behind it."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.http.uploads import BESIDES
from config.launch.processes import WEB
from runs.models import Import
from tests.make import make_track
from tests.stacks.nginx import Proxy, hosts_proxy
from tests.stacks.process import free_port, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parents[3]
PASSWORD = "correct horse battery"
production = pytest.mark.stack("production")


class WebNode:
    """gunicorn as a host runs it, with the settings of a host behind a proxy."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        self.port = free_port()
        self.log = folder / f"{self.port}.log"
        self.env = {
            **os.environ,
            "BEHIND_PROXY": "true",
            "BIND": f"127.0.0.1:{self.port}",
            "DATABASE_URL": database,
            "HTTPS": "true",
            "REDIS_URL": broker,
            "WEB_WORKERS": "1",
        }
        self.start()

    def start(self) -> None:
        """Start it, and wait until people can work."""
        self.child = spawn(WEB, log=self.log, env=self.env, cwd=ROOT)
        wait_until(self.is_ready, child=self.child, log=self.log, seconds=60)

    def is_ready(self) -> bool:
        """Check it directly, without the proxy."""
        address = f"http://127.0.0.1:{self.port}/health/ready/"
        try:
            with urllib.request.urlopen(address, timeout=10):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it, as a crash would."""
        stop(self.child, how=signal.SIGKILL)


@pytest.fixture
def web_nodes(
    database_url: str, broker_url: str, tmp_path: Path
) -> Iterator[list[WebNode]]:
    """Two web nodes with one database."""
    made: list[WebNode] = []
    try:
        made.extend(WebNode(tmp_path, database_url, broker_url) for _ in range(2))
        yield made
    finally:
        for node in made:
            node.kill()


@pytest.fixture
def site(web_nodes: list[WebNode], tmp_path: Path) -> Iterator[Proxy]:
    """The proxy in front of them."""
    ports = web_nodes[0].port, web_nodes[1].port
    with hosts_proxy(tmp_path / "proxy", ports) as running:
        yield running


class Browser:
    """Stores cookies, and follows redirects, over HTTPS."""

    def __init__(self, site: Proxy) -> None:
        assert site.trusted is not None
        self.site = site
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=site.trusted),
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def get(self, path: str) -> tuple[str, str]:
        """Return the final address, and the page."""
        return self._open(urllib.request.Request(self.site.address + path))

    def post(self, path: str, **fields: str) -> tuple[str, str]:
        """Send a form with the token of its page."""
        _address, page = self.get(path)
        (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields})
        origin = {"Origin": self.site.address, "Referer": self.site.address + path}
        request = urllib.request.Request(
            self.site.address + path, data.encode(), origin
        )
        return self._open(request)

    def _open(self, request: urllib.request.Request) -> tuple[str, str]:
        with self.opener.open(request, timeout=60) as got:
            return got.url, got.read().decode()


@production
def test_people_sign_in_over_https(ada: User, site: Proxy) -> None:
    ada.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt")
    ada.save(update_fields=["password"])
    browser = Browser(site)
    address, _page = browser.get("/")
    assert address == f"{site.address}/accounts/sign-in/?next=/"
    address, page = browser.post(
        "/accounts/sign-in/", username="ada", password=PASSWORD
    )
    assert address == f"{site.address}/"
    assert "ada" in page
    assert all(cookie.secure for cookie in browser.cookies)
    assert "Strict-Transport-Security" in site.ask("/health/live/").headers


@production
def test_no_get_fails_while_a_node_is_killed_or_restarted(
    web_nodes: list[WebNode], site: Proxy
) -> None:
    over = threading.Event()
    statuses: list[int] = []

    def look() -> None:
        while not over.is_set():
            try:
                statuses.append(site.ask("/accounts/sign-in/").status)
            except (OSError, http.client.HTTPException):
                statuses.append(0)

    people = [threading.Thread(target=look) for _ in range(4)]
    for person in people:
        person.start()
    try:
        wait_for(statuses, 20)
        web_nodes[0].kill()
        wait_for(statuses, 60)
        web_nodes[0].start()
        web_nodes[1].child.send_signal(signal.SIGHUP)
        wait_for(statuses, 60)
    finally:
        over.set()
        for person in people:
            person.join()
    assert set(statuses) == {200}


def wait_for(statuses: list[int], more: int) -> None:
    """Return once so many more requests have responses."""
    enough = len(statuses) + more
    pause = threading.Event()
    while len(statuses) < enough:
        pause.wait(0.01)


BOUNDARY = "a-line-that-is-in-no-file"


def form(size: int, token: str) -> tuple[dict[str, str], Iterator[bytes]]:
    """Return headers and body of a form with a file of so many bytes."""
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"'
        f"\r\n\r\n{token}\r\n--{BOUNDARY}\r\nContent-Disposition: form-data; "
        'name="file"; filename="topics.tsv"\r\n\r\n'
    ).encode()
    foot = f"\r\n--{BOUNDARY}--\r\n".encode()
    headers = {
        "Content-Length": str(len(head) + size + len(foot)),
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
    }

    def parts() -> Iterator[bytes]:
        yield head
        megabyte = b"x" * 1024 * 1024
        for start in range(0, size, len(megabyte)):
            yield megabyte[: size - start]
        yield foot

    return headers, parts()


@production
def test_the_largest_upload_passes_and_a_larger_one_does_not(
    omar: User, site: Proxy
) -> None:
    track = make_track(organizer=omar)
    client = Client()
    client.force_login(omar)
    token = "a" * 32
    client.cookies["csrftoken"] = token
    cookie = "; ".join(f"{key}={one.value}" for key, one in client.cookies.items())
    path = reverse("runs:import_file", args=[track.uuid, "topics"])
    given = {"Cookie": cookie, "Referer": site.address + path}

    headers, body = form(settings.UPLOAD_LIMIT, token)
    found = site.ask(path, method="POST", headers=headers | given, body=body)
    assert found.status == 302, found.text
    assert Import.objects.get().size == settings.UPLOAD_LIMIT

    headers, _body = form(settings.UPLOAD_LIMIT + 2 * BESIDES, token)
    found = site.ask(path, method="POST", headers=headers | given)
    assert found.status == 413
    assert "larger than this server takes" in found.text
