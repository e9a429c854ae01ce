"""The origin of a run by its records: the team, the type and the category of run."""

from runs.kernel.checks.places import Place, Record

TYPES = ("automatic", "manual")


class Origin:
    """Compares each record's team, type and category with those before it."""

    def __init__(self) -> None:
        """Begin before the first record."""
        self.team = ""
        self.type = ""
        self.category = ""
        self._lacks_type = False

    def read(self, place: Place, metadata: Record, *, lacking: bool) -> None:
        """Read the values of one record; missing values are ignored.

        lacking: note the first record without a type; 2024's format has none.
        """
        team, kind = _team(place, metadata), place.text(metadata, "type", "") or ""
        self.team = _first(place, "team_id", team, self.team, "changing_team")
        category = " ".join((place.text(metadata, "category", "") or "").split())
        self.category = _first(
            place, "category", category, self.category, "changing_category"
        )
        if kind and kind not in TYPES:
            place.add("unknown_run_type", "type", kind, " or ".join(TYPES))
        elif kind:
            self.type = _first(place, "type", kind, self.type, "changing_run_type")
        elif lacking and not self._lacks_type:
            self._lacks_type = True
            place.add("missing_run_type", "type", None, " or ".join(TYPES))


def _team(place: Place, metadata: Record) -> str:
    value = metadata.get("team_id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return (place.text(metadata, "team_id", "") or "").strip()


def _first(place: Place, key: str, value: str, first: str, kind: str) -> str:
    """Return the first value; note a later value that differs."""
    if value and first and value != first:
        place.add(kind, key, value, first)
    return first or value
