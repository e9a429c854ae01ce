"""A browser as the server sees it: a session, a CSRF token, pages, writes."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

PATIENCE = 30.0  # seconds for one response


class CutOff(ConnectionError):
    """The connection ended before the response was complete."""


class Answer(NamedTuple):
    """A response, and the time from connecting to the last byte."""

    status: int
    headers: dict[str, str]
    body: str
    ms: float


class Browser:
    """One signed-in person; each request on a connection of its own.

    A persistent connection would save the accept of each request: this is the slower
    way, and the default of a proxy in front.
    """

    def __init__(
        self, port: int, *, session: str, person: str, patience: float = PATIENCE
    ) -> None:
        self.host = f"127.0.0.1:{port}"
        self.port = port
        self.person = person
        self.patience = patience
        self.cookies = {"sessionid": session}

    async def get(self, path: str, *, alone: bool = False) -> Answer:
        """Return a page, or only its sheet, after all redirects."""
        headers = {"X-Assay-User": self.person, "X-Assay-Sheet": "alone"}
        sent = headers if alone else {}
        answer = await self._ask("GET", path, sent)
        while answer.status == 302:
            path = urlsplit(answer.headers["location"]).path
            answer = await self._ask("GET", path, sent)
        return answer

    async def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Send a write as the outbox does."""
        headers = {
            "Content-Type": "application/json",
            "Origin": f"http://{self.host}",
            "X-CSRFToken": self.cookies["csrftoken"],
            "X-Assay-User": self.person,
        }
        return await self._ask("POST", path, headers, json.dumps(body).encode())

    async def submit(
        self, path: str, fields: dict[str, str], file: tuple[str, str] | None = None
    ) -> Answer:
        """Send a form, with a file of this name and text if there is one."""
        mark = uuid4().hex
        parts = [(f'name="{name}"', value) for name, value in fields.items()]
        if file:
            parts.append((f'name="file"; filename="{file[0]}"', file[1]))
        body = "".join(
            f"--{mark}\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n"
            for head, value in parts
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={mark}",
            "Origin": f"http://{self.host}",
        }
        return await self._ask("POST", path, headers, f"{body}--{mark}--\r\n".encode())

    async def _ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
    ) -> Answer:
        said = {
            "Host": self.host,
            "Accept": "text/html, application/json",
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            "Content-Length": str(len(body)),
            "Connection": "close",
            **(headers or {}),
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in said.items())]
        start = time.perf_counter()
        async with asyncio.timeout(self.patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write("\r\n".join([*lines, "", ""]).encode() + body)
                reply = await reader.read()
            finally:
                writer.close()
        ms = (time.perf_counter() - start) * 1000
        return self._read(reply, ms)

    def _read(self, reply: bytes, ms: float) -> Answer:
        head, end, body = reply.partition(b"\r\n\r\n")
        if not end:
            raise CutOff
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        if len(body) < int(headers.get("content-length", 0)):
            raise CutOff
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _, kept = value.partition(";")[0].partition("=")
                self.cookies[cookie] = kept
        return Answer(int(status.split()[1]), headers, body.decode(), ms)
