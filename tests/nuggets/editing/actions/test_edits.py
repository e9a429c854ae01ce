"""Edits of a list: what each does, and that it counts once."""

from uuid import uuid4

import pytest

from accounts.models import User
from nuggets.editing.changes import read_changes
from nuggets.editing.steps.history import history_of, undo
from nuggets.editing.steps.lists import (
    NoSuchSpan,
    add_nugget,
    add_span,
    delete_nugget,
    set_importance,
    shift_nugget,
)
from nuggets.editing.steps.mapping import map_nugget, map_to_new
from nuggets.editing.steps.step import StaleVersion, rows_of
from nuggets.editing.steps.texts import merge_nuggets, reword_nugget, split_nugget
from nuggets.kernel.listing import NotListed
from nuggets.models import Descent, Edit, Nugget, NuggetSource
from runs.actions.acts import Act
from runs.models import Subnarrative
from tests.make import NOW, make_segment, nuggets_of
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of, texts_of

pytestmark = pytest.mark.both_stacks


def test_it_adds_below_the_chosen_nugget_with_its_source(
    made: PostEdit, ada: User
) -> None:
    first = nuggets_of(made.version)[0]
    done = add_nugget(
        made.version, "Ice starts inland", after=first.pk, act=act_of(made.version, ada)
    )
    assert texts_of(made.version) == [TEXTS[0], "Ice starts inland", *TEXTS[1:]]
    new = Nugget.objects.get(text="Ice starts inland")
    assert done.nugget == new.pk
    assert (new.by, new.judge) == (ada, None)


def test_a_span_is_a_nugget_with_its_place_in_code_points(
    made: PostEdit, ada: User
) -> None:
    segment = make_segment(made.topic.track, "emoji", "🧊 Ice floats. Ice floats.")
    act = act_of(made.version, ada)
    done = add_span(made.version, segment.pk, 14, 25, act=act)
    source = NuggetSource.objects.get(nugget=done.nugget)
    assert texts_of(made.version) == [*TEXTS, "Ice floats."]
    assert (source.segment, source.start, source.end) == (segment, 14, 25)
    add_span(made.version, segment.pk, 16, 25, act=act_of(made.version, ada))
    assert texts_of(made.version)[-1] == "e floats."


@pytest.mark.parametrize("span", [(0, 0), (5, 4), (-3, 4), (3, 99), (13, 14)])
def test_it_refuses_a_span_without_words(
    made: PostEdit, ada: User, span: tuple[int, int]
) -> None:
    segment = make_segment(made.topic.track, "emoji", "🧊 Ice floats. Ice floats.")
    with pytest.raises(NoSuchSpan):
        add_span(made.version, segment.pk, *span, act=act_of(made.version, ada))
    assert texts_of(made.version) == list(TEXTS)


def test_a_reworded_nugget_is_new_and_keeps_sources_and_place(
    made: PostEdit, ada: User
) -> None:
    old = nuggets_of(made.version)[1]
    done = reword_nugget(
        made.version, old.pk, "Salt makes ice late", act=act_of(made.version, ada)
    )
    assert done.nugget != old.pk
    assert texts_of(made.version)[1] == "Salt makes ice late"
    link = Descent.objects.get(child=done.nugget)
    assert (link.parent, link.relation) == (old, "reworded")
    assert NuggetSource.objects.get(nugget=done.nugget).segment == made.segments[1]
    assert Nugget.objects.filter(pk=old.pk).exists()


def test_the_same_words_keep_identity_and_leave_nothing_to_undo(
    made: PostEdit, ada: User
) -> None:
    old = nuggets_of(made.version)[0]
    done = reword_nugget(made.version, old.pk, old.text, act=act_of(made.version, ada))
    assert done == (1, None)
    assert nuggets_of(made.version)[0] == old
    assert Edit.objects.get().action == "nothing"
    assert history_of(made.version) == ((), ())


def test_an_action_behind_one_without_effect_finds_it(
    made: PostEdit, ada: User
) -> None:
    nugget = rows_of(made.version)[0].nugget
    first, second = uuid4(), uuid4()
    set_importance(
        made.version, nugget, "okay", act=Act(by=ada, seen=0, now=NOW, key=first)
    )
    behind = Act(by=ada, seen=0, now=NOW, key=second, after=first)
    delete_nugget(made.version, nugget, act=behind)
    assert nugget not in [row.nugget for row in rows_of(made.version)]


def test_an_action_behind_a_refused_one_is_stale(made: PostEdit, ada: User) -> None:
    nugget = rows_of(made.version)[0].nugget
    behind = Act(by=ada, seen=0, now=NOW, key=uuid4(), after=uuid4())
    with pytest.raises(StaleVersion):
        delete_nugget(made.version, nugget, act=behind)


def test_anothers_action_is_no_predecessor(
    made: PostEdit, ada: User, bea: User
) -> None:
    nugget, key = rows_of(made.version)[0].nugget, uuid4()
    set_importance(
        made.version, nugget, "vital", act=Act(by=bea, seen=0, now=NOW, key=key)
    )
    behind = Act(by=ada, seen=0, now=NOW, key=uuid4(), after=key)
    with pytest.raises(StaleVersion):
        delete_nugget(made.version, nugget, act=behind)


