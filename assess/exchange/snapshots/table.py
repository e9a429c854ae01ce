"""The table of a track's snapshots."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from assess.exchange.models import Snapshot
from assess.exchange.snapshots.actions import delete_snapshot
from config.tables.definitions import (
    BulkAct,
    Column,
    Filter,
    Option,
    Table,
    count_column,
)

STATES = Filter(
    "state",
    "State",
    (
        Option("kept", "kept", Q(made_at__isnull=False)),
        Option("missing", "not kept yet", Q(made_at=None)),
    ),
)


def _delete(snapshot: Snapshot) -> str:
    delete_snapshot(snapshot, now=timezone.now())
    return ""


SNAPSHOTS = Table(
    "snapshots",
    "snapshot",
    "snapshots",
    "assess/exchange/snapshots/_snapshot_row.html",
    (
        Column("title", "Snapshot", "title"),
        Column("state", "State"),
        count_column("size", "Size", "size"),
        Column("sha256", "SHA-256", "sha256"),
        Column("by", "By", "by__username"),
        Column("when", "When", "created_at", most_first=True),
        Column("file", "File", is_unseen=True),
    ),
    searched=("title", "sha256", "by__username"),
    filters=(STATES,),
    acts=(
        BulkAct(
            "delete",
            "Delete",
            effect="They leave this page, and their files can no longer be downloaded "
            "here. The same data requested again have the same hash.",
            done="deleted.",
            does=_delete,
            is_danger=True,
        ),
    ),
    a_page=50,
    named=lambda snapshot: f"snapshot {snapshot.title}",
)
