"""All exports of a track: each exporter, for each row, in each form.

Two tracks with the same digests give the same files, byte for byte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    Wanted,
    exporters_of,
)
from runs.kernel.formats.writers import CannotWrite
from runs.models import Track


class ExportChoice(NamedTuple):
    """One export with its rows and options; its name lists them."""

    name: tuple[str, ...]
    exporter: Exporter
    wanted: Wanted


def all_choices(
    track: Track,
    exporters: Collection[Exporter] | None = None,
    *,
    every_form: bool = True,
) -> Iterator[ExportChoice]:
    """Yield each export of each row for which it is possible, in the order of names.

    every_form: also with each option changed from its default, one at a time.
    """
    for exporter in exporters_of(track) if exporters is None else exporters:
        rows = [
            sorted(part.rows(track), key=lambda row: str(row.name))
            for part in exporter.parts
        ]
        for parts in product(*rows):
            yield from _forms(exporter, track, parts, every_form=every_form)


def _forms(
    exporter: Exporter, track: Track, parts: tuple[Any, ...], *, every_form: bool
) -> Iterator[ExportChoice]:
    names = [part.name for part in exporter.parts]
    said = [f"{n}={row.name}" for n, row in zip(names, parts, strict=True)]
    rows = dict(zip(names, parts, strict=True))
    yield ExportChoice((exporter.name, *said), exporter, Wanted(track, rows))
    others = (
        (option.name, value)
        for option in exporter.options
        for value, _says in option.offered(track)[1:]
    )
    for name, value in others if every_form else ():
        wanted = Wanted(track, rows, {name: value})
        yield ExportChoice((exporter.name, *said, f"{name}={value}"), exporter, wanted)


def all_exports(
    track: Track, *, every_form: bool = True
) -> Iterator[tuple[str, Export]]:
    """Yield each export of a track, under a unique name.

    A refused export has no files, and `refused` and `places` among its notes.
    """
    for choice in all_choices(track, every_form=every_form):
        name = json.dumps(choice.name, ensure_ascii=False)
        try:
            yield name, choice.exporter.make(choice.wanted)
        except (CannotExport, CannotWrite) as error:
            yield name, Export(iter(()), refusal(error))


def refusal(error: Exception) -> dict[str, Any]:
    """Return the reason for a refused export, as in a manifest."""
    return {"refused": str(error), "places": getattr(error, "places", [])}


def digests(track: Track, *, every_form: bool = True) -> dict[str, str]:
    """Return the SHA-256 of each file of each export, by the names of both.

    A refused export has the hash of its refusal.
    """
    found = {}
    for name, export in all_exports(track, every_form=every_form):
        try:
            for file in export.files:
                found[f"{name} {file.name}"] = _digest(file.lines)
        except (CannotExport, CannotWrite) as error:
            export.notes.update(refusal(error))
        if "refused" in export.notes:
            found[name] = _digest([str(export.notes["refused"])])
    return found


def _digest(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode())
    return digest.hexdigest()
