"""Banks and their versions are written completely, and frozen for ever."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from nuggets.banks.actions import (
    BankExists,
    Entry,
    SegmentSpan,
    VersionFrozen,
    create_bank,
    freeze_version,
    write_version,
)
from nuggets.editing.actions import start_post_edit
from nuggets.models import Bank, Descent, NuggetSource, PinnedSubnarrative
from runs.models import SubnarrativeWording
from tests.make import NOW, make_segment, make_topic, make_track
from tests.nuggets.editing.post_edit import make_post_edit, make_subnarrative

pytestmark = pytest.mark.django_db


def make_empty() -> Bank:
    return create_bank(make_track(), "bank", origin=Bank.IMPORTED, landed_at=NOW)


def test_it_refuses_a_second_bank_of_the_same_name() -> None:
    bank = make_empty()
    with pytest.raises(BankExists, match="'bank'"):
        create_bank(bank.track, "bank", origin=Bank.EDITED, landed_at=NOW)


def test_it_writes_an_empty_list() -> None:
    bank = make_empty()
    version = write_version(bank, make_topic(bank.track), [], now=NOW)
    assert (version.state, version.number) == ("frozen", 1)
    assert not version.listings.exists()


def test_it_writes_nuggets_with_sources_and_descent() -> None:
    bank = make_empty()
    topic = make_topic(bank.track)
    segment = make_segment(bank.track, "d1")
    first = write_version(bank, topic, [Entry("a"), Entry("a")], now=NOW)
    old = [row.nugget_id for row in first.listings.all()]
    entries = [
        Entry("ignored", nugget_id=old[0], importance="vital"),
        Entry("b", sources=[SegmentSpan(segment.pk, 2, 5)], parents=[old[1]]),
    ]
    second = write_version(bank, topic, entries, now=NOW, parent=first)
    kept, new = second.listings.select_related("nugget")
    assert second.number == 2
    assert (kept.nugget.text, kept.importance) == ("a", "vital")
    source = NuggetSource.objects.get(nugget=new.nugget)
    assert (source.segment, source.start, source.end) == (segment, 2, 5)
    assert Descent.objects.get(child=new.nugget).parent_id == old[1]


def test_it_writes_many_nuggets_in_as_many_statements_as_few() -> None:
    bank = make_empty()
    counts = []
    for name, size in (("1", 2), ("2", 90)):
        topic = make_topic(bank.track, name)
        entries = [Entry(f"n{number}") for number in range(size)]
        with CaptureQueriesContext(connection) as caught:
            write_version(bank, topic, entries, now=NOW)
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


def test_it_pins_the_current_wordings_when_it_freezes() -> None:
    bank = make_empty()
    topic = make_topic(bank.track)
    make_subnarrative(topic, "two", 1)
    one = make_subnarrative(topic, "one", 0)
    SubnarrativeWording.objects.create(subnarrative=one, text="older", at=NOW)
    retired = make_subnarrative(topic, "gone", 2)
    retired.retired_at = NOW
    retired.save(update_fields=["retired_at"])
    version = write_version(bank, topic, [], now=NOW)
    pins = PinnedSubnarrative.objects.filter(version=version)
    assert [pin.wording.text for pin in pins] == ["one", "two"]


def test_it_pins_a_dropped_subnarrative_that_a_nugget_is_mapped_to() -> None:
    bank = make_empty()
    topic = make_topic(bank.track)
    dropped = make_subnarrative(topic, "gone", 2)
    dropped.retired_at = NOW
    dropped.save(update_fields=["retired_at"])
    entries = [Entry("frost", subnarrative_id=dropped.pk)]
    version = write_version(bank, topic, entries, now=NOW)
    assert [pin.wording.text for pin in version.pins.all()] == ["gone"]


def test_it_freezes_once() -> None:
    bank = make_empty()
    version = write_version(bank, make_topic(bank.track), [], now=NOW)
    with pytest.raises(VersionFrozen):
        freeze_version(version, now=NOW)


def test_it_starts_editing_with_the_drafts_own_nuggets(ada: User) -> None:
    made = make_post_edit(ada)
    (drafted,) = made.draft.versions.all()
    assert made.version.parent == drafted
    assert made.version.state == "open"
    fields = ("nugget", "position", "importance")
    before = list(drafted.listings.values_list(*fields))
    assert list(made.version.listings.values_list(*fields)) == before
    assert made.bank.importance_shown


def test_it_hides_importance_where_the_profile_says_so(ada: User) -> None:
    made = make_post_edit(ada, profile="rag24")
    given = set(made.version.listings.values_list("importance", flat=True))
    assert given == {""}
    assert not made.bank.importance_shown
    with pytest.raises(BankExists):
        start_post_edit(made.draft, "edited", now=NOW)
