"""Mapping nuggets while the topic's sub-narratives are under review."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import User
from nuggets.editing.steps.history import redo, undo
from nuggets.editing.steps.mapping import map_to_new
from nuggets.editing.steps.step import rows_of
from runs.actions import review as reviewing
from runs.actions.acts import Act
from runs.actions.subnarrative_rows import revision_of
from runs.models import Subnarrative
from tests.make import NOW
from tests.nuggets.editing.post_edit import PostEdit, act_of

pytestmark = pytest.mark.both_stacks


def reviewed(made: PostEdit, by: User) -> Act:
    seen = revision_of(made.topic)
    return Act(by=by, key=uuid4(), seen=seen, now=NOW.replace(hour=13))


def map_first(made: PostEdit, ada: User) -> Subnarrative:
    nugget = rows_of(made.version)[0].nugget
    map_to_new(made.version, nugget, "where ice starts", act=act_of(made.version, ada))
    return Subnarrative.objects.get(text="where ice starts")


def test_a_review_sees_that_the_list_changed(
    made: PostEdit, ada: User, bea: User
) -> None:
    late = reviewed(made, bea)
    added = map_first(made, ada)
    with pytest.raises(reviewing.ListChanged):
        reviewing.undo(made.topic, act=late)
    edit = made.topic.subnarrative_edits.get()
    assert (edit.action, edit.by, edit.key) == ("named", ada, None)
    assert edit.after[-1] == [str(added.uuid), "where ice starts", ""]


def is_live(one: Subnarrative) -> bool:
    return Subnarrative.objects.live().filter(pk=one.pk).exists()


def test_what_was_mapped_is_taken_back_and_brought_again(
    made: PostEdit, ada: User
) -> None:
    added = map_first(made, ada)
    undo(made.version, act=act_of(made.version, ada))
    assert not is_live(added)
    redo(made.version, act=act_of(made.version, ada))
    assert is_live(added)
    actions = made.topic.subnarrative_edits.values_list("action", flat=True)
    assert list(actions) == ["named", "taken back", "brought"]


def test_what_a_review_reworded_is_not_taken_back(
    made: PostEdit, ada: User, bea: User
) -> None:
    added = map_first(made, ada)
    reviewing.reword_subnarrative(
        made.topic, str(added.uuid), "where it begins", act=reviewed(made, bea)
    )
    undo(made.version, act=act_of(made.version, ada))
    added.refresh_from_db()
    assert (added.retired_at, added.text) == (None, "where it begins")


def test_a_dropped_one_keeps_the_nuggets_that_are_mapped_to_it(
    made: PostEdit, ada: User, bea: User
) -> None:
    added = map_first(made, ada)
    act = reviewed(made, bea)
    reviewing.drop_subnarrative(made.topic, str(added.uuid), act=act)
    assert rows_of(made.version)[0].subnarrative == added.pk
