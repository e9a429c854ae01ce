"""The table of what is put away, and the act that restores the chosen rows."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from config.tables.definitions import BulkAct, Column, Table, filter_of
from runs.models import Track
from runs.put_away.actions import NotNow, restore
from runs.put_away.listing import Away, with_lines
from runs.put_away.registry import all_thing_kinds


def away_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's things that are put away."""
    kinds = [(kind.name, kind.title) for kind in all_thing_kinds()]
    return Table(
        "away",
        "thing",
        "things",
        "runs/_away_row.html",
        (
            Column("name", "Name", lambda away: away.name),
            Column("what", "What it is", lambda away: away.kind.title),
            Column("restore", "Restore", is_unseen=True),
            Column("at", "Put away", lambda away: away.at, most_first=True),
            Column("by", "By"),
        ),
        searched=lambda away: away.name,
        filters=(filter_of("what", "What it is", lambda away: away.what, kinds),),
        acts=(_restore(track, by=by),),
        caption="On no page, in no total and no export. Labels are kept, and count "
        "again once it is restored.",
        named=lambda away: f"{away.kind.title.lower()} {away.name}",
        details=lambda things: with_lines(track, things),
    )


def _restore(track: Track, *, by: User) -> BulkAct:
    def does(away: Away) -> str:
        thing = away.kind.put_away(track).filter(pk=away.pk).first()
        if thing is None:
            return ""  # it came back with another one
        try:
            restore(away.kind, thing, track=track, by=by, now=timezone.now())
        except NotNow as error:
            return str(error)
        return ""

    return BulkAct(
        "restore",
        "Restore",
        effect="They are on every page again, with their labels. What was put away "
        "with them returns too, unless something else that it depends on is away.",
        done="restored.",
        does=does,
    )
