"""No list exceeds its track's limit, by any way of writing."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from nuggets.conditions.actions import save_condition
from nuggets.editing.steps.history import undo
from nuggets.editing.steps.lists import add_nugget, delete_nugget
from nuggets.editing.steps.mapping import map_to_new
from nuggets.editing.steps.texts import reword_nugget, split_nugget
from nuggets.models import Edit
from runs.actions import review as reviewing
from runs.kernel.limits import TooMany
from runs.models import Membership, Subnarrative, Track
from tests.assess.kinds.subnarratives import reviews
from tests.assess.kinds.subnarratives.reviews import make_review
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_person,
    make_track,
    nuggets_of,
)
from tests.nuggets.editing.post_edit import TEXTS, PostEdit, act_of, texts_of
from tests.nuggets.editing.test_editing_api import send

pytestmark = pytest.mark.both_stacks


def limit(track: Track, what: str, number: int) -> None:
    track.profile_text += f"\n[limits]\n{what} = {number}\n"
    track.save(update_fields=["profile_text"])


@pytest.fixture
def full(made: PostEdit) -> PostEdit:
    """Return a list with the maximum number of nuggets of its track."""
    limit(made.version.topic.track, "nuggets", len(TEXTS))
    made.version.refresh_from_db()
    return made


def test_a_full_list_takes_no_nugget_but_every_other_edit(
    full: PostEdit, ada: User
) -> None:
    version = full.version
    first, second, _third = nuggets_of(version)
    with pytest.raises(TooMany, match="the track takes at most 3 nuggets"):
        add_nugget(version, "one more", act=act_of(version, ada))
    with pytest.raises(TooMany):
        split_nugget(version, first.pk, ["a", "b"], act=act_of(version, ada))
    assert texts_of(version) == list(TEXTS)
    assert not Edit.objects.filter(version=version).exists()
    reword_nugget(version, first.pk, "other words", act=act_of(version, ada))
    delete_nugget(version, second.pk, act=act_of(version, ada))
    undo(version, act=act_of(version, ada))
    assert texts_of(version) == ["other words", *TEXTS[1:]]


def test_a_list_past_its_limit_can_still_shrink(made: PostEdit, ada: User) -> None:
    limit(made.version.topic.track, "nuggets", 1)
    made.version.refresh_from_db()
    second = nuggets_of(made.version)[1]
    delete_nugget(made.version, second.pk, act=act_of(made.version, ada))
    assert len(texts_of(made.version)) == 2


def test_the_page_says_that_the_list_is_full(
    full: PostEdit, ada_client: Client
) -> None:
    answer = send(ada_client, full, "add", text="one more")
    assert answer.status_code == 400
    assert answer.json()["list"].startswith("The list is full: ")
    said = {
        "version": full.version.uuid,
        "seen": 0,
        "action": "add",
        "box": "add",
        "text": "more",
    }
    r = ada_client.post(f"/work/{full.work.uuid}/nuggets/act/", said)
    assert r.status_code == 409
    assert "The list is full: the track takes at most 3 nuggets" in r.text


def test_mapping_adds_no_sub_narrative_to_a_full_list(
    made: PostEdit, ada: User
) -> None:
    topic = made.version.topic
    live = Subnarrative.objects.live().filter(topic=topic).count()
    limit(topic.track, "subnarratives", max(live, 1))
    made.version.refresh_from_db()
    first, *_rest = nuggets_of(made.version)
    for number in range(max(live, 1) - live):
        map_to_new(
            made.version, first.pk, f"part {number}", act=act_of(made.version, ada)
        )
    with pytest.raises(TooMany, match="sub-narratives on a topic"):
        map_to_new(made.version, first.pk, "one more", act=act_of(made.version, ada))
    assert not Subnarrative.objects.filter(topic=topic, text="one more").exists()


def test_a_review_adds_no_sub_narrative_to_a_full_list(ada: User, bea: User) -> None:
    topic = make_review(ada, bea).topic
    limit(topic.track, "subnarratives", 3)
    topic.refresh_from_db()
    with pytest.raises(TooMany):
        reviewing.add_subnarrative(topic, "more", act=reviews.act_of(topic, ada))
    assert reviews.texts_of(topic) == list(reviews.TEXTS)


def test_the_page_of_a_review_says_that_the_list_is_full(
    ada: User, bea: User, ada_client: Client
) -> None:
    made = make_review(ada, bea)
    limit(made.topic.track, "subnarratives", 3)
    said = {"key": "8e5ac2ab-6a49-4e5a-b28c-111111111111", "seen": 1}
    said |= {"action": "add", "box": "add", "text": "more"}
    full = "The list is full: the track takes at most 3 sub-narratives"
    at = f"/work/{made.work.uuid}/subnarratives/step/"
    r = ada_client.post(at, said)
    assert r.status_code == 422
    assert full in r.text
    at = f"/api/work/{made.work.uuid}/subnarratives/"
    r = ada_client.post(at, said, content_type="application/json")
    assert r.status_code == 400
    assert full in r.json()["list"]


def test_a_track_takes_only_so_many_judges_that_people_make(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    make_judge(track)
    limit(track, "judges", 1)
    with pytest.raises(TooMany, match="at most 1 judges"):
        create_panel(track, "both", rule="first", members=[], now=NOW)
    said = {"name": "rule", "baseline": "always_support"}
    r = omar_client.post(f"/tracks/{track.uuid}/judges/new/?sort=baseline", said)
    assert r.status_code == 422
    assert Judge.objects.filter(track=track).count() == 1


def test_people_at_work_are_never_refused(ada: User) -> None:
    track = make_track(assessors=[ada])
    limit(track, "judges", 1)
    make_judge(track)
    assert make_person(ada, track).pk


def test_a_track_takes_only_so_many_banks_and_conditions_that_people_make(
    made: PostEdit, omar: User, omar_client: Client
) -> None:
    track = made.version.topic.track
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    limit(track, "banks", 2)
    page = f"/tracks/{track.uuid}/banks/{made.draft.uuid}/post-edit/"
    r = omar_client.post(page, {"name": "one more"})
    assert r.status_code == 422
    assert "the track takes at most 2 banks" in r.text
    track = make_track()
    limit(track, "conditions", 1)
    bank, judge = make_bank(track), make_judge(track)
    save_condition(track, "one", bank=bank, judge=judge, now=NOW)
    with pytest.raises(TooMany, match="at most 1 conditions"):
        save_condition(track, "two", bank=bank, judge=judge, now=NOW)
