"""Two people and a file change one list in random order: nothing is lost or hidden."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest

from accounts.models import User
from runs.actions import review as reviewing
from runs.actions.acts import Act
from runs.actions.review import ListChanged
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import name_subnarratives
from runs.kernel.subnarratives import NotListed, TwinWording, written
from runs.models import Subnarrative, SubnarrativeWording, Topic
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.make import NOW

pytestmark = pytest.mark.both_stacks

Step = Callable[[Topic, str, str, Act], object]
STEPS: tuple[Step, ...] = (
    lambda topic, _on, text, act: reviewing.add_subnarrative(topic, text, act=act),
    lambda topic, on, text, act: reviewing.reword_subnarrative(
        topic, on, text, act=act
    ),
    lambda topic, on, _text, act: reviewing.drop_subnarrative(topic, on, act=act),
    lambda topic, on, _text, act: reviewing.shift_subnarrative(
        topic, on, by=-1, act=act
    ),
    lambda topic, on, _text, act: reviewing.set_importance(topic, on, "vital", act=act),
    lambda topic, _on, _text, act: reviewing.undo(topic, act=act),
    lambda topic, _on, _text, act: reviewing.redo(topic, act=act),
)


def take_one(topic: Topic, people: list[User], rng: Random) -> str:
    """Let somebody act who may have read the list a while ago; return the outcome."""
    text = f"part {rng.randrange(8)}"
    if not rng.randrange(6):
        name_subnarratives(topic, [(text, False)], now=NOW)
        return "named"
    rows = rows_of(topic)
    on = rng.choice(rows).uuid if rows else str(uuid4())
    seen = revision_of(topic) - (not rng.randrange(4))
    act = Act(by=rng.choice(people), key=uuid4(), seen=max(0, seen), now=NOW)
    before = rows
    try:
        rng.choice(STEPS)(topic, on, text, act)
    except (ListChanged, NotListed, TwinWording) as error:
        assert rows_of(topic) == before
        return type(error).__name__
    assert seen == topic.subnarrative_edits.get(key=act.key).number - 1
    return "done"


@pytest.mark.parametrize("seed", range(10))
def test_every_state_of_the_list_stands_in_its_history(
    ada: User, bea: User, seed: int
) -> None:
    topic = make_review(ada, bea).topic
    rng = Random(seed)  # noqa: S311 - a test repeats itself
    outcomes = {take_one(topic, [ada, bea], rng) for _ in range(40)}
    assert {"done", "named", "ListChanged"} <= outcomes
    edits = list(topic.subnarrative_edits.order_by("number"))
    assert [edit.number for edit in edits] == list(range(1, len(edits) + 1))
    stood: list[list[str]] = []
    for edit in edits:
        assert edit.before == stood
        stood = edit.after
    assert written(rows_of(topic)) == stood
    ever = {row[0] for edit in edits for row in edit.after}
    known = Subnarrative.objects.filter(topic=topic)
    assert {str(uuid) for uuid in known.values_list("uuid", flat=True)} == ever
    worded = SubnarrativeWording.objects.filter(subnarrative__topic=topic)
    said = {(str(one.subnarrative.uuid), one.text, one.importance) for one in worded}
    assert {tuple(row) for edit in edits for row in edit.after} <= said
