"""A local server that speaks the chat-completions protocol, and misbehaves on demand.

In a test:

    with FakeModel() as model:                  # model.url is the LLM_ENDPOINT
        model.answer = lambda request: "text"   # instead of the sensible default
        model.misbehave(status(429, after=0.01), status(500), cut())
        ...
        assert model.count == 3                 # requests; model.bodies holds them

As a process of its own, for browsers and workers:

    python -m tests.fake_model --port 8123 [--delay 0.1] [--log FILE]

It is an entailment model too: `model.pairs_url` is an ENTAIL_ENDPOINT, and
`model.probabilities` says what it returns for a request's pairs.

`GET /count` then returns the number of requests. The default answers are computed from
the text between the prompt's tags: equal prompts have equal answers, lists have the
right length, and more shared words give better labels.
"""

import argparse
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

from tests.fake_answers import Body, sensible_answer, sensible_probabilities

Answer = Callable[[Body], str]


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


def cut_off(text: str = '["support", "sup') -> Fault:
    """Respond with a reply that reached the limit of tokens."""
    return Fault(body=json.dumps(completion(text, {}, finish_reason="length")))


def refusal(text: str = "I cannot help with that.") -> Fault:
    """Refuse, in the field that the protocol has for it."""
    refused = completion("", {})
    refused["choices"][0]["message"] |= {"content": None, "refusal": text}
    return Fault(body=json.dumps(refused))


def filtered() -> Fault:
    """Respond with nothing, because a filter of the endpoint took it away."""
    return Fault(body=json.dumps(completion("", {}, finish_reason="content_filter")))


def short_list() -> Fault:
    """Respond with a list of one label, whatever was asked."""
    return Fault(body=json.dumps(completion('["support"]', {})))


# The tokenizer's addresses, as llama.cpp has them.
TOKENIZER: dict[str, Callable[[Body], Body]] = {
    "/apply-template": lambda body: {
        "prompt": " ".join(each["content"] for each in body["messages"])
    },
    "/tokenize": lambda body: {
        "tokens": list(range(len(body.get("content", "").split())))
    },
}


class FakeModel:
    """The server, in a thread of this process."""

    def __init__(self, port: int = 0, *, delay: float = 0.0) -> None:
        self.answer: Answer = sensible_answer
        self.probabilities: Callable[[list[Body]], object] = sensible_probabilities
        self.delay = delay
        self.tokenizes = False  # a token a word, as its completions count them
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
    def pairs_url(self) -> str:
        """Return the address of the entailment model, for ENTAIL_ENDPOINT."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/pairs"

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
        """Respond with a chat completion, or with the probabilities of pairs."""
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.model.tokenizes and self.path in TOKENIZER:
            found = TOKENIZER[self.path](json.loads(raw))
            self._send(200, json.dumps(found), {})
            return
        if not self.path.endswith(("/chat/completions", "/pairs")):
            self._send(404, json.dumps({"error": {"message": "no such path"}}), {})
            return
        asked = json.loads(raw)
        body: Body = {"pairs": asked} if isinstance(asked, list) else asked
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
            text = json.dumps(_answered(model, body))
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


def _answered(model: FakeModel, body: Body) -> object:
    if "pairs" in body:
        return model.probabilities(body["pairs"])
    return completion(model.answer(body), body)


def completion(text: str, body: Body, *, finish_reason: str = "stop") -> Body:
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
                "finish_reason": finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": made,
            "total_tokens": prompt + made,
        },
    }


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
