"""The server's log: one stream, each line with its request.

A server logs to standard output, a command to standard error, plain or as JSON
(`LOG_FORMAT`). Each line names the request, the signed-in person and the current job by
their public ids. The response header X-Request-ID and the error page repeat the
request's id. Texts of people are never logged: the messages of most exceptions are
omitted, and a database's error message is cut before the row that it quotes.
"""

import logging
import re
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from pythonjsonlogger.json import JsonFormatter

from config.env import Env

HEADER = "X-Request-ID"
FIELDS = ("request", "user", "job")
# Ids that we accept from a proxy: nothing in them can end a line.
FOREIGN_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
OWN_HANDLERS = ("django", "django.server", "gunicorn.error")
# Libraries that log URLs at INFO, and at DEBUG what was sent to a model.
QUIET = ("openai", "httpx2", "httpcore2", "markdown_it")
LONGEST_MESSAGE = 300  # characters of an exception's message
# Exceptions whose messages are about code, files and servers. All others may quote what
# people wrote, as `int("…")` does.
SPEAKING = (
    *(ArithmeticError, AssertionError, AttributeError, ImportError, MemoryError),
    *(NameError, OSError, RuntimeError, TypeError),
    *(DatabaseError, InterfaceError, sqlite3.Error),
)
NOT_LOGGED = "(its message may quote what people wrote)"
CLOSE = "The above exception led to this one:"

_context: ContextVar[dict[str, str]] = ContextVar("log_context", default={})  # noqa: B039 - never changed in place


@contextmanager
def log_context(**fields: str) -> Iterator[None]:
    """Add fields to each line logged inside the block; their names are FIELDS."""
    token = _context.set({**_context.get(), **fields})
    try:
        yield
    finally:
        _context.reset(token)


def request_id() -> str:
    """Return the id of the current request, "" outside of one."""
    return _context.get().get("request", "")


class RequestIdMiddleware:
    """Gives each request an id; keeps one that a proxy, or the page, gave it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request under its id, and return the id in a header."""
        given = request.headers.get(HEADER, "")
        name = given if FOREIGN_ID.fullmatch(given) else uuid4().hex
        with log_context(request=name):
            response = self.get_response(request)
        response[HEADER] = name
        return response


class PersonMiddleware:
    """Names the signed-in person on their request's lines; after authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request under its person's public id."""
        if not request.user.is_authenticated:
            return self.get_response(request)
        with log_context(user=str(request.user.uuid)):
            return self.get_response(request)


class ContextFilter(logging.Filter):
    """Adds the request, the person and the job to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; no record is dropped."""
        fields = _context.get()
        for name in FIELDS:
            setattr(record, name, fields.get(name))
        known = [f"{name}={fields[name]}" for name in FIELDS if name in fields]
        record.context = f" [{' '.join(known)}]" if known else ""
        return True


def written(error: BaseException) -> str:
    """Return the traceback of an exception and of its causes.

    Messages are cut to their first line: PostgreSQL quotes rows on the others.
    """
    return f"\n\n{CLOSE}\n\n".join(map(_written_alone, reversed(list(_chain(error)))))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        hidden = error.__suppress_context__
        error = error.__cause__ or (None if hidden else error.__context__)


def _written_alone(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    kind = type(error)
    return (
        "Traceback (most recent call last):\n"
        f"{frames}{kind.__module__}.{kind.__qualname__}: {_message(error)}"
    )


def _message(error: BaseException) -> str:
    if not isinstance(error, SPEAKING) and not hasattr(error, "sqlstate"):
        return NOT_LOGGED
    # Class 22, data exceptions: PostgreSQL's first line quotes the value itself.
    if str(getattr(error, "sqlstate", None) or "").startswith("22"):
        return f"SQLSTATE {error.sqlstate}"
    cause = error.__cause__
    if cause is not None and str(error) == str(cause):  # as Django wraps a driver's
        return _message(cause)
    return str(error).partition("\n")[0][:LONGEST_MESSAGE]


class PlainFormatter(logging.Formatter):
    """Writes one line per record, and the traceback below it."""

    def formatException(self, ei: Any) -> str:  # noqa: ANN401, N802 - logging's own
        """Return the traceback of a record."""
        return written(ei[1])


class JsonLines(JsonFormatter):
    """Writes one JSON object per record, with its traceback in `exc_info`."""

    def formatException(self, ei: Any) -> str:  # noqa: ANN401, N802 - logging's own
        """Return the traceback of a record."""
        return written(ei[1])


FORMATTERS: dict[str, dict[str, Any]] = {
    "plain": {
        "()": PlainFormatter,
        "style": "{",
        "fmt": "{asctime} {levelname} {name}{context}: {message}",
    },
    "json": {
        "()": JsonLines,
        "style": "{",
        "fmt": "{asctime}{levelname}{name}{message}{request}{user}{job}",
        "rename_fields": {"asctime": "time", "levelname": "level"},
    },
}


STREAMS = {"server": "ext://sys.stdout", "command": "ext://sys.stderr"}
_stream = STREAMS["server"]


def run_as_command() -> None:
    """Log to standard error, since a command prints its result to standard output."""
    global _stream  # noqa: PLW0603 - set once, before the settings are read
    _stream = STREAMS["command"]


def configuration(env: Env) -> dict[str, Any]:
    """Return the value of LOGGING, for Django, the worker and gunicorn alike."""
    level = env.choice("LOG_LEVEL", LEVELS, default="INFO")
    form = env.choice("LOG_FORMAT", FORMATTERS, default="plain")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"context": {"()": ContextFilter}},
        "formatters": {"lines": FORMATTERS[form]},
        "handlers": {
            "lines": {
                "class": "logging.StreamHandler",
                "stream": _stream,
                "formatter": "lines",
                "filters": ["context"],
            }
        },
        "root": {"handlers": ["lines"], "level": level},
        "loggers": {
            # Django's own handlers for these would mail them, or print to standard
            # error.
            **{name: {"handlers": [], "propagate": True} for name in OWN_HANDLERS},
            **{name: {"level": "WARNING"} for name in QUIET},
        },
    }
