"""deploy/nginx.conf in a real nginx, with misbehaving nodes and real ones behind it."""

from __future__ import annotations

import http.client
import http.cookiejar
import os
import re
import signal
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
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
from tests.stacks.nginx import (
    DEPLOY,
    Names,
    Node,
    Proxy,
    ask,
    away,
    compose_proxy,
    die,
    hosts_proxy,
    well,
)
from tests.stacks.process import free_port, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse battery"
embedded = pytest.mark.stack("embedded")
production = pytest.mark.stack("production")


@pytest.fixture
def nodes() -> Iterator[tuple[Node, Node]]:
    """Two servers that record their requests."""
    pair = Node(), Node()
    yield pair
    for node in pair:
        node.close()


@pytest.fixture
def proxy(nodes: tuple[Node, Node], tmp_path: Path) -> Iterator[Proxy]:
    """nginx in front of these two."""
    with hosts_proxy(tmp_path / "proxy", (nodes[0].port, nodes[1].port)) as running:
        yield running


SPOOFED = {
    "Forwarded": "for=192.0.2.1;proto=http",
    "X-Forwarded-For": "192.0.2.1",
    "X-Forwarded-Host": "evil.example.org",
    "X-Forwarded-Proto": "http",
    "X-Real-IP": "192.0.2.1",
    "X-Request-ID": "chosen-outside",
    "X_Forwarded_For": "192.0.2.1",
}


def received(nodes: tuple[Node, Node]) -> dict[str, str]:
    """Return the headers of the one request that the nodes got."""
    ((_method, headers),) = nodes[0].seen + nodes[1].seen
    return headers


@embedded
def test_what_others_say_of_a_request_is_not_passed_on(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    proxy.ask(headers=SPOOFED)
    headers = received(nodes)
    here = f"127.0.0.1:{proxy.port}"
    assert headers["X-Forwarded-For"] == headers["X-Real-IP"] == "127.0.0.1"
    assert headers["X-Forwarded-Proto"] == "https"
    assert headers["Host"] == headers["X-Forwarded-Host"] == here
    assert re.fullmatch(r"[0-9a-f]{32}", headers["X-Request-ID"])
    assert "Forwarded" not in headers
    assert "X_Forwarded_For" not in headers


@embedded
def test_a_proxy_in_front_that_is_named_is_believed(
    nodes: tuple[Node, Node], tmp_path: Path
) -> None:
    ports = nodes[0].port, nodes[1].port
    spoofed = {"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}
    with hosts_proxy(tmp_path / "proxy", ports, fronts="127.0.0.1 1;") as proxy:
        proxy.ask(headers=spoofed)
    assert received(nodes)["X-Forwarded-For"] == "192.0.2.2"


@embedded
@pytest.mark.parametrize(
    ("address", "is_host"),
    [
        ("172.18.0.1", True),
        ("192.168.16.1", True),
        ("10.4.0.1", True),
        ("172.18.0.7", False),
        ("172.32.0.1", False),
        ("93.184.216.1", False),
        ("93.10.4.0.1", False),
    ],
)
def test_compose_believes_its_own_machine_alone(address: str, is_host: bool) -> None:
    text = (DEPLOY / "compose" / "fronts.conf").read_text()
    (pattern,) = re.findall(r"^~(\S+) 1;$", text, re.MULTILINE)
    assert bool(re.search(pattern, address)) == is_host


@embedded
def test_plain_http_leads_to_https(nodes: tuple[Node, Node], proxy: Proxy) -> None:
    found = ask(Proxy(proxy.plain_port, 0, None).connect(), "/tracks/?page=2")
    assert found.status == 301
    assert found.headers["Location"] == "https://127.0.0.1/tracks/?page=2"
    assert nodes[0].seen + nodes[1].seen == []


@embedded
def test_a_get_that_a_node_dies_of_goes_to_the_other(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    nodes[0].act = die
    assert [proxy.ask().text for _ in range(4)] == ["well"] * 4
    assert nodes[0].seen


@embedded
def test_a_post_is_never_sent_twice(nodes: tuple[Node, Node], proxy: Proxy) -> None:
    for act in (die, away):
        nodes[0].act = nodes[1].act = act
        before = len(nodes[0].seen + nodes[1].seen)
        found = proxy.ask(method="POST", body=b"label=support")
        assert found.status == 503
        assert len(nodes[0].seen + nodes[1].seen) == before + 1


@embedded
def test_a_post_that_no_node_has_seen_goes_to_another(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    nodes[0].close()
    sent = [proxy.ask(method="POST", body=b"label=support") for _ in range(4)]
    assert [found.status for found in sent] == [200] * 4
    assert len(nodes[1].seen) == 4


@embedded
def test_a_node_that_is_away_for_now_is_asked_again_and_again(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    nodes[0].act = nodes[1].act = away
    words = [proxy.ask().text for _ in range(6)]
    assert words == ["the database does not answer"] * 6
    nodes[0].act = well
    assert proxy.ask().text == "well"


@embedded
def test_a_node_that_hangs_gets_no_more_while_another_is_free(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    free = threading.Event()

    def hang(request: BaseHTTPRequestHandler) -> None:
        free.wait(30)
        well(request)

    nodes[0].act = hang
    person = threading.Thread(target=ask_until_seen, args=(proxy, nodes[0]))
    person.start()
    try:
        pause = threading.Event()
        while not nodes[0].seen:
            pause.wait(0.01)
        assert [proxy.ask().text for _ in range(8)] == ["well"] * 8
        assert len(nodes[0].seen) == 1
    finally:
        free.set()
        person.join()


@embedded
def test_where_no_node_answers_people_are_told_to_wait(
    nodes: tuple[Node, Node], proxy: Proxy
) -> None:
    for node in nodes:
        node.close()
    found = proxy.ask()
    assert found.status == 503
    assert found.headers["Retry-After"] == "5"
    assert "Your labels are kept" in found.text


@embedded
def test_replicas_of_compose_are_found_as_they_come_and_go(tmp_path: Path) -> None:
    first = Node("127.0.0.2")
    second = Node("127.0.0.3", first.port)
    names = Names("127.0.0.2")
    with compose_proxy(tmp_path / "nginx", names, first.port) as proxy:
        ask_until_seen(proxy, first)
        assert second.seen == []
        names.addresses = ("127.0.0.2", "127.0.0.3")
        ask_until_seen(proxy, second)
        first.close()
        assert [proxy.ask().status for _ in range(4)] == [200] * 4
        names.addresses = ("127.0.0.3",)
    second.close()
    headers = first.seen[0][1]
    assert headers["X-Forwarded-Proto"] == "http"
    assert headers["X-Forwarded-For"] == "127.0.0.1"


def ask_until_seen(proxy: Proxy, node: Node) -> None:
    """Send requests until this node has got one."""
    pause = threading.Event()
    for _ in range(200):
        proxy.ask()
        if node.seen:
            return
        pause.wait(0.05)
    pytest.fail("the replica was never asked")


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
