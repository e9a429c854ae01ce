"""The nuggets that a gold answer is to cover."""

from __future__ import annotations

from assess.judging.models import Allocation
from nuggets.models import Bank, BankVersion, Listing, Nugget

ANSWERS = "answers"  # the kind of work


def listed_nuggets(bank: Bank, work: Allocation) -> list[Nugget]:
    """Return the nuggets to cover: of the latest frozen list, else of the open one."""
    versions = BankVersion.objects.filter(bank=bank, topic=work.topic)
    frozen = versions.current().first()
    version = frozen or versions.order_by("-number").first()
    rows = Listing.objects.filter(version=version).select_related("nugget")
    return [row.nugget for row in rows.order_by("position", "pk")]
