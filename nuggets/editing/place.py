"""Where a person was in a list: what the page lights when it is opened again."""

from __future__ import annotations

from accounts.models import User
from nuggets.kernel.listing import read, touched
from nuggets.models import BankVersion, Edit
from runs.kernel.history import NOTHING


def last_touched(version: BankVersion, person: User) -> int | None:
    """Return the nugget that a person's last edit of a list left, None before any."""
    edits = Edit.objects.filter(version=version, by=person).exclude(action=NOTHING)
    last = edits.order_by("-number").values_list("before", "after").first()
    return touched(*map(read, last)) if last else None
