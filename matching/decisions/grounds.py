"""What a file of decisions may name: gold nuggets, responses, their nuggets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO

from matching.gold import GoldList, gold_lists, imported_over
from matching.kernel.decisions import Part
from matching.models import Extraction, ResponseNugget
from nuggets.models import Bank
from runs.imports.arrival import Incoming, Refused
from runs.kernel.formats.assignments import read_aliases
from runs.models import Response

Parts = dict[str | tuple[int | None, int | None], int]


@dataclass
class Grounds:
    """The rows of a bank and a track, by the names that files use.

    gold: by topic's name; responses: by topic's name and run's tag; parts: of each
    response the nuggets by text and by place, read once something names one.
    """

    incoming: Incoming
    bank: Bank
    gold: dict[str, GoldList]
    responses: dict[tuple[str, str], int]
    aliases: dict[str, str] | None
    _parts: dict[int, Parts] | None = field(default=None)

    def run_named(self, name: str) -> str | None:
        """Return the tag of a run, None if the aliases leave it out."""
        return name if self.aliases is None else self.aliases.get(name)

    def part_of(self, response: int, part: Part) -> int | None:
        """Return a response's nugget: by its place and text, else by either."""
        if self._parts is None:
            self._parts = dict(_parts_of(self.incoming))
        own = self._parts.get(response, {})
        if part.text and part.text in own:
            return own[part.text]
        if part.start is None:
            return None
        return own.get((part.start, part.end))


def grounds_of(incoming: Incoming) -> Grounds:
    """Return the grounds of an import."""
    bank = imported_over(incoming)
    names = dict(incoming.track.topics.values_list("pk", "name"))
    lists = gold_lists(bank)
    rows = Response.objects.visible().filter(run__track=incoming.track)
    columns = rows.values_list("topic__name", "run__name", "pk")
    return Grounds(
        incoming,
        bank,
        {names[topic]: each for topic, each in lists.items() if topic in names},
        {(topic, run): pk for topic, run, pk in columns.iterator()},
        _aliases(incoming),
    )


def _aliases(incoming: Incoming) -> dict[str, str] | None:
    text = incoming.param("aliases")
    if not text:
        return None
    rows = read_aliases(BytesIO(text.encode()), "aliases", report=incoming.report)
    return {row.alias: row.run_tag for row in rows}


def _parts_of(incoming: Incoming) -> Iterator[tuple[int, Parts]]:
    extractor = _extractor(incoming)
    rows = ResponseNugget.objects.filter(extraction__judge=extractor)
    found: dict[int, Parts] = {}
    columns = rows.order_by("-position").values_list(
        "response", "text", "start", "end", "pk"
    )
    for response, text, start, end, pk in columns.iterator(chunk_size=5_000):
        own = found.setdefault(response, {})
        own[text] = pk
        if start is not None:
            own[start, end] = pk
    yield from found.items()


def _extractor(incoming: Incoming) -> int:
    heads = Extraction.objects.filter(
        judge__track=incoming.track,
        judge__landed_at__isnull=False,
        judge__deleted_at=None,
    )
    judges = dict(heads.order_by().values_list("judge", "judge__name").distinct())
    asked = incoming.param("nuggets")
    found = [pk for pk, name in judges.items() if asked in ("", name)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(sorted(judges.values())) or "none yet"
    if asked or not judges:
        raise Refused(
            f"There are no response nuggets{f' of {asked!r}' if asked else ''}. "
            f"Import them first. Judges with response nuggets: {there}."
        )
    raise Refused(f"Say whose response nuggets these decisions are on: {there}.")
