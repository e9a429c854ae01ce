"""A local server that speaks the chat-completions protocol, and misbehaves on demand.

In a test:

    with FakeModel() as model:                  # model.url is the LLM_ENDPOINT
        model.answer = lambda request: "text"   # instead of the sensible default
        model.misbehave(status(429, after=0.01), status(500), cut())
        ...
        assert model.count == 3                 # requests; model.bodies holds them

As a process of its own, for browsers and workers:

    python -m tests.fake_model --port 8123 [--delay 0.1] [--log FILE]

`GET /count` then returns the number of requests. The default answers are computed from
the text between the prompt's tags: equal prompts have equal answers, lists have the
right length, and more shared words give better labels.
"""

import argparse
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

Body = dict[str, Any]
Answer = Callable[[Body], str]
PLACE = re.compile(r"<(\w+) ([0-9a-f]{12})>\n(.*?)\n</\1 \2>", re.DOTALL)
STOP_WORDS = {
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have"),
    *("in", "is", "it", "of", "on", "or", "that", "the", "their", "to", "was", "with"),
}


@dataclass(frozen=True)
class Fault:
    """A faulty response. Parts that are not set are correct."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    seconds: float = 0.0
    cuts: bool = False


def status(code: int, *, after: float | None = None) -> Fault:
    """Refuse with a status; `after` sets Retry-After, in seconds."""
    headers = {} if after is None else {"Retry-After": str(after)}
    return Fault(code, headers, json.dumps({"error": {"message": f"fault {code}"}}))


def hang(seconds: float) -> Fault:
    """Respond only after this time."""
    return Fault(seconds=seconds)


def cut() -> Fault:
    """Close the connection without a response."""
    return Fault(cuts=True)


def malformed() -> Fault:
    """Respond with half a JSON object."""
    return Fault(body='{"choices": [')


def no_choices() -> Fault:
    """Respond with an empty list of choices."""
    return Fault(body='{"choices": []}')


def short_list() -> Fault:
    """Respond with a list of one label, whatever was asked."""
    return Fault(body=json.dumps(completion('["support"]', {})))


class FakeModel:
    """The server, in a thread of this process."""

    def __init__(self, port: int = 0, *, delay: float = 0.0) -> None:
        self.answer: Answer = sensible_answer
        self.delay = delay
        self.bodies: list[Body] = []
        self.keys: list[str] = []
        self.log: Path | None = None
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )

    @property
    def url(self) -> str:
        """Return the endpoint, for LLM_ENDPOINT."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def count(self) -> int:
        """Return the number of requested completions."""
        return len(self.bodies)

    def misbehave(self, *faults: Fault) -> None:
        """Use these faults, one per request, before responding normally again."""
        with self._lock:
            self._faults.extend(faults)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def received(self, body: Body, key: str) -> Fault:
        """Record a request and return its fault."""
        with self._lock:
            self.bodies.append(body)
            self.keys.append(key)
            if self.log is not None:
                with self.log.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(body) + "\n")
            return self._faults.pop(0) if self._faults else Fault()

    def pause(self, seconds: float) -> None:
        """Wait, but not past the server's end."""
        self._closing.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], model: FakeModel) -> None:
        super().__init__(address, _Handler)
        self.model = model

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that close the connection."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Return the number of requested completions."""
        self._send(200, json.dumps({"count": self.server.model.count}), {})

    def do_POST(self) -> None:
        """Respond with a chat completion."""
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.path.endswith("/chat/completions"):
            self._send(404, json.dumps({"error": {"message": "no such path"}}), {})
            return
        body: Body = json.loads(raw)
        model = self.server.model
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        fault = model.received(body, key)
        model.pause(fault.seconds + model.delay)
        if fault.cuts:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        text = fault.body
        if text is None:
            text = json.dumps(completion(model.answer(body), body))
        self._send(fault.status, text, fault.headers)

    def _send(self, code: int, text: str, headers: Mapping[str, str]) -> None:
        content = text.encode()
        with suppress(OSError):
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Connection", "close")
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        self.close_connection = True

    def log_message(self, *_args: object) -> None:
        """Write nothing to standard error."""


def completion(text: str, body: Body) -> Body:
    """Return the protocol's object around a reply; tokens are words here."""
    asked = " ".join(str(m.get("content", "")) for m in body.get("messages", []))
    prompt, made = len(asked.split()), len(text.split())
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", "fake"),
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": made,
            "total_tokens": prompt + made,
        },
    }


