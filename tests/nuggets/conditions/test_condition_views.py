"""Conditions created, edited and put away on their pages, with a history."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from nuggets.conditions.actions import (
    ConditionChanged,
    NotOfThisTrack,
    Parts,
    edit_condition,
    save_condition,
)
from nuggets.conditions.listing import trail_of
from nuggets.models import Bank, Condition, ConditionEdit
from runs.models import Membership, Track
from tests.make import NOW, make_judge, make_track
from tests.nuggets.conditions.pages import page
from tests.page import markup, select


def test_an_empty_track_says_what_a_condition_takes(
    track: Track, omar_client: Client
) -> None:
    page = markup(omar_client.get(f"/tracks/{track.uuid}/conditions/new/"))
    assert "No bank or no labels yet" in page


def said(bank: Bank, judge: Judge, **more: object) -> dict[str, Any]:
    return {"name": "manual", "bank": bank.uuid, "judge": judge.uuid, **more}


def test_it_says_where_there_is_none(track: Track, omar_client: Client) -> None:
    assert "No condition yet" in markup(omar_client.get(page(track)))


def test_a_new_one_takes_qrels_and_topics(
    track: Track, bank: Bank, judge: Judge, nist: Judge, omar_client: Client
) -> None:
    form = said(bank, judge, qrels_judge=nist.uuid, topics="2")
    r = omar_client.post(page(track, "new/"), form, follow=True)
    row = Condition.objects.get()
    assert row.qrels_judge == nist
    assert [topic.name for topic in row.topics.all()] == ["2"]
    assert r.context["basis"].condition == "manual: topic 2 only"
    listed = markup(omar_client.get(page(track)))
    for words in ("manual", "edited", "lexical", "nist", "made", "topics: 2"):
        assert words in listed, words


def test_the_form_begins_with_what_the_leaderboard_shows(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    made = omar_client.get(page(track, f"new/?bank={bank.uuid}&judge={judge.uuid}"))
    assert select(made, f'option[value="{judge.uuid}"][selected]')


def test_unknown_topics_are_named(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    r = omar_client.post(page(track, "new/"), said(bank, judge, topics="1, 7 9"))
    assert r.status_code == 422
    assert "There is no topic 7, 9." in markup(r)
    assert not Condition.objects.exists()


def test_a_name_is_taken_once(
    track: Track, bank: Bank, judge: Judge, saved: Condition, omar_client: Client
) -> None:
    r = omar_client.post(page(track, "new/"), said(bank, judge))
    assert r.status_code == 422
    other = save_condition(track, "other", bank=bank, judge=judge, now=NOW)
    form = said(bank, judge, seen=1)
    r = omar_client.post(page(track, f"{other.uuid}/"), form)
    assert r.status_code == 422
    assert "Choose another name" in markup(r)


def test_an_edit_leaves_a_trace(
    track: Track,
    bank: Bank,
    judge: Judge,
    nist: Judge,
    saved: Condition,
    omar: User,
    omar_client: Client,
) -> None:
    url = page(track, f"{saved.uuid}/")
    shown = omar_client.get(url).context["form"].initial
    assert (shown["name"], shown["seen"], shown["topics"]) == ("manual", 1, "")
    form = said(bank, judge, seen=1, topics="1", qrels_judge=nist.uuid)
    assert omar_client.post(url, form).status_code == 302
    saved.refresh_from_db()
    assert saved.qrels_judge == nist
    told, first = trail_of(track, saved)
    assert (told.edit.by, told.did, first.did) == (omar, "changed", "made")
    assert [tuple(each) for each in told.changes] == [
        ("qrels of", "nobody", "nist (import)"),
        ("topics", "all", "1"),
    ]
    text = markup(omar_client.get(url))
    assert "topics: all → 1" in text


def test_an_edit_that_changes_nothing_leaves_none(
    track: Track, bank: Bank, judge: Judge, saved: Condition, omar_client: Client
) -> None:
    omar_client.post(page(track, f"{saved.uuid}/"), said(bank, judge, seen=1))
    assert ConditionEdit.objects.count() == 1


def test_what_changed_meanwhile_is_not_overwritten(
    bank: Bank, judge: Judge, saved: Condition, omar: User
) -> None:
    edit_condition(saved, Parts("a", bank, judge), seen=1, by=omar, now=NOW)
    with pytest.raises(ConditionChanged):
        edit_condition(saved, Parts("b", bank, judge), seen=1, by=omar, now=NOW)
    saved.refresh_from_db()
    assert saved.name == "a"


def test_the_page_says_that_it_changed_meanwhile(
    track: Track, bank: Bank, judge: Judge, saved: Condition, omar_client: Client
) -> None:
    url = page(track, f"{saved.uuid}/")
    omar_client.post(url, said(bank, judge, seen=1, topics="1"))
    r = omar_client.post(url, said(bank, judge, seen=1, topics="2"))
    assert r.status_code == 422
    assert "Somebody changed it since you opened it" in markup(r)


def test_one_put_away_stays_in_the_trail_and_comes_back(
    track: Track, saved: Condition, omar_client: Client
) -> None:
    away = f"/tracks/{track.uuid}/put-away/condition/{saved.uuid}/"
    omar_client.post(away)
    assert not Condition.objects.exists()
    assert [told.did for told in trail_of(track)] == ["put away", "made"]
    assert "put away" in markup(omar_client.get(page(track)))
    omar_client.post(f"{away}restore/")
    assert Condition.objects.get() == saved
    assert [told.did for told in trail_of(track)] == ["restored", "put away", "made"]


def test_parts_of_another_track_are_refused(
    bank: Bank, judge: Judge, saved: Condition, omar: User
) -> None:
    other = make_judge(make_track(), "elsewhere")
    with pytest.raises(NotOfThisTrack):
        edit_condition(saved, Parts("a", bank, other), seen=1, by=omar, now=NOW)


def test_rows_of_another_track_are_a_404(
    bank: Bank, judge: Judge, saved: Condition, omar: User, omar_client: Client
) -> None:
    other = make_track(organizer=omar)
    for tail in ("",):
        url = page(other, f"{saved.uuid}/{tail}")
        assert omar_client.post(url, said(bank, judge)).status_code == 404
    r = omar_client.post(page(other, "new/"), said(bank, judge))
    assert r.status_code == 422
    assert Condition.objects.get() == saved


def test_nobody_but_organizers_finds_them(
    track: Track,
    bank: Bank,
    judge: Judge,
    saved: Condition,
    bea: User,
    ada_client: Client,
) -> None:
    Membership.objects.create(track=track, user=bea, role=Membership.VIEWER)
    viewer = Client()
    viewer.force_login(bea)
    for client in (ada_client, viewer):
        for tail in ("", "new/", f"{saved.uuid}/"):
            assert client.get(page(track, tail)).status_code == 404
        for tail in ("new/", f"{saved.uuid}/"):
            assert client.post(page(track, tail), said(bank, judge)).status_code == 404
    assert ConditionEdit.objects.count() == 1


def test_the_list_is_searched_and_puts_away_the_chosen(
    track: Track, bank: Bank, judge: Judge, saved: Condition, omar_client: Client
) -> None:
    other = save_condition(track, "other", bank=bank, judge=judge, now=NOW)
    found = omar_client.get(page(track), {"q": "oth", "sort": "-bank"})
    assert [line.row for line in found.context["table"].lines] == [other]
    chosen = {"act": "put_away", "row": other.uuid, "confirm": "1"}
    omar_client.post(page(track), chosen)
    assert list(Condition.objects.filter(track=track)) == [saved]
