"""What a file of decisions may name: gold nuggets, responses, their nuggets."""

from __future__ import annotations

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

    gold: by topic's name; responses: by topic's name and run's tag. What judges found
    in responses is read once something names it.
    """

    incoming: Incoming
    bank: Bank
    gold: dict[str, GoldList]
    responses: dict[tuple[str, str], int]
    aliases: dict[str, str] | None
    _extractors: dict[str, int] = field(default_factory=dict)
    _parts: dict[int, dict[int, Parts]] = field(default_factory=dict)

    def run_named(self, name: str) -> str | None:
        """Return the tag of a run, None if the aliases leave it out."""
        return name if self.aliases is None else self.aliases.get(name)

    def extractor_named(self, name: str) -> int | None:
        """Return the judge of response nuggets that a line names, or the import."""
        if not self._extractors:
            self._extractors = _extractors(self.incoming)
        if not name and "" not in self._extractors:
            self._extractors[""] = _extractor(self.incoming, self._extractors)
        return self._extractors.get(name)

    def part_of(self, response: int, part: Part) -> int | None:
        """Return a response's nugget: by its place and text, else by either."""
        extractor = self.extractor_named(part.of)
        if extractor is None:
            return None
        if extractor not in self._parts:
            self._parts[extractor] = _parts_of(extractor)
        own = self._parts[extractor].get(response, {})
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


def _parts_of(extractor: int) -> dict[int, Parts]:
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
    return found


def _extractors(incoming: Incoming) -> dict[str, int]:
    heads = Extraction.objects.filter(
        judge__track=incoming.track,
        judge__landed_at__isnull=False,
        judge__deleted_at=None,
    )
    return dict(heads.order_by().values_list("judge__name", "judge").distinct())


def _extractor(incoming: Incoming, judges: dict[str, int]) -> int:
    asked = incoming.param("nuggets")
    found = [pk for name, pk in judges.items() if asked in ("", name)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(sorted(judges)) or "none yet"
    if asked or not judges:
        raise Refused(
            f"There are no response nuggets{f' of {asked!r}' if asked else ''}. "
            f"Import them first. Judges with response nuggets: {there}."
        )
    raise Refused(f"Say whose response nuggets these decisions are on: {there}.")
