"""deploy/nginx.conf in a real nginx, with misbehaving nodes behind it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.stacks.nginx import DEPLOY, Names, Proxy, ask, compose_proxy, hosts_proxy
from tests.stacks.nodes import Node, away, die, well

embedded = pytest.mark.stack("embedded")


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
def test_if_no_node_answers_people_are_asked_to_wait(
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
