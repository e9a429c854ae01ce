"""Pages for failed requests: what is wrong, and what to do next.

This is the one place that distinguishes a crash of our code from an unavailable
database or storage and from a full disk. Every exception that no view handles arrives
here (`handler500`).
"""

import errno
import sqlite3
import sys

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from config.operations.log import request_id
from config.storage import StorageAway

RETRY_AFTER = 5  # seconds; a restarted database is back before people try again
FULL = (errno.ENOSPC, errno.EDQUOT)
LOST = (OperationalError, InterfaceError)
DISK_FULL = "53100"  # PostgreSQL's SQLSTATE
# SQLite's primary result codes for a locked or unreadable file.
AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
}


@requires_csrf_token
def server_failure(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Return the page for the current exception: 503, 507 or 500, by `status_of`."""
    status = status_of(sys.exc_info()[1])
    page = render_to_string(f"{status}.html", {"request_id": request_id()})
    response = HttpResponse(page, status=status)
    if status == 503:
        response["Retry-After"] = str(RETRY_AFTER)
    return response


def status_of(error: BaseException | None) -> int:
    """Return 507 if a disk is full, 503 if a part is unavailable for now, else 500."""
    if isinstance(error, StorageAway):
        return 503
    if isinstance(error, OSError):
        return 507 if error.errno in FULL else 500
    driver = connection.Database  # type: ignore[attr-defined]
    if isinstance(error, driver.Error):  # Django wraps none that end an iterator
        cause: BaseException | None = error
    elif isinstance(error, DatabaseError | InterfaceError):
        cause = error.__cause__
    else:
        return 500
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return _of_sqlite(code & 0xFF)
    if getattr(cause, "sqlstate", None) == DISK_FULL:
        return 507
    lost = (*LOST, driver.OperationalError, driver.InterfaceError)
    return 503 if isinstance(error, lost) else 500


def is_away(error: BaseException | None) -> bool:
    """Return whether the error means an unavailable database or storage."""
    return status_of(error) == 503


def _of_sqlite(code: int) -> int:
    if code == sqlite3.SQLITE_FULL:
        return 507
    return 503 if code in AWAY else 500
