"""The default order of judges, and which judges' labels are people's."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.exchange.exports.parts import judge_of_kind
from assess.judging.judges.actions import create_panel
from assess.judging.judges.order import (
    behind_of,
    first_with_labels,
    in_order,
    is_peoples,
    peoples,
)
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from runs.models import Track
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.stack("embedded")


@pytest.fixture
def track(ada: User, bea: User) -> Track:
    return make_track(assessors=[ada, bea])


@pytest.fixture
def judges(track: Track, ada: User, bea: User) -> dict[str, Judge]:
    """One judge of each type, and some panels, in the order of their names."""
    sorts = {
        "a-settled": Judge.ADJUDICATION,
        "b-rule": Judge.BASELINE,
        "c-model": Judge.MODEL,
        "d-file": Judge.IMPORT,
    }
    for name, kind in sorts.items():
        make_judge(track, name, kind=kind)
    single = {each.name: each for each in track.judges.all()}
    people = [make_person(user, track) for user in (ada, bea)]
    machines = [single["c-model"], single["d-file"]]
    panel(track, "a-ensemble", machines)
    mixed = panel(track, "mixed", [single["c-model"], people[0]])
    panel(track, "nested", [mixed])
    return {each.name: each for each in track.judges.all()}


def panel(track: Track, name: str, members: list[Judge]) -> Judge:
    return create_panel(track, name, rule="majority", members=members, now=NOW)


def test_people_come_before_machines_whatever_their_names(
    judges: dict[str, Judge],
) -> None:
    assert [judge.name for judge in in_order(judges.values())] == [
        "assessors",
        "mixed",
        "nested",
        "ada",
        "bea",
        "d-file",
        "a-ensemble",
        "c-model",
        "b-rule",
        "a-settled",
    ]


def test_a_panel_is_peoples_if_a_person_stands_behind_it(
    judges: dict[str, Judge], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = peoples(judges.values())
    assert {name for name, judge in judges.items() if judge.pk in found} == {
        "a-settled",
        "ada",
        "assessors",
        "bea",
        "mixed",
        "nested",
    }
    with django_assert_num_queries(0):
        assert is_peoples(judges["assessors"])


def test_behind_a_panel_stand_its_members_and_theirs(
    judges: dict[str, Judge], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    asked = [judges[name] for name in ("assessors", "nested", "c-model", "d-file")]
    some = [judges[name] for name in ("ada", "bea", "c-model")]
    with django_assert_num_queries(1):
        found = behind_of(asked, some)
    names = {judge.pk: name for name, judge in judges.items()}
    assert {names[pk]: {names[each] for each in own} for pk, own in found.items()} == {
        "assessors": {"ada", "bea"},
        "nested": {"ada", "c-model"},
        "c-model": {"c-model"},
        "d-file": set(),
    }


def test_a_panel_without_labels_of_the_kind_comes_last(
    track: Track, judges: dict[str, Judge]
) -> None:
    item = (make_topic(track), make_segment(track, "a"))
    make_label(RELEVANCE, judges["c-model"], *item, value="1")
    assert first_with_labels(track, RELEVANCE) == judges["a-ensemble"]
    make_label(RELEVANCE, judges["ada"], *item, value="1")
    assert first_with_labels(track, RELEVANCE) == judges["assessors"]
    assert judge_of_kind("relevance").first(track) == judges["assessors"]
    assert first_with_labels(make_track(name="empty"), SUPPORT) is None


def test_an_import_that_people_gave_is_peoples_as_is_a_panel_with_it(
    judges: dict[str, Judge],
) -> None:
    file = judges["d-file"]
    file.parameters[Judge.GIVEN_BY] = "people"
    file.save(update_fields=["parameters"])
    panel(file.track, "of files", [file])
    every = {each.name: each for each in file.track.judges.all()}
    found = peoples(every.values())
    assert {"d-file", "of files"} <= {
        n for n, each in every.items() if each.pk in found
    }
    assert every["c-model"].pk not in found
    assert is_peoples(every["d-file"])
    names = [each.name for each in in_order(every.values())]
    assert names.index("of files") < names.index("ada")
    assert names.index("d-file") > names.index("bea"), "one’s own labels come first"
    behind = behind_of([every["assessors"]], every.values())
    assert file.pk not in behind[every["assessors"].pk]
