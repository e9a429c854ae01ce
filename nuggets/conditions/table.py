"""The table of a track's conditions."""

from __future__ import annotations

from accounts.models import User
from config.tables.definitions import Column, Table, filter_by
from nuggets.models import Condition
from runs.models import Track
from runs.put_away.bulk import put_away_act


def conditions_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's conditions."""
    banks = Condition.objects.filter(track=track).order_by("bank__name")
    names = banks.values_list("bank__name", flat=True).distinct()
    return Table(
        "conditions",
        "condition",
        "conditions",
        "nuggets/conditions/_condition_row.html",
        (
            Column("name", "Condition", "name"),
            Column("bank", "Bank", "bank__name"),
            Column("assigned", "Assigned by", "assignment_judge__name"),
            Column("qrels", "Qrels of", "qrels_judge__name"),
            Column("topics", "Topics"),
            Column("scores", "Scores", is_unseen=True),
        ),
        searched=("name", "bank__name", "assignment_judge__name", "qrels_judge__name"),
        filters=(
            filter_by("bank__name", "Bank", zip(names, names, strict=True), name="of"),
        ),
        acts=(put_away_act("condition", track, by=by),),
        a_page=50,
        named=lambda condition: f"condition {condition.name}",
    )
