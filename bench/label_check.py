"""Checks that every sent label is in the database, exactly once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assess.judging.kinds import Kind, get_kind
from assess.judging.models import Change
from bench.campaign.topics import KINDS, MATCH
from bench.judging import Sent


class Count(NamedTuple):
    """The numbers of rows."""

    labels: int
    changes: int


def count_rows() -> Count:
    """Count the labels of every kind, and the changes."""
    labels = sum(get_kind(name).model.objects.count() for name in (*KINDS, MATCH))
    return Count(labels, Change.objects.count())


def find_faults(sent: Sequence[Sent], before: Count) -> list[str]:
    """Return the differences from what was sent, in words; empty if there are none."""
    after = count_rows()
    wanted = Count(*(number + len(sent) for number in before))
    faults = [] if after == wanted else [f"{after} rows instead of {wanted}"]
    for name in (*KINDS, MATCH):
        rows = [one for one in sent if one.kind == name]
        faults += _faults_of_kind(get_kind(name), rows)
    return faults


def _faults_of_kind(kind: Kind, sent: Sequence[Sent]) -> Iterator[str]:
    columns = ("key", "actor__uuid", "after", "version", "label_id")
    rows = Change.objects.filter(kind=kind.name, key__in=[one.key for one in sent])
    changes = {str(key): rest for key, *rest in rows.values_list(*columns)}
    items = [f"{name}__uuid" for name in kind.item]
    labels = kind.model.objects.filter(pk__in=[rest[-1] for rest in changes.values()])
    found = {
        pk: (value, {str(uuid) for uuid in uuids})
        for pk, value, *uuids in labels.values_list("pk", "value", *items)
    }
    for one in sent:
        actor, after, version, label = changes.get(one.key, (None, None, None, None))
        if (str(actor), after, version) != (one.person, one.value, 1):
            yield f"no such change: {one}"
        elif found[label][0] != one.value or not one.item <= found[label][1]:
            yield f"another label than was sent: {one}"
