"""Undo and redo: they move through a version's history, and never cut it."""

from __future__ import annotations

from nuggets.editing.steps.step import Edited, take_step
from nuggets.kernel import listing
from nuggets.kernel.listing import Rows
from nuggets.models import BankVersion, Edit, Listing, PinnedSubnarrative
from runs.actions.acts import Act
from runs.actions.subnarratives import retire_subnarratives, revive_subnarratives
from runs.kernel import history
from runs.kernel.history import History
from runs.models import Subnarrative, SubnarrativeWording


def history_of(version: BankVersion) -> History:
    """Return the numbers of the edits that can be undone and redone."""
    actions = Edit.objects.filter(version=version).order_by("number")
    return history.history_of(actions.values_list("number", "action"))


def undo(version: BankVersion, *, act: Act) -> Edited:
    """Restore the list before the last edit that is not undone, if there is one."""

    def change(rows: Rows) -> Rows:
        done = history_of(version).done
        if not done:
            return rows
        edit = Edit.objects.get(version=version, number=done[-1])
        Edit.objects.filter(pk=edit.pk).update(undone_at=act.now)
        _retire(version, edit, act=act)
        return listing.read(edit.before)

    return take_step(version, history.UNDO, change, act=act)


def redo(version: BankVersion, *, act: Act) -> Edited:
    """Redo the edit that was undone last, unless another edit followed."""

    def change(rows: Rows) -> Rows:
        undone = history_of(version).undone
        if not undone:
            return rows
        edit = Edit.objects.get(version=version, number=undone[-1])
        Edit.objects.filter(pk=edit.pk).update(undone_at=None)
        return _revive(version, listing.read(edit.after), act=act)

    return take_step(version, history.REDO, change, act=act)


def _retire(version: BankVersion, edit: Edit, *, act: Act) -> None:
    """Retire the sub-narrative that an edit created, unless something else uses it."""
    made = Subnarrative.objects.live().filter(
        topic=version.topic_id, added=True, wordings__at=edit.at, wordings__by=edit.by
    )
    ids = set(made.values_list("pk", flat=True))
    listed = Listing.objects.filter(subnarrative__in=ids).exclude(version=version)
    pinned = PinnedSubnarrative.objects.filter(wording__subnarrative__in=ids)
    ids -= set(listed.values_list("subnarrative", flat=True))
    ids -= set(pinned.values_list("wording__subnarrative", flat=True))
    reworded = SubnarrativeWording.objects.filter(at__gt=edit.at, subnarrative__in=ids)
    ids -= set(reworded.values_list("subnarrative", flat=True))
    retire_subnarratives(version.topic, ids, now=act.now, by=act.by)


def _revive(version: BankVersion, rows: Rows, *, act: Act) -> Rows:
    """Revive added sub-narratives, or use current ones with the same wording."""
    used = {row.subnarrative for row in rows} - {None}
    retired = Subnarrative.objects.filter(pk__in=used, added=True).exclude(
        retired_at=None
    )
    gone = {one.pk: one.folded for one in retired}
    if not gone:
        return rows
    live = Subnarrative.objects.live().filter(topic=version.topic_id)
    twins = {one.folded: one.pk for one in live if one.folded in gone.values()}
    back = [pk for pk, folded in gone.items() if folded not in twins]
    revive_subnarratives(version.topic, back, now=act.now, by=act.by)
    stand_in = {pk: twins[folded] for pk, folded in gone.items() if folded in twins}
    return tuple(
        row._replace(subnarrative=stand_in.get(row.subnarrative, row.subnarrative))
        if row.subnarrative
        else row
        for row in rows
    )
