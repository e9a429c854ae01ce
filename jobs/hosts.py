"""What a host needs before it can work; apps above register their needs."""

import logging
from collections.abc import Callable
from typing import NamedTuple

from django.db import Error as DatabaseError
from django.db import connection

from config.storage import StorageAway

log = logging.getLogger(__name__)


class Need(NamedTuple):
    """Something that all hosts share."""

    prepare: Callable[[], None]  # run by the first host that starts
    lack: Callable[[], str]  # why this host lacks it, "" if it does not


_needs: list[Need] = []


def add_need(prepare: Callable[[], None], lack: Callable[[], str]) -> None:
    """Register a need; a second registration of the same need is ignored."""
    if (need := Need(prepare, lack)) not in _needs:
        _needs.append(need)


def lack_of_host() -> str:
    """Return the first reason why this host can do no job, "" if it can."""
    return next(filter(None, (need.lack() for need in _needs)), "")


def start_host() -> None:
    """Prepare what hosts share, and log what this one lacks; each server calls it."""
    try:
        for need in _needs:
            need.prepare()
        if lack := lack_of_host():
            log.critical("%s", lack)
    except (DatabaseError, StorageAway, OSError) as error:
        log.warning("Whether this host lacks something is not known yet: %s", error)
        connection.close()
