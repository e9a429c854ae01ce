"""The base of the nugget method's commands: a bank by its name."""

from __future__ import annotations

from django.core.management.base import CommandError

from assess.management.base import judge_named
from nuggets.models import Bank, Condition
from nuggets.scores.basis import Basis, basis_of
from runs.management.base import row_named
from runs.models import Track


def bank_named(track: Track, name: str) -> Bank:
    """Return a track's bank; if there is none, list the existing ones."""
    banks = Bank.objects.visible().filter(track=track).select_related("track")
    return row_named(banks, name, what="bank", where=f"in {track.slug}")


def condition_named(track: Track, name: str) -> Basis:
    """Return a saved condition's basis; if there is none, list the existing ones."""
    saved = Condition.objects.filter(track=track).select_related(
        "bank__track", "bank__drafted_by", "assignment_judge__track"
    )
    where = f"in {track.slug}"
    return basis_of(row_named(saved, name, what="condition", where=where))


def basis_named(track: Track, name: str) -> Basis:
    """Return the bank and judge of BANK:JUDGE; either name may contain a colon."""
    banks = Bank.objects.visible().filter(track=track)
    known = set(banks.values_list("name", flat=True))
    places = [place for place, sign in enumerate(name) if sign == ":"]
    if not places:
        raise CommandError(f"{name!r} is not BANK:JUDGE.")
    cut = next((place for place in places if name[:place] in known), places[0])
    return Basis(bank_named(track, name[:cut]), judge_named(track, name[cut + 1 :]))
