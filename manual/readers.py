"""Who reads which guides."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.models import User
from manual.kernel.guides import Guide
from manual.library import all_guides
from runs.models import Membership

ASSESSORS = ("assessors",)


def guides_of(user: User) -> Mapping[str, Guide]:
    """Return a person's guides by name: who only assesses has the assessors'."""
    roles = Membership.objects.filter(user=user).exclude(role=Membership.ASSESSOR)
    if user.is_superuser or roles.exists():
        return all_guides()
    return {name: all_guides()[name] for name in ASSESSORS if name in all_guides()}
