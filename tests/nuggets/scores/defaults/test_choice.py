"""The organizer's default is the initial condition of scores."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.models import DefaultCondition
from assess.analysis.scores.default_choice import choose_default
from assess.judging.models import Judge
from nuggets.models import Bank, Condition
from runs.models import Track
from tests.make import NOW, make_bank, make_judge, make_track
from tests.nuggets.scores.defaults.pages import (
    address,
    choose,
    judge_shown,
    query_of,
    text,
)


def test_an_organizer_chooses_what_comes_first_for_all(
    track: Track, bank: Bank, person: Judge, omar_client: Client, vera_client: Client
) -> None:
    assert choose(omar_client, track, query_of(bank, person)) == 302
    for client in (omar_client, vera_client):
        assert judge_shown(client, track) == person
        (printed,) = client.get(address(track, "report/")).context["boards"]
        assert printed.basis.judge == person
    assert "default condition of this track" in text(
        omar_client, address(track, "scores/")
    )
    form = omar_client.get(address(track, "agreement/rankings/")).context["form"]
    assert form.data["left"] == query_of(bank, person)
    assert "default condition" in form.begins


def test_a_choice_in_long_words_is_cut_between_them(track: Track) -> None:
    says = "seals dive " * 50
    chosen = choose_default(track, "nuggets", "judge=x", says=says, by=None, now=NOW)
    assert len(chosen.says) <= 500
    assert chosen.says.endswith((" seals…", " dive…"))


def test_viewers_may_begin_with_another_and_select_the_others(
    track: Track,
    bank: Bank,
    machine: Judge,
    person: Judge,
    omar_client: Client,
    vera_client: Client,
) -> None:
    choose(omar_client, track, query_of(bank, machine))
    choose(omar_client, track, query_of(bank, person), "viewers")
    assert judge_shown(omar_client, track) == machine
    assert judge_shown(vera_client, track) == person
    shown = text(vera_client, address(track, "scores/"))
    assert "the organizers chose" in shown
    assert "Default condition" not in shown
    other = vera_client.get(address(track, f"scores/?{query_of(bank, machine)}"))
    assert other.context["basis"].judge == machine
    lines = vera_client.get(address(track, "scores/nuggets/files/topics.csv"))
    rows = lines.getvalue().decode().splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["run-1", "run-0"]  # Ada's


def test_rankings_and_tau_so_far_begin_with_the_default(
    track: Track, bank: Bank, machine: Judge, person: Judge, omar_client: Client
) -> None:
    page = address(track, "agreement/rankings/")
    assert "the fullest conditions" in text(omar_client, page)
    choose(omar_client, track, query_of(bank, machine))
    pairing = omar_client.get(page).context["form"]
    assert pairing.data["left"] == query_of(bank, machine)
    so_far = text(omar_client, address(track, "agreement/so-far/"))
    assert "machine (model) against" in so_far


def test_every_choice_stays_in_the_trail(
    track: Track, bank: Bank, person: Judge, omar: User, omar_client: Client
) -> None:
    for _twice in range(2):
        choose(omar_client, track, query_of(bank, person))
    choose(omar_client, track, "")
    choose(omar_client, track, "", "viewers")
    trail = list(DefaultCondition.objects.order_by("pk"))
    assert [row.by for row in trail] == [omar] * 3
    assert [row.query != "" for row in trail] == [True, False, False]
    page = text(omar_client, address(track, "scores/"))
    assert trail[0].says in page
    assert "Shown first: the fullest" in page


def test_a_default_that_is_gone_gives_way_and_says_so(
    track: Track, bank: Bank, machine: Judge, person: Judge, omar_client: Client
) -> None:
    row = Condition.objects.create(
        track=track, name="early", bank=bank, assignment_judge=person
    )
    choose(omar_client, track, f"condition={row.uuid}")
    assert judge_shown(omar_client, track) == person
    row.delete()
    assert judge_shown(omar_client, track) == machine
    page = text(omar_client, address(track, "scores/"))
    assert "The default condition (early" in page
    assert "can no longer be shown" in page
    assert omar_client.get(address(track, "report/")).status_code == 200
    assert omar_client.get(address(track, "agreement/rankings/")).status_code == 200


@pytest.mark.parametrize(
    "query", ["judge=x", "bank={bank}", "group=a", "condition={bank}", "x", "judge="]
)
def test_it_takes_no_condition_that_is_not_there(
    track: Track, bank: Bank, omar_client: Client, query: str
) -> None:
    foreign = make_bank(make_track(), "foreign")
    for row in (bank, foreign):
        assert choose(omar_client, track, query.format(bank=row.uuid)) == 404
    assert not DefaultCondition.objects.exists()


def test_a_foreign_judge_an_unknown_family_and_audience_are_not_found(
    track: Track, bank: Bank, person: Judge, omar_client: Client
) -> None:
    elsewhere = make_judge(make_track(), "elsewhere")
    assert choose(omar_client, track, query_of(bank, elsewhere)) == 404
    assert choose(omar_client, track, query_of(bank, person), "all") == 404
    unknown = address(track, "scores/unknown/default/")
    assert omar_client.post(unknown, {"audience": "viewers"}).status_code == 404
    assert not DefaultCondition.objects.exists()


def test_only_organizers_choose(
    track: Track,
    bank: Bank,
    person: Judge,
    omar_client: Client,
    ada_client: Client,
    vera_client: Client,
    client: Client,
) -> None:
    for other in (ada_client, vera_client):
        assert choose(other, track, query_of(bank, person)) == 404
    assert choose(client, track, query_of(bank, person)) == 302
    page = address(track, "scores/nuggets/default/")
    assert omar_client.get(page).status_code == 405
    assert not DefaultCondition.objects.exists()
