"""The response to a failed request, and what the log contains of it."""

import errno
import json
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, connection
from django.db.utils import ConnectionHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from pytest_django import Settings

from accounts.models import User
from config.operations import log
from llm.kernel.reply import BadReply

pytestmark = pytest.mark.both_stacks

ROOT = Path(__file__).resolve().parents[3]
SECRET = "what a person wrote"


def crash(request: HttpRequest) -> HttpResponse:
    """Fail as an error in our code does."""
    raise ZeroDivisionError("no topics")


def away(request: HttpRequest) -> HttpResponse:
    """Connect to a PostgreSQL server that does not exist."""
    address = {"ENGINE": "django.db.backends.postgresql", "NAME": "assay"}
    there = {**address, "HOST": "127.0.0.1", "PORT": "1"}
    ConnectionHandler({"default": there})["default"].ensure_connection()
    return HttpResponse()


def mute(request: HttpRequest) -> HttpResponse:
    """Connect to a PostgreSQL server that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        url = f"postgresql://assay@{host}:{port}/assay"
        told = "from config.settings import DATABASES as d; print(json.dumps(d))"
        read = subprocess.run(
            [sys.executable, "-c", f"import json; {told}"],
            env={**os.environ, "DATABASE_URL": url},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        ConnectionHandler(json.loads(read.stdout))["default"].ensure_connection()
    return HttpResponse()


def unopened(request: HttpRequest) -> HttpResponse:
    """Open an SQLite database whose folder is missing."""
    file = {"ENGINE": "django.db.backends.sqlite3", "NAME": "/nowhere/assay.sqlite3"}
    ConnectionHandler({"default": file})["default"].ensure_connection()
    return HttpResponse()


def full(request: HttpRequest) -> HttpResponse:
    """Write to a disk that is full."""
    with Path("/dev/full").open("wb", buffering=0) as file:
        file.write(b"x")
    return HttpResponse()


def unwritten(request: HttpRequest) -> HttpResponse:
    """Send the database an invalid statement."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    return HttpResponse()


def clash(request: HttpRequest) -> HttpResponse:
    """Violate a constraint with a row that contains a person's words."""
    User.objects.create(username=SECRET)
    User.objects.create(username=SECRET)
    return HttpResponse()


VIEWS = (crash, away, mute, unopened, full, unwritten, clash)
urlpatterns = [
    *(path(f"{view.__name__}/", view) for view in VIEWS),
    path("", include("config.urls")),
]
handler500 = "config.http.failures.server_failure"


@pytest.fixture
def failing(settings: Settings, db: None) -> Client:
    """A browser that gets the response to a view's exception."""
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """The output of the log's handler inside the block, as JSON."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    how = dict(log.FORMATTERS["json"])
    made = how.pop("()")
    handler.setFormatter(made(**how))
    handler.addFilter(log.ContextFilter())
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("crash", 500, "Something broke on our side"),
        ("unwritten", 500, "Something broke on our side"),
        ("away", 503, "We are back in a moment"),
        ("mute", 503, "your labels are kept"),
        ("unopened", 503, "your labels are kept"),
        ("full", 507, "disk is full"),
    ],
)
def test_a_failure_says_what_is_wrong(
    failing: Client, address: str, status: int, words: str
) -> None:
    r = failing.get(f"/{address}/")
    assert r.status_code == status
    assert words.lower() in r.content.decode().lower()
    assert r["X-Request-ID"] in r.content.decode()
    assert ("Retry-After" in r) == (status == 503)


def test_a_crash_is_logged_with_its_request_and_person(
    failing: Client, ada: User, lines: StringIO
) -> None:
    failing.force_login(ada)
    r = failing.get("/crash/")
    [line] = [json.loads(each) for each in lines.getvalue().splitlines()]
    assert line["request"] == r["X-Request-ID"]
    assert line["user"] == str(ada.uuid)
    assert "ZeroDivisionError: no topics" in line["exc_info"]
    assert "in crash" in line["exc_info"]


def test_the_log_quotes_no_row(failing: Client, lines: StringIO) -> None:
    assert failing.get("/clash/").status_code == 500
    assert "IntegrityError" in lines.getvalue()
    assert SECRET not in lines.getvalue()


def test_a_data_exception_is_named_by_its_code() -> None:
    class Driver(Exception):
        sqlstate = "22P02"

    error = DatabaseError(f'invalid input syntax for type integer: "{SECRET}"')
    error.__cause__ = Driver(str(error))
    assert SECRET not in log.written(error)
    assert "SQLSTATE 22P02" in log.written(error)


def as_a_number() -> None:
    int(SECRET)


def as_a_key() -> None:
    {}[SECRET]  # type: ignore[index]


def as_json() -> None:
    raise BadReply(SECRET)


@pytest.mark.parametrize("fail", [as_a_number, as_a_key, as_json])
def test_what_people_wrote_is_not_in_a_message(fail: Callable[[], None]) -> None:
    with pytest.raises(Exception, match=SECRET) as found:
        fail()
    told = log.written(found.value)
    assert SECRET not in told
    assert fail.__name__ in told
    assert told.endswith(f"{found.type.__qualname__}: {log.NOT_LOGGED}")


def test_a_missing_attribute_is_named() -> None:
    with pytest.raises(AttributeError) as found:
        "".no_such_thing  # type: ignore[attr-defined]  # noqa: B018
    assert "no_such_thing" in log.written(found.value)


def test_a_message_is_cut_to_its_first_line() -> None:
    error = IntegrityError(f"duplicate key\nDETAIL: Failing row ({SECRET})")
    assert log.written(error).endswith("IntegrityError: duplicate key")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0f8fad5b-d9cb-469f-a165-70867728950e", True),
        ("short", False),
        ("x" * 65, False),
        ("abcdefgh\ninjected", False),
        ("<script>alert(1)</script>", False),
    ],
)
def test_a_proxys_request_id_is_kept_where_it_is_an_id(
    failing: Client, given: str, kept: bool
) -> None:
    r = failing.get("/crash/", headers={"X-Request-ID": given})
    assert (r["X-Request-ID"] == given) == kept
    assert re.fullmatch(r"[A-Za-z0-9_-]{8,64}", r["X-Request-ID"])


def test_plain_lines_name_what_is_in_hand(lines: StringIO) -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        log.PlainFormatter(fmt=log.FORMATTERS["plain"]["fmt"], style="{")
    )
    handler.addFilter(log.ContextFilter())
    record = logging.LogRecord("jobs", logging.WARNING, "", 0, "late", None, None)
    with log.log_context(job="14"):
        handler.handle(record)
    assert stream.getvalue().endswith("WARNING jobs [job=14]: late\n")


def test_a_full_disk_is_recognised_by_its_number() -> None:
    from config.http.failures import status_of

    assert status_of(OSError(errno.EDQUOT, "quota")) == 507
    assert status_of(OSError(errno.EACCES, "denied")) == 500
