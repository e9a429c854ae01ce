"""What the commands share: the track by its name, progress, findings, exit status."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from jobs.models import Job, JobState
from jobs.running import run_here
from runs.actions.imports import create_import
from runs.models import Import, Track
from runs.uploads import measure


class TrackCommand(BaseCommand):
    """A command that works in one track, named by its slug."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the track's name first."""
        parser.add_argument("track", metavar="TRACK", help="the track's short name")

    def handle(self, *_args: object, **options: Any) -> None:  # noqa: ANN401
        """Find the track and do the work."""
        self.work(track_named(options["track"]), options)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        """Do what the command is for."""
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
    """A command that brings one file, or several, into a track."""

    kind = ""
    several = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the track and the file."""
        super().add_arguments(parser)
        many: dict[str, Any] = {"nargs": "+"} if self.several else {}
        parser.add_argument(
            "file", metavar="FILE", type=existing_file, help="the file to read", **many
        )

    def params(self, options: dict[str, Any]) -> dict[str, object]:
        """Return the import's parameters from the command's options."""
        return {}

    def work(self, track: Track, options: dict[str, Any]) -> None:
        """Bring each file in, one import a file."""
        paths = options["file"] if self.several else [options["file"]]
        for path in paths:
            self._bring_in(track, path, self.params(options))

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
        self.report(row)
        if done.state != JobState.DONE:
            raise CommandError(done.error or "The import did not end.")

    def report(self, row: Import) -> None:
        """Print what the page of the import shows."""
        for finding in row.findings:
            self._print_finding(finding)
        counts = ", ".join(f"{number:,} {name}" for name, number in row.counts.items())
        state = row.get_state_display()
        self.stdout.write(
            f"{row.filename}: {state}" + (f": {counts}" if counts else "")
        )

    def _print_finding(self, finding: dict[str, Any]) -> None:
        many = f" ({finding['count']:,} times)" if finding["count"] > 1 else ""
        self.stdout.write(f"{finding['severity']}: {finding['message']}{many}")
        for example in finding["examples"]:
            self.stdout.write(f"  {example['text']}")


def track_named(slug: str) -> Track:
    """Return the track; say which there are where it is none of them."""
    track = Track.objects.filter(slug=slug).first()
    if track is None:
        names = ", ".join(Track.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no track {slug!r}. Tracks: {names}.")
    return track


def existing_file(name: str) -> Path:
    """Return a readable file's path, for argparse."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {name}")
    return path
