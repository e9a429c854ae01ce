"""Edits are undone and done again."""

import pytest

from accounts.models import User
from nuggets.editing.steps.history import history_of, redo, undo
from nuggets.editing.steps.lists import delete_nugget, set_importance
from nuggets.editing.steps.mapping import map_to_new
from nuggets.editing.steps.step import rows_of
from nuggets.models import Edit
from runs.models import Subnarrative
from tests.make import nuggets_of
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of, texts_of

pytestmark = pytest.mark.both_stacks


def test_undoing_a_new_sub_narrative_retires_it_and_redoing_brings_it_back(
    made: PostEdit, ada: User
) -> None:
    (a, *_) = nuggets_of(made.version)
    map_to_new(made.version, a.pk, "cost", act=act_of(made.version, ada))
    undo(made.version, act=act_of(made.version, ada))
    live = Subnarrative.objects.live().filter(topic=made.topic)
    assert live.count() == 2
    redo(made.version, act=act_of(made.version, ada))
    assert live.count() == 3
    assert rows_of(made.version)[0].subnarrative == live.get(added=True).pk


def test_nothing_to_undo_or_redo_changes_nothing(made: PostEdit, ada: User) -> None:
    undo(made.version, act=act_of(made.version, ada))
    redo(made.version, act=act_of(made.version, ada))
    assert texts_of(made.version) == list(TEXTS)
    assert history_of(made.version) == ((), ())


def test_an_edit_after_an_undo_closes_the_way_forward(
    made: PostEdit, ada: User
) -> None:
    a, b, _ = nuggets_of(made.version)
    delete_nugget(made.version, a.pk, act=act_of(made.version, ada))
    undo(made.version, act=act_of(made.version, ada))
    set_importance(made.version, b.pk, "vital", act=act_of(made.version, ada))
    redo(made.version, act=act_of(made.version, ada))
    assert texts_of(made.version) == list(TEXTS)
    actions = Edit.objects.values_list("action", flat=True)
    assert list(actions) == ["delete", "undo", "importance", "nothing"]
