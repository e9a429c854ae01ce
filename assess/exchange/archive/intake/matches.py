"""Find the people and model calls that exist already, and create the others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from llm.models import Call, CallState

ANSWERED_OTHERWISE = "This ledger had another answer to the same call already."


def find_people(rows: Sequence[User]) -> list[User | None]:
    """Return each person's account here: the same account, else the same username."""
    there = User.objects.filter(uuid__in=[row.uuid for row in rows])
    same = {user.uuid: user for user in there}
    names = User.objects.filter(username__in=[row.username for row in rows])
    named = {user.username: user for user in names}
    return [same.get(row.uuid) or named.get(row.username) for row in rows]


def people_here(rows: Sequence[User]) -> list[int]:
    """Return each person's row; new people get an account that cannot sign in."""
    found = find_people(rows)
    new = [row for row, user in zip(rows, found, strict=True) if user is None]
    for row in new:
        row.is_active = False
        row.set_unusable_password()
    User.objects.bulk_create(new)
    return [
        row.pk if user is None else user.pk
        for row, user in zip(rows, found, strict=True)
    ]


def find_calls(rows: Sequence[Call]) -> list[Call | None]:
    """Return each call here: the same one, else one that brought the same reply.

    A call's id is not enough: the archive must also know the request and the reply.
    Calls from other archives do not count.
    """
    there = Call.objects.filter(uuid__in=[row.uuid for row in rows])
    same = {(call.uuid, call.key, call.reply): call for call in there}
    answered = _answered(rows)
    return [
        same.get((row.uuid, row.key, row.reply)) or _as_good(row, answered)
        for row in rows
    ]


class CallMark(NamedTuple):
    """A call by its id, its key and the hash of its reply."""

    uuid: str
    key: str
    reply: str


def mark_call(uuid: str, key: str, reply: str) -> CallMark:
    """Return a call's mark."""
    # Other code rejects halves of surrogate pairs.
    digest = hashlib.sha256(reply.encode(errors="replace")).hexdigest()
    return CallMark(uuid, key, digest)


def is_call_here(uuid: str, key: str, reply: str) -> bool:
    """Return whether an archive's call, by its mark, exists here already."""
    alike = Q(uuid=UUID(uuid)) | Q(state=CallState.ANSWERED, came_with=None)
    rows = Call.objects.filter(alike, key=key)
    return any(mark_call(uuid, key, row.reply).reply == reply for row in rows)


def _answered(rows: Sequence[Call]) -> dict[str, Call]:
    found = Call.objects.answered().bought().filter(key__in=[row.key for row in rows])
    return {call.key: call for call in found}


def _as_good(row: Call, answered: dict[str, Call]) -> Call | None:
    other = answered.get(row.key) if row.state == CallState.ANSWERED else None
    return other if other and other.reply == row.reply else None


def calls_here(rows: Sequence[Call]) -> list[int]:
    """Return each call's row in this ledger, which keeps its own replies.

    A call with another reply here is imported as a failed one, with its reply.
    """
    found, answered = find_calls(rows), _answered(rows)
    new = [row for row, call in zip(rows, found, strict=True) if call is None]
    for row in new:
        if row.state == CallState.ANSWERED and row.key in answered:
            row.state, row.error = CallState.FAILED, ANSWERED_OTHERWISE
    Call.objects.bulk_create(new)
    return [
        row.pk if call is None else call.pk
        for row, call in zip(rows, found, strict=True)
    ]
