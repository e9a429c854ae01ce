"""Settings with which Assay refuses to start, because they leave a server open."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import pairwise

from django.core.exceptions import ImproperlyConfigured

WEAK_SECRET = 40  # characters; shorter keys can be guessed offline
FEWEST_CHARACTERS = 10  # different ones, as in random digits
FEWEST_STEPS = 10  # different distances from one character to the next
LEAST_VARIED = 0.7  # share of different triples; random text repeats almost none
PLACEHOLDERS = (
    *("changeme", "djangoinsecure", "example", "insecure", "password"),
    *("placeholder", "replaceme", "secret", "yourkey"),
)
LOOPBACK = {"localhost", "127.0.0.1", "::1", "[::1]"}


def refuse_weak_secret(secret: str) -> None:
    """Raise ImproperlyConfigured if a secret could be guessed."""
    if reason := weakness(secret):
        raise ImproperlyConfigured(
            f"SECRET_KEY is weak: {reason}. Make one with: python -c 'import secrets; "
            "print(secrets.token_urlsafe(50))'"
        )


def weakness(secret: str) -> str:
    """Return why a secret could be guessed, "" if there is no sign of it."""
    if len(secret) < WEAK_SECRET:
        return f"it has fewer than {WEAK_SECRET} characters"
    if len(set(secret)) < FEWEST_CHARACTERS:
        return f"it has fewer than {FEWEST_CHARACTERS} different characters"
    triples = [secret[place : place + 3] for place in range(len(secret) - 2)]
    if len(set(triples)) < LEAST_VARIED * len(triples):
        return "it repeats itself"
    steps = {ord(after) - ord(before) for before, after in pairwise(secret)}
    if len(steps) < FEWEST_STEPS:
        return "its characters follow each other in order"
    plain = re.sub(r"[^a-z]", "", secret.lower())
    found = [word for word in PLACEHOLDERS if word in plain]
    return f"it holds the word “{found[0]}”" if found else ""


def refuse_open_hosts(hosts: Collection[str]) -> None:
    """Raise ImproperlyConfigured if the server would accept any host name."""
    if not hosts:
        raise ImproperlyConfigured(
            "Set ALLOWED_HOSTS: the names, separated by commas, under which people "
            "reach this server, such as assay.example.org."
        )
    for host in hosts:
        if "*" in host or (host.startswith(".") and "." not in host.strip(".")):
            raise ImproperlyConfigured(
                f"ALLOWED_HOSTS holds {host}, which lets strangers choose the server's "
                "name: write each name, such as assay.example.org."
            )


def refuse_debug_in_production(marks: Mapping[str, bool]) -> None:
    """Raise ImproperlyConfigured if DEBUG is on together with a sign of production."""
    found = [name for name, is_set in marks.items() if is_set]
    if found:
        raise ImproperlyConfigured(
            f"DEBUG shows settings and code to everyone, and {' and '.join(found)} "
            "is for production: unset DEBUG."
        )


def beyond_loopback(hosts: Collection[str]) -> bool:
    """Return whether one of these names is not this machine's own."""
    return any(host.lower() not in LOOPBACK for host in hosts)
