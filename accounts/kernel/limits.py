"""How often passwords may be tried, and how long a session lasts, in plain values."""

from __future__ import annotations

import ipaddress
import unicodedata
from datetime import datetime, timedelta
from typing import NamedTuple

PREFIX = 64  # bits of an IPv6 address that name one connection to the internet


class Limit(NamedTuple):
    """So many tries within a time that begins with the first."""

    tries: int
    within: timedelta


# A person's own mistakes; a name attacked from many places; a place that tries names.
PAIR = Limit(10, timedelta(minutes=15))
NAME = Limit(100, timedelta(hours=1))
ADDRESS = Limit(200, timedelta(hours=1))
# How long a name that signed in at an address counts there by both together alone.
TRUST = timedelta(days=90)


class Span(NamedTuple):
    """How long a session lasts: without a request, and since the sign-in."""

    idle: timedelta
    most: timedelta


def has_ended(began: datetime, seen: datetime, span: Span, *, now: datetime) -> bool:
    """Tell whether a session of this beginning and last request is over."""
    return now - seen >= span.idle or now - began >= span.most


def folded_name(name: str) -> str:
    """Return a sign-in name as tries are counted: in one spelling for all alike."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def network(address: str) -> str:
    """Return what an address is counted as: IPv4 whole, IPv6 by its network.

    What is no address stays as it is.
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
