"""Files whose names belong to rows that are put away: restore, do not duplicate."""

from __future__ import annotations

from collections.abc import Collection

from runs.imports.arrival import Incoming, Refused
from runs.put_away.registry import thing_kind

FEW = 5  # names in a message


def refuse_twins(incoming: Incoming, what: str, names: Collection[str]) -> None:
    """Raise Refused if rows with these names are put away, with their labels."""
    kind = thing_kind(what)
    rows = kind.put_away(incoming.track).filter(**{f"{kind.called}__in": list(names)})
    found = list(dict.fromkeys(map(kind.name_of, rows)))
    if found:
        more = f" and {len(found) - FEW:,} more" if len(found) > FEW else ""
        raise Refused(
            f"Put away, with all labels: {kind.title.lower()} "
            f"{', '.join(found[:FEW])}{more}. Restore it on the page “Put away” first, "
            "or give what the file brings another name."
        )
