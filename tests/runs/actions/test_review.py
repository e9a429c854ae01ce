"""Steps on a topic's list of sub-narratives, and their history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest

from accounts.models import User
from runs.actions import review as reviewing
from runs.actions.acts import Act
from runs.actions.review import ListChanged
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import (
    name_subnarratives,
    retire_subnarratives,
    revive_subnarratives,
)
from runs.kernel.subnarratives import NotListed, TwinWording
from runs.models import Subnarrative, SubnarrativeEdit, SubnarrativeWording
from tests.assess.kinds.subnarratives.reviews import (
    TEXTS,
    Reviewed,
    act_of,
    make_review,
    texts_of,
)
from tests.make import NOW

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def made(ada: User, bea: User) -> Reviewed:
    return make_review(ada, bea)


def test_rewording_keeps_the_identity_and_writes_a_wording(
    made: Reviewed, ada: User
) -> None:
    topic, first = made.topic, made.parts[0]
    act = act_of(topic, ada)
    edit = reviewing.reword_subnarrative(topic, str(first.uuid), "why ice", act=act)
    first.refresh_from_db()
    assert (first.text, first.folded, edit.number) == ("why ice", "why ice", 2)
    wordings = SubnarrativeWording.objects.filter(subnarrative=first).order_by("pk")
    assert [(w.text, w.by) for w in wordings] == [(TEXTS[0], None), ("why ice", ada)]


def test_dropping_retires_and_deletes_nothing(made: Reviewed, ada: User) -> None:
    uuid = str(made.parts[1].uuid)
    reviewing.drop_subnarrative(made.topic, uuid, act=act_of(made.topic, ada))
    assert texts_of(made.topic) == [TEXTS[0], TEXTS[2]]
    assert Subnarrative.objects.get(uuid=uuid).retired_at == NOW


def test_an_action_sent_twice_counts_once(made: Reviewed, ada: User) -> None:
    act = act_of(made.topic, ada)
    first = reviewing.add_subnarrative(made.topic, "new one", act=act)
    again = reviewing.add_subnarrative(made.topic, "new one", act=act)
    assert first == again
    assert texts_of(made.topic) == [*TEXTS, "new one"]


def test_a_key_that_comes_back_for_something_else_is_stale(
    made: Reviewed, ada: User
) -> None:
    act, uuid = act_of(made.topic, ada), str(made.parts[0].uuid)
    reviewing.drop_subnarrative(made.topic, uuid, act=act)
    with pytest.raises(ListChanged):
        reviewing.set_importance(made.topic, uuid, "vital", act=act)


def test_a_list_changed_since_it_was_seen_stays_as_it_is(
    made: Reviewed, ada: User, bea: User
) -> None:
    late = act_of(made.topic, ada)
    uuid = str(made.parts[0].uuid)
    reviewing.reword_subnarrative(
        made.topic, uuid, "bea says", act=act_of(made.topic, bea)
    )
    with pytest.raises(ListChanged):
        reviewing.reword_subnarrative(made.topic, uuid, "ada says", act=late)
    assert texts_of(made.topic)[0] == "bea says"


def test_a_queued_action_sees_what_its_predecessor_left(
    made: Reviewed, ada: User
) -> None:
    first = act_of(made.topic, ada)
    uuid = str(made.parts[0].uuid)
    reviewing.set_importance(made.topic, uuid, "vital", act=first)
    second = replace(first, key=uuid4(), after=first.key)
    reviewing.shift_subnarrative(made.topic, uuid, by=1, act=second)
    assert texts_of(made.topic) == [TEXTS[1], TEXTS[0], TEXTS[2]]
    lost = replace(first, key=uuid4(), after=uuid4())
    with pytest.raises(ListChanged):
        reviewing.drop_subnarrative(made.topic, uuid, act=lost)


def test_a_file_or_a_mapping_since_makes_a_step_stale(
    made: Reviewed, ada: User, bea: User
) -> None:
    late = act_of(made.topic, ada)
    name_subnarratives(made.topic, [("where ice starts", True)], now=NOW, by=bea)
    with pytest.raises(ListChanged):
        reviewing.undo(made.topic, act=late)
    assert texts_of(made.topic) == [*TEXTS, "where ice starts"]
    assert made.topic.subnarratives.get(text="where ice starts").added


def test_naming_what_is_there_changes_nothing(made: Reviewed) -> None:
    before = revision_of(made.topic)
    found = name_subnarratives(made.topic, [(f'"{TEXTS[0].upper()}"', False)], now=NOW)
    assert list(found.values()) == [made.parts[0].pk]
    assert revision_of(made.topic) == before


def test_two_cannot_say_the_same(made: Reviewed, ada: User) -> None:
    with pytest.raises(TwinWording):
        reviewing.add_subnarrative(
            made.topic, TEXTS[2].upper(), act=act_of(made.topic, ada)
        )
    assert texts_of(made.topic) == list(TEXTS)
    assert revision_of(made.topic) == 1


def test_a_step_on_one_that_is_gone_is_refused(made: Reviewed, ada: User) -> None:
    with pytest.raises(NotListed):
        reviewing.drop_subnarrative(
            made.topic, str(uuid4()), act=act_of(made.topic, ada)
        )


def test_undo_and_redo_walk_through_everything(made: Reviewed, ada: User) -> None:
    topic, (one, two, three) = made.topic, (str(part.uuid) for part in made.parts)
    lists = [rows_of(topic)]
    steps: list[Callable[[Act], SubnarrativeEdit]] = [
        lambda act: reviewing.reword_subnarrative(topic, one, "why ice", act=act),
        lambda act: reviewing.add_subnarrative(topic, "new", act=act, after=one),
        lambda act: reviewing.drop_subnarrative(topic, two, act=act),
        lambda act: reviewing.shift_subnarrative(topic, three, by=-2, act=act),
        lambda act: reviewing.set_importance(topic, one, "okay", act=act),
    ]
    for step in steps:
        step(act_of(topic, ada))
        lists.append(rows_of(topic))
    for rows in reversed(lists[:-1]):
        reviewing.undo(topic, act=act_of(topic, ada))
        assert rows_of(topic) == rows
    nothing = reviewing.undo(topic, act=act_of(topic, ada))
    assert nothing.action == "nothing"
    for rows in lists[1:]:
        reviewing.redo(topic, act=act_of(topic, ada))
        assert rows_of(topic) == rows
    assert Subnarrative.objects.filter(topic=topic).count() == 4


def test_undo_takes_back_ones_own_steps_and_keeps_others(
    made: Reviewed, ada: User, bea: User
) -> None:
    topic, (one, two, _three) = made.topic, (str(part.uuid) for part in made.parts)
    reviewing.drop_subnarrative(topic, one, act=act_of(topic, ada))
    name_subnarratives(topic, [("from a file", False)], now=NOW)
    reviewing.reword_subnarrative(topic, two, "bea says", act=act_of(topic, bea))
    reviewing.undo(topic, act=act_of(topic, ada))
    assert texts_of(topic) == [TEXTS[0], "bea says", TEXTS[2], "from a file"]
    again = reviewing.undo(topic, act=act_of(topic, ada))
    assert again.action == "nothing"


def test_a_step_that_changes_nothing_is_no_step_to_undo(
    made: Reviewed, ada: User
) -> None:
    uuid = str(made.parts[0].uuid)
    reviewing.set_importance(made.topic, uuid, "vital", act=act_of(made.topic, ada))
    reviewing.set_importance(made.topic, uuid, "vital", act=act_of(made.topic, ada))
    reviewing.undo(made.topic, act=act_of(made.topic, ada))
    assert rows_of(made.topic)[0].importance == ""


def test_what_a_mapping_added_can_be_taken_back_and_brought_again(
    made: Reviewed, ada: User
) -> None:
    topic = made.topic
    (pk,) = name_subnarratives(topic, [("mapped", True)], now=NOW, by=ada).values()
    retire_subnarratives(topic, [pk], now=NOW, by=ada)
    assert texts_of(topic) == list(TEXTS)
    revive_subnarratives(topic, [pk, made.parts[0].pk], now=NOW, by=ada)
    assert texts_of(topic) == [*TEXTS, "mapped"]
    assert revision_of(topic) == 4
