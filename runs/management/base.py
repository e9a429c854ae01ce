"""The base of the commands: track by name, progress, findings, exit status."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from django import forms
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Model, QuerySet
from django.utils import timezone

from jobs.models import Job, JobState
from jobs.run import run_here
from runs.actions.imports import create_import
from runs.forms.imports import FileForm
from runs.imports.imported_runs import imported_runs, particulars
from runs.imports.registry import get_import_kind
from runs.models import Import, Topic, Track
from runs.uploads import measure

SAID = ("found", "expected")
Row = TypeVar("Row", bound=Model)


class TrackCommand(BaseCommand):
    """A command that works in one track, identified by its slug."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the track's name as the first argument."""
        parser.add_argument("track", metavar="TRACK", help="the track's short name")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401
        """Look up the track and do the work."""
        self.work(track_named(options["track"]), options)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        """Do the work of the command."""
        raise NotImplementedError

    def run_job(self, job: Job) -> Job:
        """Run a job in this process with its progress on stderr; fail as it fails."""
        done = run_here(job, report=self._progress)
        if done.state != JobState.DONE:
            raise CommandError(done.error or f"The job was {done.get_state_display()}.")
        return done

    def _progress(self, done: int, total: int | None, message: str) -> None:
        of = f" of {total}" if total is not None else ""
        if self.stderr.isatty():
            self.stderr.write(f"\r{message}: {done}{of}\033[K", ending="")
            if done == total:
                self.stderr.write("")


class ImportCommand(TrackCommand):
    """A command that imports one file, or several, into a track.

    Its options are the fields of the form of its kind, with the same validation.
    """

    kind = ""
    several = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the track and the file."""
        super().add_arguments(parser)
        many: dict[str, Any] = {"nargs": "+"} if self.several else {}
        parser.add_argument(
            "file", metavar="FILE", type=existing_file, help="the file to read", **many
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        """Import each file, one import per file."""
        params = checked_params(self.kind, options)
        for path in options["file"] if self.several else [options["file"]]:
            self._bring_in(track, path, params)

    def _bring_in(self, track: Track, path: Path, params: dict[str, object]) -> None:
        with path.open("rb") as source:
            stored = measure(source)
        row, job = create_import(
            track,
            self.kind,
            stored,
            filename=path.name,
            params=params | {"path": str(path.resolve())},
            by=None,
            now=timezone.now(),
        )
        done = run_here(job, report=self._progress)
        row.refresh_from_db()
        for line in report_lines(row):
            self.stdout.write(line)
        if done.state != JobState.DONE:
            raise CommandError(done.error or f"{row.filename}: {row.verdict}")


def checked_params(kind: str, options: dict[str, Any]) -> dict[str, object]:
    """Return the options of a type of import; fail as its form would."""
    form = cast(FileForm, get_import_kind(kind).form(options))
    del form.fields["file"]
    if not form.is_valid():
        raise CommandError(said_of(form))
    return form.params()


def said_of(form: forms.Form) -> str:
    """Return a form's errors in one line, each with its option."""
    return " ".join(
        f"--{name}: {message}"
        for name, found in form.errors.items()
        for message in found
    )


def report_lines(row: Import) -> Iterator[str]:
    """Yield the content of an import's page."""
    counted = sorted(row.counts.items())
    counts = ", ".join(f"{number:,} {name}" for name, number in counted)
    yield f"{row.filename}: {row.verdict}." + (f" {counts}." if counts else "")
    for run in imported_runs(row):
        yield f"Run {run.name}: {particulars(run)}."
    for finding in row.findings:
        many = f" ({finding['count']:,} times)" if finding["count"] > 1 else ""
        yield f"{finding['severity'].capitalize()}: {finding['message']}{many}"
        if finding["do"]:
            yield f"  {finding['do']}"
        for example in finding["examples"]:
            yield f"  {_place_line(row.filename, example)}"
            if excerpt := example["excerpt"]:
                yield "    " + _excerpt_line(**excerpt)
        if finding["count"] > len(finding["examples"]) > 0:
            yield f"  The first {len(finding['examples'])} are shown."


def _place_line(filename: str, example: dict[str, Any]) -> str:
    line = example["line"]
    place = filename if line is None else f"{filename}:{line}"
    details = [example["field"]] if example["field"] else []
    details += [f"{name} {example[name]}" for name in SAID if example[name]]
    return f"{place}: {', '.join(details)}" if details else place


def _excerpt_line(*, before: str, marked: str, after: str) -> str:
    return f"{before}»{marked}«{after}" if marked else before + after


def track_named(slug: str) -> Track:
    """Return the track; if there is none, list the existing ones."""
    track = Track.objects.filter(slug=slug).first()
    if track is None:
        names = ", ".join(Track.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no track {slug!r}. Tracks: {names}.")
    return track


def row_named(rows: QuerySet[Row], name: str, *, what: str, where: str) -> Row:
    """Return the row of that name; if there is none, list the existing ones."""
    row = rows.filter(name=name).first()
    if row is None:
        names = ", ".join(rows.values_list("name", flat=True)) or "none yet"
        raise CommandError(
            f"There is no {what} {name!r} {where}. {what.capitalize()}s: {names}."
        )
    return row


def add_control(parser: CommandParser) -> None:
    """Add the option that the content is the organizers' own."""
    parser.add_argument(
        "--control",
        action="store_true",
        help="the organizers' own, outside the leaderboard's min, median and max",
    )


def add_topics(parser: CommandParser) -> None:
    """Add the option that restricts the command to some topics."""
    parser.add_argument(
        "--topic",
        action="append",
        default=[],
        metavar="ID",
        help="only this topic; can be given several times",
    )


def topics_named(track: Track, names: Sequence[str]) -> list[Topic]:
    """Return the named topics; list the unknown ones. Empty: all."""
    found = list(track.topics.filter(name__in=names))
    missing = sorted(set(names) - {topic.name for topic in found})
    if missing:
        raise CommandError(f"There is no topic {', '.join(missing)} in {track.slug}.")
    return found


def existing_file(name: str) -> Path:
    """Return a readable file's path, for argparse."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {name}")
    try:
        str(path.resolve()).encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("its name is not UTF-8: rename it") from None
    return path
