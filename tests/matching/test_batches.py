"""People match nuggets in batches; a wrong test item voids one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.kernel.panels import MAJORITY_OF_THREE
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge, Slot
from assess.judging.queues.actions import NothingFree, take_next
from matching.batches.actions import (
    NothingToMatch,
    TooFewTests,
    Wanted,
    lift_pause,
    make_batches,
    paused_people,
)
from matching.match.kind import MATCH
from matching.models import Batch, MatchLabel, Pair, Voiding
from nuggets.models import Bank
from runs.models import Track
from tests.make import (
    NOW,
    make_bank,
    make_conversation,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import texts

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def people(db: None) -> list[User]:
    names = ("ada", "bea", "cyd", "dan")
    return [User.objects.create_user(name, password=name) for name in names]


@pytest.fixture
def bank(people: list[User]) -> Bank:
    """Return a bank of 33 nuggets, three of them test items, on one response."""
    track = make_track(profile="ikat24", assessors=people)
    topic = make_conversation(track)[0]
    found = make_bank(track, "gold")
    version = make_version(found, topic, [f"fact {n}" for n in range(33)])
    response = make_response(make_run(track), topic)
    tests = make_judge(track, "tests", kind="import")
    for nugget in nuggets_of(version)[:3]:
        make_label(MATCH, tests, nugget, response, value="yes")
    return found


def chance() -> Random:
    return Random(1)  # noqa: S311 - the same batches in every test


def wanted(bank: Bank) -> Wanted:
    return Wanted(bank, Judge.objects.get(name="tests"))


def is_true(pair: Pair) -> bool:
    """Return the truth of a pair: facts with an even number are in the response."""
    return int(pair.nugget.text.split()[1]) % 2 == 0


def label_all(work: Allocation, person: User, *, failing: bool = False) -> None:
    """Label every pair of a batch through the pages, rightly, and finish it."""
    client = Client()
    client.force_login(person)
    for pair in Pair.objects.filter(batch__uuid=work.subject).select_related(
        "nugget", "response"
    ):
        value = pair.answer or ("yes" if is_true(pair) else "no")
        if pair.answer and failing:
            value = "no"
        said = {
            "value": value,
            "seen": 0,
            "key": str(uuid4()),
        }
        address = f"/work/{work.uuid}/match/{pair.uuid}/label/"
        assert client.post(address, said).status_code == 302
    assert client.post(f"/work/{work.uuid}/match/finish/").status_code == 302


def works_for(person: User, track: Track) -> Iterator[Allocation]:
    """Take batches from the queue until there is none."""
    while True:
        try:
            yield take_next(track, "match", person, now=NOW + timedelta(days=1))
        except NothingFree:
            return


def test_three_people_thirty_pairs_and_the_majority_is_right(
    bank: Bank, people: list[User]
) -> None:
    made = make_batches(wanted(bank), by=None, rng=chance())
    assert [batch.pairs.count() for batch in made] == [11, 11, 11]
    assert [batch.pairs.exclude(answer="").count() for batch in made] == [1, 1, 1]
    assert Slot.objects.count() == 9
    for person in people[:3]:
        for place, work in enumerate(works_for(person, bank.track)):
            label_all(work, person, failing=person.username == "cyd" and place == 0)
    assert Voiding.objects.count() == 1
    assert MatchLabel.objects.filter(voided=True).count() == 11
    assert list(works_for(people[2], bank.track)) == []
    panel = create_panel(
        bank.track, "three", rule=MAJORITY_OF_THREE, members=(), now=NOW
    )
    panel.track.refresh_from_db()
    assert len(labels_of(panel, MATCH)) == 22
    [work] = works_for(people[3], bank.track)
    assert work.subject == Voiding.objects.get().work.subject
    label_all(work, people[3])
    found = labels_of(panel, MATCH)
    ordinary = Pair.objects.filter(answer="").select_related("nugget")
    assert ordinary.count() == 30
    for pair in ordinary:
        value = found[pair.nugget_id, pair.response_id]
        assert value == ("yes" if is_true(pair) else "no")
    votes = MatchLabel.objects.filter(voided=False)
    for pair in ordinary:
        own = votes.filter(nugget=pair.nugget, response=pair.response)  # type: ignore[misc]
        assert own.values("judge").distinct().count() == own.count() == 3


def test_two_voided_batches_pause_a_person(
    bank: Bank, people: list[User], admin_client: Client
) -> None:
    make_batches(wanted(bank), by=None, rng=chance())
    ada = people[0]
    taken = 0
    for work in works_for(ada, bank.track):
        taken += 1
        label_all(work, ada, failing=True)
    assert taken == 2
    assert paused_people(bank.track) == [(ada, 2)]
    client = Client()
    client.force_login(ada)
    said = client.get("/").content.decode()
    assert "talk to the organizer" in said
    page = f"/tracks/{bank.track.uuid}/work/people/{ada.uuid}/"
    (notice,) = texts(admin_client.get(page), ".notice")
    assert "ada gets no more batches of nuggets: 2 were voided" in notice
    assert lift_pause(bank.track, ada, now=NOW) == 2
    assert len(list(works_for(ada, bank.track))) == 1
    assert "talk to the organizer" not in client.get("/").content.decode()
    assert texts(admin_client.get(page), ".notice") == []


def test_a_batch_has_a_test_item_of_its_own_or_there_is_none(bank: Bank) -> None:
    MatchLabel.objects.all()[0].delete()
    with pytest.raises(TooFewTests, match=r"14_1 \(2 of 4\)"):
        make_batches(wanted(bank), by=None, rng=chance())
    assert not Batch.objects.exists()
    made = make_batches(Wanted(bank, None), by=None, rng=chance())
    assert [batch.pairs.count() for batch in made] == [10, 10, 10, 3]
    with pytest.raises(NothingToMatch):
        make_batches(Wanted(bank, None), by=None, rng=chance())


def test_test_items_look_like_any_other(bank: Bank, people: list[User]) -> None:
    make_batches(wanted(bank), by=None, rng=chance())
    ada, track = people[0], bank.track
    work = take_next(track, "match", ada, now=NOW)
    client = Client()
    client.force_login(ada)

    def every_page() -> list[str]:
        pages = Pair.objects.filter(batch__uuid=work.subject).order_by("pk")
        addresses = [f"/work/{work.uuid}/match/{pair.uuid}/" for pair in pages]
        bodies = [client.get(each).content.decode() for each in addresses]
        return [without_keys(body) for body in bodies]

    before = every_page()
    pairs = Pair.objects.filter(batch__uuid=work.subject).order_by("pk")
    test = pairs.exclude(answer="").get()
    other = pairs.filter(answer="").first()
    assert other is not None
    Pair.objects.filter(pk=test.pk).update(answer="")
    Pair.objects.filter(pk=other.pk).update(answer="no")
    assert every_page() == before


def without_keys(body: str) -> str:
    """Mask what differs between two requests of one page: keys and tokens."""
    body = re.sub(r'name="key" value="[0-9a-f-]{36}"', "", body)
    return re.sub(r'"[A-Za-z0-9]{64}"', "", body)
