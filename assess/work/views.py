"""What the pages of all kinds of judging share."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from assess.kinds import Kind
from assess.models import Allocation
from assess.work.actions import work_held_by

STALE = "The label was changed since you opened it. It stands as shown here."


def own_work(request: HttpRequest, allocation: UUID, kind: Kind) -> Allocation:
    """Return the asking person's allocation, or answer 404."""
    return get_object_or_404(
        work_held_by(cast(User, request.user), kind), uuid=allocation
    )
