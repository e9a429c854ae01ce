"""A list is finished, opened again, and compared with its draft."""

import pytest

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.banks.actions import VersionFrozen
from nuggets.editing.actions import (
    finish_version,
    open_version,
    reopen_version,
    start_post_edit,
)
from nuggets.editing.changes import read_changes
from nuggets.editing.steps.lists import (
    add_nugget,
    delete_nugget,
    set_importance,
    shift_nugget,
)
from nuggets.editing.steps.mapping import map_nugget
from nuggets.editing.steps.step import StaleVersion
from nuggets.editing.steps.texts import reword_nugget
from nuggets.models import Bank, BankVersion
from tests.make import NOW, nuggets_of
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of, texts_of

pytestmark = pytest.mark.both_stacks


def test_it_finishes_and_opens_again_as_a_new_version(
    made: PostEdit, ada: User
) -> None:
    (a, *_) = nuggets_of(made.version)
    delete_nugget(made.version, a.pk, act=act_of(made.version, ada))
    finish_version(made.version, made.work, act=act_of(made.version, ada))
    made.work.refresh_from_db()
    made.version.refresh_from_db()
    assert made.work.finished_at == NOW
    assert (made.version.state, made.version.editor) == ("frozen", ada)
    with pytest.raises(VersionFrozen):
        set_importance(made.version, a.pk, "vital", act=act_of(made.version, ada))
    again = reopen_version(made.bank, made.work, by=ada, now=NOW)
    assert not Allocation.objects.get(pk=made.work.pk).finished_at
    assert (again.number, again.parent) == (2, made.version)
    assert texts_of(again) == list(TEXTS[1:])
    assert open_version(made.bank, made.topic, now=NOW) == again


def test_a_list_that_changed_is_not_finished_unseen(
    made: PostEdit, ada: User, bea: User
) -> None:
    act = act_of(made.version, ada)
    add_nugget(made.version, "late", act=act_of(made.version, bea))
    with pytest.raises(StaleVersion):
        finish_version(made.version, made.work, act=act)
    made.version.refresh_from_db()
    assert made.version.state == "open"


def test_it_says_what_changed_since_the_draft(made: PostEdit, ada: User) -> None:
    a, b, _ = nuggets_of(made.version)
    once = reword_nugget(made.version, a.pk, "p", act=act_of(made.version, ada))
    assert once.nugget
    reword_nugget(made.version, once.nugget, "q", act=act_of(made.version, ada))
    delete_nugget(made.version, b.pk, act=act_of(made.version, ada))
    add_nugget(made.version, "own", act=act_of(made.version, ada))
    rows = read_changes(made.version).rows
    assert [(row.what, row.before, row.after) for row in rows] == [
        ("rewritten", (TEXTS[0],), ("q",)),
        ("kept", (TEXTS[2],), (TEXTS[2],)),
        ("new", (), ("own",)),
        ("dropped", (TEXTS[1],), ()),
    ]
    assert rows[0].line == (
        ("q", "reworded", ("p",)),
        ("p", "reworded", (TEXTS[0],)),
    )
    assert [row.line for row in rows[1:]] == [(), (), ()]


def test_it_says_what_became_of_a_dropped_nugget(made: PostEdit, ada: User) -> None:
    (a, *_) = nuggets_of(made.version)
    once = reword_nugget(made.version, a.pk, "p", act=act_of(made.version, ada))
    assert once.nugget
    delete_nugget(made.version, once.nugget, act=act_of(made.version, ada))
    row = read_changes(made.version).rows[-1]
    assert (row.what, row.line) == ("dropped", (("p", "reworded", (TEXTS[0],)),))


def test_it_says_which_nugget_moved(made: PostEdit, ada: User) -> None:
    (a, *_) = nuggets_of(made.version)
    shift_nugget(made.version, a.pk, by=2, act=act_of(made.version, ada))
    changes = read_changes(made.version)
    assert [row.place for row in changes.rows] == ["", "", "1 → 3"]
    assert changes.counts["moved"] == 1


def test_nothing_of_another_bank_shows_among_the_changes(
    made: PostEdit, ada: User, bea: User
) -> None:
    other = start_post_edit(made.draft, "another", now=NOW).versions.get()
    (a, *_) = nuggets_of(other)
    done = reword_nugget(other, a.pk, "hers", act=act_of(other, bea))
    assert done.nugget
    delete_nugget(other, done.nugget, act=act_of(other, bea))
    delete_nugget(made.version, a.pk, act=act_of(made.version, ada))
    assert read_changes(made.version).rows[-1].line == ()


def test_it_says_whose_importance_and_mapping_changed(
    made: PostEdit, ada: User
) -> None:
    made.draft.versions.get().listings.update(importance="vital")
    Bank.objects.filter(pk=made.bank.pk).update(importance_shown=True)
    a, b, c = nuggets_of(made.version)
    health = made.subnarratives[0]
    made.version.listings.update(importance="vital")
    set_importance(made.version, a.pk, "okay", act=act_of(made.version, ada))
    map_nugget(made.version, b.pk, health.pk, act=act_of(made.version, ada))
    once = reword_nugget(made.version, c.pk, "q", act=act_of(made.version, ada))
    assert once.nugget
    set_importance(made.version, once.nugget, "", act=act_of(made.version, ada))
    version = BankVersion.objects.get(pk=made.version.pk)
    changes = read_changes(version)
    assert [(row.what, row.importance, row.mapping) for row in changes.rows] == [
        ("kept", "vital → okay", ""),
        ("kept", "", "unmapped → why it freezes"),
        ("rewritten", "vital → no importance", ""),
    ]
    counts = changes.counts
    assert (counts["importance changed"], counts["mapping changed"]) == (2, 1)


def test_a_draft_whose_importance_is_hidden_stays_so_among_the_changes(
    made: PostEdit, ada: User
) -> None:
    made.draft.versions.get().listings.update(importance="vital")
    Bank.objects.filter(pk=made.bank.pk).update(importance_shown=False)
    made.version.listings.update(importance="")
    (a, *_) = nuggets_of(made.version)
    set_importance(made.version, a.pk, "okay", act=act_of(made.version, ada))
    changes = read_changes(BankVersion.objects.get(pk=made.version.pk))
    assert [row.importance for row in changes.rows] == ["no importance → okay", "", ""]
