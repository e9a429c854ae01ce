"""Measure labels for `bench.revision_column`, in the database of the environment."""

from __future__ import annotations

import json
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from assess.judging.labels.batches import record_labels  # noqa: E402
from assess.judging.labels.writer import Act, NewLabel, give_label  # noqa: E402
from assess.judging.models import Change, Judge  # noqa: E402
from assess.kinds.relevance.kind import RELEVANCE  # noqa: E402
from assess.kinds.relevance.models import RelevanceLabel  # noqa: E402
from bench.figures import HEAD, percentile, table  # noqa: E402
from runs.models import Segment, Topic, Track  # noqa: E402

BOTH = (False, True)


class Room:
    """A track with people and segments to judge."""

    def __init__(self, options: Namespace) -> None:

        self.track = Track.objects.create(
            name="Bench",
            slug="bench",
            profile_text=Path("runs/profiles/rag25.toml").read_text(),
        )
        self.topics = Topic.objects.bulk_create(
            Topic(track=self.track, name=f"t{n}", position=n)
            for n in range(options.people + 1)
        )
        self.segments = Segment.objects.bulk_create(
            Segment(track=self.track, docid=f"d{n}", text="text")
            for n in range(options.imported)
        )
        self.judges = [
            Judge.objects.create(
                track=self.track,
                kind=Judge.PERSON,
                name=f"p{n}",
                user=User.objects.create_user(f"p{n}"),
            )
            for n in range(options.people)
        ]
        self.importer = Judge.objects.create(
            track=self.track, kind=Judge.IMPORT, name="import"
        )

    def bump(self) -> None:
        """Increment the number in the track's row, as a revision column would be."""
        Track.objects.filter(pk=self.track.pk).update(revision=F("revision") + 1)

    def give(self, place: int, times: list[float], end: float, *, column: bool) -> None:
        """Give labels as one person until `end`; add the seconds of each to `times`."""
        judge = self.judges[place]
        more: dict[str, Any] = {"along": self.bump} if column else {}
        seen: dict[int, int] = {}
        for number in count():
            if perf_counter() > end:
                break
            segment = self.segments[number % 50].pk
            begun = perf_counter()
            outcome = give_label(
                RELEVANCE,
                (self.topics[place].pk, segment),
                str(number % 3),
                judge=judge,
                actor=judge.user,  # type: ignore[arg-type]
                act=Act(key=uuid4(), seen=seen.get(segment, 0)),
                now=timezone.now(),
                **more,
            )
            times.append(perf_counter() - begun)
            seen[segment] = outcome.version
        connection.close()

    def import_labels(self, *, column: bool) -> None:
        """Write the imported judge's labels in one transaction."""
        rows = [
            NewLabel((self.topics[-1].pk, segment.pk), "2") for segment in self.segments
        ]
        with transaction.atomic():
            if column:
                self.bump()
            record_labels(RELEVANCE, self.importer, rows, now=timezone.now())
        connection.close()

    def clear(self) -> None:
        """Delete all labels, so that each turn begins in the same state."""
        Change.objects.all().delete()
        RelevanceLabel.objects.all().delete()


@contextmanager
def beside(work: Callable[[], None]) -> Iterator[None]:
    """Do some work in another thread while the block runs."""
    thread = threading.Thread(target=work)
    thread.start()
    yield
    thread.join()


def turn(room: Room, seconds: float, *, column: bool) -> list[float]:
    """Return the seconds of each label that all people gave in that time."""
    times: list[float] = []
    end = perf_counter() + seconds
    threads = [
        threading.Thread(
            target=room.give, args=(place, times, end), kwargs={"column": column}
        )
        for place in range(len(room.judges))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    room.clear()
    return times


def main() -> None:
    """Print the times of both, and their ratio."""
    options = Namespace(**json.loads(sys.argv[1]))
    call_command("migrate", verbosity=0)
    room = Room(options)
    found: dict[bool, list[float]] = {column: [] for column in BOTH}
    for _ in range(options.turns):
        for column in BOTH:
            found[column] += turn(room, options.seconds, column=column)
    report("alone", found)
    for column in BOTH:
        with beside(partial(room.import_labels, column=column)):
            found[column] = turn(room, options.seconds, column=column)
    report("beside an import", found)


def report(when: str, found: dict[bool, list[float]]) -> None:
    """Print the times of both, and the ratios of p50, p95 and the longest."""
    print(HEAD)
    for column, times in found.items():
        name = f"{when}, {'with the column' if column else 'as they are'}"
        for line in table(name, {"label": [1000 * each for each in times]})[:1]:
            print(line)
    without, with_it = (
        [percentile(found[column], share) for share in (0.5, 0.95, 1.0)]
        for column in BOTH
    )
    ratios = [b / a for a, b in zip(without, with_it, strict=True)]
    print("ratio of p50, p95, longest:", *(f"{each:.2f}" for each in ratios))


if __name__ == "__main__":
    main()
