"""The test database's address, for other processes."""

from typing import Any
from urllib.parse import urlsplit


def url_of(settings: dict[str, Any], given: str) -> str:
    """Return the DATABASE_URL of the database that the tests are using.

    `settings` are those of the open connection, `given` the URL of the server.
    """
    if settings["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{settings['NAME']}"
    return urlsplit(given)._replace(path=f"/{settings['NAME']}").geturl()
