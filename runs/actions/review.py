"""Steps in the review of a topic's sub-narratives: guarded, recorded, undoable."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from accounts.kernel.idempotency import check_same
from accounts.models import User
from runs.actions.acts import Act, number_seen
from runs.actions.subnarrative_rows import ListLine, change_list, lock_list, revision_of
from runs.actions.subnarratives import OUTSIDE
from runs.kernel import history
from runs.kernel import subnarratives as kernel
from runs.kernel.history import NOTHING, REDO, UNDO, History
from runs.kernel.limits import check_room
from runs.kernel.subnarratives import Row, Rows
from runs.models import Subnarrative, SubnarrativeEdit, Topic


class ListChanged(Exception):
    """Somebody changed the list since it was read."""


class _Nothing(Exception):
    """There is nothing to undo or redo."""


def take_step(
    topic: Topic, action: str, change: Callable[[Rows], Rows], *, act: Act
) -> SubnarrativeEdit:
    """Change a topic's list as one action, and return its edit.

    A repetition of the action returns the first edit. Raise ListChanged, ReusedKey,
    TwinWording, TooMany for one beyond the profile's limit, or what `change` raises,
    with nothing written.
    """
    with transaction.atomic():
        lock_list(topic)
        done = topic.subnarrative_edits.filter(key=act.key).first()
        if done:
            return _repeated(done, action, act)
        if revision_of(topic) != number_seen(topic.subnarrative_edits.all(), act):
            raise ListChanged
        try:
            return change_list(topic, _bounded(topic, change), line=_line(action, act))
        except _Nothing:
            return change_list(topic, lambda rows: rows, line=_line(NOTHING, act))


def _bounded(topic: Topic, change: Callable[[Rows], Rows]) -> Callable[[Rows], Rows]:
    def changed(rows: Rows) -> Rows:
        after = change(rows)
        if len(after) > len(rows):
            check_room(topic.track.profile.limits, "subnarratives", len(after))
        return after

    return changed


def _line(action: str, act: Act) -> ListLine:
    return ListLine(
        action, act.by, act.now, act.key, act.client_time, act.active_ms, act.body
    )


def _repeated(done: SubnarrativeEdit, action: str, act: Act) -> SubnarrativeEdit:
    if done.by_id != act.by.pk:
        raise ListChanged
    check_same(done.body, act.body)
    if done.action not in (action, NOTHING):
        raise ListChanged  # an old page, sent again with other content
    return done


def add_subnarrative(
    topic: Topic, text: str, *, act: Act, after: str | None = None
) -> SubnarrativeEdit:
    """Add one below another, or at the end for None; its uuid is the action's key."""

    def change(rows: Rows) -> Rows:
        if Subnarrative.objects.filter(uuid=act.key).exists():
            raise ListChanged
        return kernel.insert(rows, Row(str(act.key), text), after=after)

    return take_step(topic, "add", change, act=act)


def reword_subnarrative(
    topic: Topic, uuid: str, text: str, *, act: Act
) -> SubnarrativeEdit:
    """Reword one; its identity stays."""
    return take_step(
        topic, "reword", lambda rows: kernel.with_text(rows, uuid, text), act=act
    )


def drop_subnarrative(topic: Topic, uuid: str, *, act: Act) -> SubnarrativeEdit:
    """Retire one; labels that tick it and lists that pin it keep it."""
    return take_step(topic, "drop", lambda rows: kernel.remove(rows, uuid), act=act)


def shift_subnarrative(
    topic: Topic, uuid: str, *, by: int, act: Act
) -> SubnarrativeEdit:
    """Move one up (negative) or down."""
    return take_step(
        topic, "move", lambda rows: kernel.shift(rows, uuid, by=by), act=act
    )


def set_importance(
    topic: Topic, uuid: str, importance: str, *, act: Act
) -> SubnarrativeEdit:
    """Mark one as vital or okay, or as neither with ""."""
    return take_step(
        topic,
        "importance",
        lambda rows: kernel.with_importance(rows, uuid, importance),
        act=act,
    )


def history_of(topic: Topic, by: User) -> History:
    """Return the numbers of the edits that a person can undo and redo: their own."""
    edits = topic.subnarrative_edits.filter(by=by).exclude(action__in=OUTSIDE)
    return history.history_of(edits.values_list("number", "action"))


def undo(topic: Topic, *, act: Act) -> SubnarrativeEdit:
    """Undo a person's last edit that is not undone, and keep others' later edits."""

    def change(rows: Rows) -> Rows:
        edit = _edit(topic, history_of(topic, act.by).done)
        return kernel.rebase(rows, kernel.read(edit.after), kernel.read(edit.before))

    return take_step(topic, UNDO, change, act=act)


def redo(topic: Topic, *, act: Act) -> SubnarrativeEdit:
    """Redo the edit that was undone last, unless another edit followed."""

    def change(rows: Rows) -> Rows:
        edit = _edit(topic, history_of(topic, act.by).undone)
        return kernel.rebase(rows, kernel.read(edit.before), kernel.read(edit.after))

    return take_step(topic, REDO, change, act=act)


def _edit(topic: Topic, numbers: tuple[int, ...]) -> SubnarrativeEdit:
    if not numbers:
        raise _Nothing
    return topic.subnarrative_edits.get(number=numbers[-1])
