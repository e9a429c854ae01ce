"""Limits of password attempts, and the length of sessions, as plain values."""

from __future__ import annotations

import ipaddress
import unicodedata
from datetime import datetime, timedelta
from typing import NamedTuple

PREFIX = 64  # bits of an IPv6 address that identify one internet connection


class Limit(NamedTuple):
    """A number of attempts within a time that begins with the first attempt."""

    tries: int
    within: timedelta


# Against: a person's own mistakes; an attack on one name from many addresses; an attack
# from one address on many names.
PAIR = Limit(10, timedelta(minutes=15))
NAME = Limit(100, timedelta(hours=1))
ADDRESS = Limit(200, timedelta(hours=1))
# How long a name that signed in at an address is counted there only by the pair.
TRUST = timedelta(days=90)


class Span(NamedTuple):
    """How long a session lasts: without a request, and since the sign-in."""

    idle: timedelta
    most: timedelta


def has_ended(began: datetime, seen: datetime, span: Span, *, now: datetime) -> bool:
    """Return whether a session with this beginning and last request is over."""
    return now - seen >= span.idle or now - began >= span.most


def folded_name(name: str) -> str:
    """Return a sign-in name as attempts are counted, equal for all its spellings."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def network(address: str) -> str:
    """Return the key under which an address is counted: IPv4 whole, IPv6 by network.

    A text that is not an address is returned unchanged.
    """
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return address.strip()
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), PREFIX), strict=False))
    return str(found)