def places(body: Body) -> dict[str, str]:
    """Return the text between each pair of tags of the first user message."""
    user = next((m["content"] for m in body["messages"] if m["role"] == "user"), "")
    return {name: text for name, _code, text in PLACE.findall(user)}


def sensible_answer(body: Body) -> str:
    """Answer our prompts, recognized by their places."""
    shown = places(body)
    for wanted, reply in ANSWERS:
        if wanted == set(shown):
            return reply(shown)
    return "I have no answer to that."


def words(text: str) -> set[str]:
    """Return the content words, in lower case."""
    return set(re.findall(r"\w+", text.lower())) - STOP_WORDS


def share(part: str, whole: str) -> float:
    """Return the share of a text's words that another contains, 0 without words."""
    wanted = words(part)
    return len(wanted & words(whole)) / len(wanted) if wanted else 0.0


def _listed(text: str) -> list[str]:
    found: list[str] = json.loads(text)
    return found


def _graded(value: float, low: float, high: float, names: Sequence[str]) -> str:
    return names[0] if value >= high else names[1] if value >= low else names[2]


def _create(shown: Mapping[str, str]) -> str:
    nuggets = _listed(shown["nuggets"])
    for passage in re.split(r"\n\n(?=\[\d+\] )", shown["passages"]):
        for sentence in re.split(r"(?<=[.!?])\s+", re.sub(r"^\[\d+\] ", "", passage)):
            short = " ".join(sentence.replace('"', "").split()[:12]).rstrip(".!?,;:")
            if len(short.split()) >= 3 and short not in nuggets:
                nuggets.append(short)
    return json.dumps(nuggets[:30], ensure_ascii=False)


def _importance(shown: Mapping[str, str]) -> str:
    count = len(_listed(shown["nuggets"]))
    return json.dumps(["okay" if n % 3 == 2 else "vital" for n in range(count)])


def _assign(shown: Mapping[str, str]) -> str:
    names = ("support", "partial_support", "not_support")
    return json.dumps(
        [
            _graded(share(nugget, shown["response"]), 0.4, 0.7, names)
            for nugget in _listed(shown["nuggets"])
        ]
    )


def _support(shown: Mapping[str, str]) -> str:
    names = ("full_support", "partial_support", "no_support")
    found = share(shown["sentence"], shown["passage"])
    return _graded(found, 0.35, 0.65, names)


def _relevance(shown: Mapping[str, str]) -> str:
    found = share(shown["query"], shown["passage"])
    return f"##final score: {sum(found >= step for step in (0.1, 0.35, 0.6))}"


def _relevance_by_parts(shown: Mapping[str, str]) -> str:
    parts = _listed(shown["subnarratives"])
    covered = sum(share(part, shown["passage"]) >= 0.5 for part in parts)
    if not covered:
        related = share(shown["narrative"], shown["passage"]) >= 0.1
        return f"##final score: {int(related)}"
    return f"##final score: {2 if covered == 1 else 3 if covered < 4 else 4}"


def _map(shown: Mapping[str, str]) -> str:
    parts = _listed(shown["subnarratives"]) or ["General background"]
    return json.dumps(
        [
            max(parts, key=lambda part, nugget=nugget: share(part, nugget))  # type: ignore[misc]
            for nugget in _listed(shown["nuggets"])
        ],
        ensure_ascii=False,
    )


ANSWERS: tuple[tuple[set[str], Callable[[Mapping[str, str]], str]], ...] = (
    ({"query", "passages", "nuggets"}, _create),
    ({"query", "nuggets"}, _importance),
    ({"query", "response", "nuggets"}, _assign),
    ({"sentence", "passage"}, _support),
    ({"query", "passage"}, _relevance),
    ({"narrative", "subnarratives", "passage"}, _relevance_by_parts),
    ({"narrative", "subnarratives", "nuggets"}, _map),
)


def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(description="A stand-in for a language model.")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds a reply")
    parser.add_argument("--log", type=Path, help="a file for each request, as JSON")
    asked = parser.parse_args()
    with FakeModel(asked.port, delay=asked.delay) as model, suppress(KeyboardInterrupt):
        model.log = asked.log
        print(model.url, flush=True)  # noqa: T201
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
