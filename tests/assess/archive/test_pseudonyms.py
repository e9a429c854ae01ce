"""Under pseudonyms, no original name is anywhere in an archive."""

import re
from pathlib import Path

import pytest

from jobs.models import JobState
from runs.models import Run, Track
from tests.assess.archive.hiding import PEOPLE, RUNS, Hiding
from tests.assess.archive.moving import bring_in, forget, members_of, rows_of

pytestmark = pytest.mark.stack("embedded")


def held(data: bytes, names: tuple[str, ...]) -> list[str]:
    """Return the names that stand anywhere in an archive, its files' names too."""
    members = members_of(data)
    text = b"\n".join([*members.values(), *(n.encode() for n in members)]).decode()
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.I)]


def people_in(data: bytes) -> list[str]:
    """Return the sign-in names that an archive holds."""
    return [row["username"] for row in rows_of(data)["accounts.user"]]


def test_names_stand_in_an_archive_that_hides_none(hiding: Hiding) -> None:
    assert held(hiding.plain, RUNS) == list(RUNS)
    assert "adalbertine" in held(hiding.plain, PEOPLE)


def test_no_name_of_a_person_is_left(hiding: Hiding) -> None:
    assert held(hiding.people, PEOPLE + hiding.uuids) == []
    assert "mossy-dense" in {row["name"] for row in rows_of(hiding.people)["runs.run"]}


def test_no_tag_or_group_is_left(hiding: Hiding) -> None:
    assert hiding.groups
    assert held(hiding.runs, RUNS + hiding.groups) == []
    assert "adalbertine" in people_in(hiding.runs)


def test_the_same_names_have_the_same_pseudonyms_again(hiding: Hiding) -> None:
    assert hiding.both == hiding.again


def test_the_key_follows_from_this_installations_secret(hiding: Hiding) -> None:
    assert set(people_in(hiding.both)).isdisjoint(people_in(hiding.otherwise))


def test_a_judge_has_the_pseudonym_of_its_person(hiding: Hiding) -> None:
    people = people_in(hiding.both)
    rows = rows_of(hiding.both)["assess.judge"]
    judges = [row for row in rows if row["kind"] == "person"]
    assert judges
    assert all(judge["name"] == people[judge["user"] - 1] for judge in judges)


def test_it_comes_in_elsewhere_with_the_pseudonyms(
    installation: None, hiding: Hiding, tmp_path: Path
) -> None:
    assert b"a kept export" not in members_of(hiding.both).values()
    assert bring_in(hiding.plain, tmp_path).error == ""
    assert bring_in(hiding.both, tmp_path).state == JobState.FAILED
    forget(Track.objects.get(slug="sample"))
    assert bring_in(hiding.both, tmp_path).error == ""
    tags = Run.objects.filter(track__slug="sample").values_list("name", flat=True)
    assert all(tag.startswith("run-") for tag in tags)
    assert "Nothing changed" in bring_in(hiding.both, tmp_path).result["state"]