def test_earlier_words_bring_the_earlier_nugget_back(made: PostEdit, ada: User) -> None:
    old = nuggets_of(made.version)[0]
    new = reword_nugget(made.version, old.pk, "other", act=act_of(made.version, ada))
    assert new.nugget
    reword_nugget(made.version, new.nugget, old.text, act=act_of(made.version, ada))
    assert nuggets_of(made.version)[0] == old


def test_it_deletes_moves_and_ranks(made: PostEdit, ada: User) -> None:
    a, b, c = nuggets_of(made.version)
    delete_nugget(made.version, a.pk, act=act_of(made.version, ada))
    shift_nugget(made.version, c.pk, by=-1, act=act_of(made.version, ada))
    set_importance(made.version, b.pk, "vital", act=act_of(made.version, ada))
    assert [(row.nugget, row.importance) for row in rows_of(made.version)] == [
        (c.pk, "okay"),
        (b.pk, "vital"),
    ]
    shift_nugget(made.version, b.pk, by=-1, act=act_of(made.version, ada))
    assert [row.nugget for row in rows_of(made.version)] == [b.pk, c.pk]
    assert Nugget.objects.filter(pk=a.pk).exists()


def test_it_splits_and_merges_with_descent(made: PostEdit, ada: User) -> None:
    a, b, c = nuggets_of(made.version)
    split_nugget(made.version, a.pk, ["x", "y"], act=act_of(made.version, ada))
    merge_nuggets(made.version, [c.pk, b.pk], "z", act=act_of(made.version, ada))
    assert texts_of(made.version) == ["x", "y", "z"]
    relations = Descent.objects.values_list("child__text", "parent", "relation")
    assert set(relations) == {
        ("x", a.pk, "split"),
        ("y", a.pk, "split"),
        ("z", b.pk, "merged"),
        ("z", c.pk, "merged"),
    }
    whats = [row.what for row in read_changes(made.version).rows]
    assert whats == ["split", "merged"]


def test_it_maps_and_makes_a_sub_narrative_once(made: PostEdit, ada: User) -> None:
    a, b, _ = nuggets_of(made.version)
    known = made.subnarratives[0]
    map_nugget(made.version, a.pk, known.pk, act=act_of(made.version, ada))
    map_to_new(made.version, b.pk, "Cost of ice", act=act_of(made.version, ada))
    map_to_new(made.version, a.pk, "“cost of  ICE”", act=act_of(made.version, ada))
    made_new = Subnarrative.objects.get(topic=made.topic, added=True)
    assert [row.subnarrative for row in rows_of(made.version)][:2] == [made_new.pk] * 2
    assert made_new.wordings.get().by == ada


def test_a_stale_action_changes_nothing(made: PostEdit, ada: User, bea: User) -> None:
    a, b, _ = nuggets_of(made.version)
    act = act_of(made.version, ada)
    delete_nugget(made.version, a.pk, act=act_of(made.version, bea))
    with pytest.raises(StaleVersion):
        set_importance(made.version, b.pk, "vital", act=act)
    assert [row.importance for row in rows_of(made.version)] == ["okay", "okay"]
    assert Edit.objects.count() == 1


def test_an_old_pages_key_never_answers_for_another_action(
    made: PostEdit, ada: User
) -> None:
    nugget = rows_of(made.version)[0].nugget
    deed = Act(by=ada, seen=made.version.revision, now=NOW, key=uuid4())
    set_importance(made.version, nugget, "vital", act=deed)
    with pytest.raises(StaleVersion):
        delete_nugget(made.version, nugget, act=deed)
    assert nugget in [row.nugget for row in rows_of(made.version)]


def test_the_same_action_twice_counts_once(made: PostEdit, ada: User) -> None:
    act = act_of(made.version, ada, key=uuid4())
    first = add_nugget(made.version, "once", act=act)
    assert add_nugget(made.version, "once", act=act) == first
    assert texts_of(made.version).count("once") == 1
    back = act_of(made.version, ada, key=uuid4())
    assert undo(made.version, act=back) == undo(made.version, act=back)
    assert texts_of(made.version) == list(TEXTS)


def test_it_refuses_a_nugget_that_is_not_listed(made: PostEdit, ada: User) -> None:
    (a, *_) = nuggets_of(made.version)
    delete_nugget(made.version, a.pk, act=act_of(made.version, ada))
    with pytest.raises(NotListed):
        reword_nugget(made.version, a.pk, "x", act=act_of(made.version, ada))
    assert Nugget.objects.count() == 3


def test_an_act_is_bound_to_what_was_seen(made: PostEdit, ada: User) -> None:
    with pytest.raises(StaleVersion):
        add_nugget(made.version, "x", act=Act(by=ada, seen=7, now=NOW, key=uuid4()))
