"""Before and after of post-editing: counts by topic and in sum, and each change."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.test import Client

from accounts.models import User
from nuggets.banks.actions import Entry, write_version
from nuggets.models import Bank, BankVersion, Descent
from nuggets.post_edits.counts import ListCounts, PostEdits
from tests.make import NOW, make_topic
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, make_post_edit
from tests.page import texts


@pytest.fixture
def made(ada: User, omar: User) -> PostEdit:
    """Return a topic just opened, and another one written after its draft."""
    made = make_post_edit(ada, organizer=omar)
    Bank.objects.filter(pk=made.bank.pk).update(importance_shown=False)
    topic = make_topic(made.topic.track, "=second")
    drafted = [Entry(text, importance="vital") for text in ("a", "b", "c", "d", "e")]
    draft = write_version(made.draft, topic, drafted, now=NOW)
    a, b, c, d, _e = (row.nugget_id for row in draft.listings.order_by("position"))
    write_version(
        made.bank,
        topic,
        [
            Entry("", importance="okay", nugget_id=a),
            Entry("b1", importance="vital", parents=[b], relation=Descent.SPLIT),
            Entry("b2", importance="okay", parents=[b], relation=Descent.SPLIT),
            Entry("cd", importance="vital", parents=[c, d], relation=Descent.MERGED),
            Entry("<new>"),
        ],
        now=NOW,
        parent=draft,
    )
    return made


def test_it_counts_what_became_of_each_draft(made: PostEdit) -> None:
    first, second = PostEdits(made.bank).topics
    assert first.counts.numbers == [len(TEXTS), 0, 0, 0, 0, 0]
    assert second.counts.before == ListCounts(5, 0, 0)
    assert second.counts.after == ListCounts(2, 2, 1)
    assert second.counts.changes == {
        "kept": 1,
        "rewritten": 0,
        "split": 1,
        "merged": 1,
        "dropped": 1,
        "new": 1,
    }
    assert (second.counts.importance, second.counts.kept) == (1, 0.2)


def test_the_sum_is_of_all_topics(made: PostEdit) -> None:
    every = PostEdits(made.bank).all
    assert every.numbers == [len(TEXTS) + 1, 0, 1, 1, 1, 1]
    assert every.before.all == len(TEXTS) + 5
    assert every.after.all == len(TEXTS) + 5


def test_an_empty_bank_has_no_share(made: PostEdit) -> None:
    made.bank.versions.all().delete()
    edits = PostEdits(made.bank)
    assert (edits.topics, edits.all.kept, edits.all.before.all) == ([], None, 0)


def test_a_list_opened_again_is_compared_with_the_first_draft(made: PostEdit) -> None:
    latest = made.bank.versions.get(topic__name="=second")
    rows = latest.listings.order_by("position")
    again = [Entry("", importance=r.importance, nugget_id=r.nugget_id) for r in rows]
    write_version(made.bank, latest.topic, again[1:], now=NOW, parent=latest)
    (_first, second) = PostEdits(made.bank).topics
    assert second.version.number == 2
    assert second.counts.numbers == [0, 0, 1, 1, 2, 1]


def paths(made: PostEdit) -> list[str]:
    track = f"/tracks/{made.topic.track.uuid}"
    version = BankVersion.objects.get(bank=made.bank, topic__name="=second")
    return [
        f"{track}/{part}/changes{end}"
        for part in (f"banks/{made.bank.uuid}", f"versions/{version.uuid}")
        for end in ("/", ".csv")
    ]


def test_organizers_see_both_pages_with_their_files(
    made: PostEdit, omar_client: Client
) -> None:
    bank, counts, topic, changes = (omar_client.get(path) for path in paths(made))
    assert texts(bank, "tfoot td")[:9] == [
        *("5", str(len(TEXTS)), str(len(TEXTS) + 5)),
        *(str(n) for n in (len(TEXTS) + 1, 0, 1, 1, 1, 1)),
    ]
    rows = list(csv.reader(StringIO(counts.getvalue().decode())))
    assert [row[0] for row in rows] == ["topic", made.topic.name, "'=second", "all"]
    assert texts(topic, "tbody th") == ["kept", "split", "merged", "new", "dropped"]
    assert "vital → okay" in texts(topic, "td .differs")
    rows = list(csv.reader(StringIO(changes.getvalue().decode())))
    assert rows[2][:3] == ["split", "b", "b1\nb2"]


def test_nobody_else_sees_them(
    made: PostEdit, ada_client: Client, client: Client
) -> None:
    assert {ada_client.get(path).status_code for path in paths(made)} == {404}
    assert {client.get(path).status_code for path in paths(made)} == {302}


def test_a_draft_has_no_before(made: PostEdit, omar_client: Client) -> None:
    track = f"/tracks/{made.topic.track.uuid}"
    version = made.draft.versions.first()
    assert version
    for part in (f"banks/{made.draft.uuid}", f"versions/{version.uuid}"):
        for end in ("/", ".csv"):
            assert omar_client.get(f"{track}/{part}/changes{end}").status_code == 404
