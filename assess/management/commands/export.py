"""Write an export of a track."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import (
    CannotExport,
    Exporter,
    Part,
    Wanted,
    all_exporters,
    exporters_of,
    get_exporter,
)
from assess.exchange.snapshots.actions import take_snapshot
from assess.exchange.snapshots.requests import Asked, asked_for, asked_for_set, title_of
from runs.kernel.formats.writers import CannotWrite
from runs.management.base import TrackCommand, add_topics, row_named, topics_named
from runs.models import Track

EVERYTHING = "everything"


class Command(TrackCommand):
    help = (
        "Export what others' tools read, with a manifest: counts, SHA-256 of each "
        "file, judge, bank versions and options. Assignments become a folder with one "
        "file a run. Nothing is left half-written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        exporters = all_exporters()
        parser.add_argument(
            "what",
            choices=[
                *(each.name for each in exporters),
                *dict.fromkeys(each.alias for each in exporters if each.alias),
                EVERYTHING,
            ],
            help="the export; scores: the leaderboard of what --bank, --judge or "
            "--condition name; everything: each export of each judge and bank",
        )
        for name, users in _users_of_parts(exporters).items():
            says = f"the name of the {name} that it is made of ({', '.join(users)})"
            parser.add_argument(f"--{name}", metavar="NAME", help=says)
        for name in _options(exporters):
            says = _meaning(name, exporters)
            parser.add_argument(f"--{name}", help=says)
        add_topics(parser)
        to = parser.add_mutually_exclusive_group(required=True)
        to.add_argument(
            "--out",
            type=Path,
            metavar="PATH",
            help="the file to write; for assignments a folder",
        )
        to.add_argument(
            "--snapshot",
            action="store_true",
            help="keep it in the track as a snapshot, and say its hash",
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        if options["what"] == EVERYTHING:
            if not options["snapshot"]:
                raise CommandError("Keep everything as a --snapshot.")
            self._keep(track, "all exports", asked_for_set(exporters_of(track)))
            return
        exporter = _exporter(options)
        wanted = Wanted(
            track,
            parts={part.name: _part(track, part, options) for part in exporter.parts},
            options=_chosen(track, exporter, options),
            topics=tuple(topics_named(track, options["topic"])) or None,
        )
        if options["snapshot"]:
            asked = asked_for(exporter, wanted)
            self._keep(track, title_of(exporter, wanted), asked)
        else:
            self._write(exporter, wanted, options["out"])

    def _keep(self, track: Track, title: str, asked: Asked) -> None:
        row, job = take_snapshot(track, title, asked, by=None, now=timezone.now())
        self.run_job(job)
        row.refresh_from_db()
        self.stdout.write(f"{row.sha256}  {row.filename}  (snapshot {row.uuid})")

    def _write(self, exporter: Exporter, wanted: Wanted, out: Path) -> None:
        try:
            made = export_to(exporter, wanted, out, now=timezone.now())
        except CannotExport as error:
            raise CommandError("\n".join([str(error), *error.places])) from error
        except (CannotWrite, OSError) as error:
            raise CommandError(str(error)) from error
        lines = sum(file["lines"] for file in made["files"])
        count = len(made["files"])
        files = "1 file" if count == 1 else f"{count} files"
        self.stdout.write(f"{out}: {files}, {lines:,} lines")
        for row in made["left_out"]:
            self.stdout.write(f"  {row['count']:,} {row['what']}: {row['why']}")


def _exporter(options: dict[str, Any]) -> Exporter:
    what = options["what"]
    sharing = [each for each in all_exporters() if each.alias == what]
    if not sharing:
        return get_exporter(what)
    parts = {name for name in _users_of_parts(all_exporters()) if options[name]}
    found = [each for each in sharing if {part.name for part in each.parts} == parts]
    if len(found) == 1:
        return found[0]
    which = (
        f"{each.name} ({' '.join(f'--{part.name}' for part in each.parts)})"
        for each in found or sharing
    )
    raise CommandError(f"Say which {what}: {', '.join(which)}.")


def _users_of_parts(exporters: tuple[Exporter, ...]) -> dict[str, list[str]]:
    """Return every part's name with the exports that have it."""
    found: dict[str, list[str]] = {}
    for each in exporters:
        for part in each.parts:
            found.setdefault(part.name, []).append(each.name)
    return found


def _meaning(name: str, exporters: tuple[Exporter, ...]) -> str:
    """Return the meaning of an option's values, in each export that has it."""
    said = []
    for each in exporters:
        for option in each.options:
            if option.name == name:
                values = ", ".join(f"{value} ({says})" for value, says in option.values)
                title = option.title[0].lower() + option.title[1:]
                said.append(f"{each.name}, {title}: {values}")
    return "; ".join([*said, "the first is the default"])


def _options(exporters: tuple[Exporter, ...]) -> list[str]:
    """Return the name of every option of the exports, once each."""
    return list(dict.fromkeys(o.name for each in exporters for o in each.options))


def _chosen(
    track: Track, exporter: Exporter, options: dict[str, Any]
) -> dict[str, str]:
    given = {}
    offered = {each.name: dict(each.offered(track)) for each in exporter.options}
    for name in _options(all_exporters()):
        value = options[name]
        if value is None:
            continue
        known = offered.get(name, {})
        if value not in known:
            able = f"--{name} takes {', '.join(known)}" if known else f"no --{name}"
            raise CommandError(f"Export {exporter.name}: {able}.")
        given[name] = value
    return given


def _part(track: Track, part: Part, options: dict[str, Any]) -> Any:
    if not options[part.name]:
        raise CommandError(f"Name the {part.name} with --{part.name}.")
    where = f"for this in {track.slug}"
    return row_named(part.rows(track), options[part.name], what=part.name, where=where)
