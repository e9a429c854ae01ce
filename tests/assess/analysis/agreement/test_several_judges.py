"""Agreement of several judges, of panels, and of machines with a judge."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import create_panel, judge_of
from assess.judging.models import Judge
from runs.models import Track
from tests.assess.analysis.agreement.grades import grade
from tests.assess.analysis.agreement.pages import address, rows, two
from tests.make import NOW, make_judge


@pytest.mark.parametrize(
    ("rule", "own", "n", "says"),
    [
        ("first", 3, 4, "3 of the 4 labels of the panel compared here are right’s own"),
        ("majority", 1, 4, "1 of the 4 labels of the panel compared here rests on"),
        ("majority_of_three", 0, 1, "0 of the 1 label of the panel"),
    ],
)
def test_a_judge_against_a_panel_that_has_it_is_told_how_many_are_its_own(
    track: Track, omar_client: Client, rule: str, own: int, n: int, says: str
) -> None:
    members = [make_judge(track, name) for name in ("left", "right", "far")]
    for judge, grades in zip(members, ("0---1", "0123-", "012--"), strict=True):
        grade(track, judge, "1", grades)
    panel = create_panel(track, "all", rule=rule, members=members, now=NOW)
    query = {"kind": "relevance", "a": panel.uuid, "b": members[1].uuid}
    r = omar_client.get(address(track, **query))
    assert [(each.own, each.n) for each in r.context["owns"]] == [(own, n)]
    assert says in r.content.decode()
    for judge, count in ((panel, 3), (members[1], 3)):
        query = {"kind": "relevance", "judge": judge.uuid}
        r = omar_client.get(address(track, "machines/", **query))
        assert len(r.context["rows"]) == count
        told = {each.member.judge.name: each.says for each in r.context["owns"]}
        assert says in told["right"]
        assert told["right"] in r.content.decode()


def test_of_the_assessors_the_first_label_is_the_panel_s(
    track: Track, ada: User, bea: User, omar_client: Client
) -> None:
    first, second = (judge_of(each, track, now=NOW) for each in (ada, bea))
    grade(track, first, "1", "01")
    grade(track, second, "1", "0122")
    panel = Judge.objects.get(track=track, rule="assessors")
    for judge, own, n in ((first, 2, 2), (second, 2, 4)):
        query = {"kind": "relevance", "a": judge.uuid, "b": panel.uuid}
        (found,) = omar_client.get(address(track, **query)).context["owns"]
        assert (found.own, found.n, found.votes) == (own, n, False)


def test_several_judges_are_compared_by_pairs_and_together(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    query = two(judges) | {"more": judges[2].uuid}
    r = omar_client.get(address(track, **query))
    assert len(r.context["pairs"]) == 3
    text = r.content.decode()
    assert "Krippendorff’s α is" in text
    link = r.context["pairs"][2].link
    opened = omar_client.get(f"/tracks/{track.uuid}/agreement/?{link}")
    assert opened.context["a"].judge == judges[1]


def test_machines_are_held_against_a_judge(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    query = {"kind": "relevance", "judge": judges[0].uuid}
    r = omar_client.get(address(track, "machines/", **query, sort="-agreement"))
    names = [row.judge.name for row in r.context["rows"]]
    assert names == ["mid", "right"]
    found = r.context["rows"][0].found
    # Of six pairs of different grades, mid ties one.
    assert (found.n, found.missing, found.pairs) == (8, 0, 12)
    assert (found.alike.value, found.tied.value) == (
        pytest.approx(5 / 6),
        pytest.approx(1 / 6),
    )
    assert (found.over.value, found.under.value) == (0.0, 0.25)
    # Two topics are too few to sample from, and pairs of items cannot be sampled.
    assert (found.alike.low, found.under.low is None) == (None, False)
    found = rows(omar_client.get(address(track, "machines.csv", **query)))
    assert found[1][:6] == ["mid", "baseline", "", "", "8", "0"]


def test_a_panel_of_people_is_no_machine_and_comes_before_them(
    track: Track, judges: list[Judge], ada: User, omar_client: Client
) -> None:
    person = judge_of(ada, track, now=NOW)
    grade(track, person, "1", "0012")
    for name, members in (("people", [person, judges[0]]), ("ensemble", judges[:2])):
        create_panel(track, name, rule="majority", members=members, now=NOW)
    query = {"kind": "relevance", "judge": judges[2].uuid}
    r = omar_client.get(address(track, "machines/", **query, sort="judge"))
    assert {row.judge.name for row in r.context["rows"]} == {"ensemble", "left", "mid"}
    form = omar_client.get(address(track, "machines/")).context["form"]
    assert form.cleaned_data["judge"].name == "assessors"
