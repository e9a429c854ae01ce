"""The base of the commands of matching: bank, judge, and what it judged, by names."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.management.base import judge_named
from matching.entail.kind import ENTAIL
from matching.extraction.judges import extractors
from matching.match.kind import MATCH
from matching.models import JudgedPairs
from matching.personal import TURNS, chosen_topics
from matching.scores.basis import PAIRS, RESPONSES, WAYS, Basis, By
from nuggets.management.base import bank_named
from runs.management.base import row_named
from runs.models import Track


def add_turns(parser: CommandParser) -> None:
    """Add the choice of turns."""
    parser.add_argument(
        "--turns",
        choices=TURNS,
        default="all",
        help="all turns (default), personal ones, to which a statement of the person "
        "is relevant, or the others",
    )
    parser.add_argument(
        "--ptkb-judge",
        metavar="NAME",
        help="the judge of relevant statements (default: the topics file)",
    )


def turns_named(track: Track, options: dict[str, Any]) -> frozenset[int] | None:
    """Return the chosen turns, None for all."""
    name = options["ptkb_judge"]
    judge = judge_named(track, name) if name else None
    return chosen_topics(track, options["turns"], judge)


def add_basis(parser: CommandParser) -> None:
    """Add what scores are based on."""
    parser.add_argument("--bank", required=True, help="the bank of gold nuggets")
    parser.add_argument("--judge", required=True, help="whose decisions count")
    parser.add_argument(
        "--by",
        choices=WAYS,
        help="decisions by pairs of nuggets (NtN) or by whole responses (NtR); "
        "default: by pairs, if the judge has any",
    )
    parser.add_argument(
        "--nuggets",
        metavar="NAME",
        help="whose response nuggets count, if the track has several judges of them",
    )
    add_turns(parser)


def basis_named(track: Track, options: dict[str, Any]) -> Basis:
    """Return the basis that a command's options name."""
    bank = bank_named(track, options["bank"])
    judge = judge_named(track, options["judge"])
    by = options["by"] or _way_of(judge)
    nuggets = _nuggets_of(track, options["nuggets"]) if by == PAIRS else None
    return Basis(bank, judge, by, nuggets, turns_named(track, options))


def _way_of(judge: Judge) -> By:
    track = judge.track
    if judges_with_labels(track, ENTAIL).filter(pk=judge.pk).exists():
        if judge.kind != Judge.PANEL:
            return PAIRS
    elif JudgedPairs.objects.filter(judge=judge).exists():
        return PAIRS
    if judges_with_labels(track, MATCH).filter(pk=judge.pk).exists():
        return RESPONSES
    raise CommandError(f"{judge} has not decided on any nugget.")


def _nuggets_of(track: Track, name: str | None) -> Judge:
    found = extractors(track)
    if name:
        return row_named(
            found, name, what="judge of response nuggets", where=f"in {track.slug}"
        )
    first = found.first()
    if first is None:
        raise CommandError("There are no response nuggets: import them first.")
    return first
