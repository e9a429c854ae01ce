"""Under pseudonyms, no original name occurs anywhere in an archive."""

import json
import re
from pathlib import Path

import pytest

from jobs.models import JobState
from runs.models import Run, Track
from tests.assess.exchange.archive.pseudonym_archives import (
    ALIAS,
    FILED,
    PEOPLE,
    QUOTED,
    RUNS,
    Hiding,
)
from tests.assess.exchange.archive.transfer import bring_in, forget, members_of, rows_of

pytestmark = pytest.mark.stack("embedded")


def spellings(name: str) -> set[str]:
    """Return a name as it occurs in a table, and in a text of JSON within one."""
    once = {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    return once | {json.dumps(each, ensure_ascii=False)[1:-1] for each in once}


def held(data: bytes, names: tuple[str, ...]) -> list[str]:
    """Return the names that occur anywhere in an archive, including file names."""
    members = members_of(data)
    text = b"\n".join([*members.values(), *(n.encode() for n in members)]).decode()
    return [
        name
        for name in names
        if any(
            re.search(rf"\b{re.escape(each)}\b", text, re.I) for each in spellings(name)
        )
    ]


def people_in(data: bytes) -> list[str]:
    """Return the sign-in names in an archive."""
    return [row["username"] for row in rows_of(data)["accounts.user"]]


def test_names_stand_in_an_archive_that_hides_none(hiding: Hiding) -> None:
    names = (*RUNS, QUOTED, *FILED, ALIAS)
    assert held(hiding.plain, names) == list(names)
    assert "adalbertine" in held(hiding.plain, PEOPLE)


def test_no_name_of_a_person_is_left(hiding: Hiding) -> None:
    assert held(hiding.people, PEOPLE + hiding.uuids) == []
    assert "mossy-dense" in {row["name"] for row in rows_of(hiding.people)["runs.run"]}


def test_no_tag_or_group_is_left(hiding: Hiding) -> None:
    assert hiding.groups
    names = RUNS + hiding.groups + (QUOTED, *FILED, ALIAS)
    assert held(hiding.runs, names) == []
    assert "adalbertine" in people_in(hiding.runs)


def test_a_run_that_judges_has_the_pseudonyms_of_a_run(hiding: Hiding) -> None:
    tables = rows_of(hiding.runs)
    (judge,) = (row for row in tables["assess.judge"] if "group" in row["parameters"])
    (came,) = (
        row
        for row in tables["runs.import"]
        if row["kind"] == "rj" and row["state"] == "landed"
    )
    assert re.fullmatch(r"run-[0-9a-f]{12}", judge["name"])
    assert re.fullmatch(r"group-[0-9a-f]{12}", judge["parameters"]["group"])
    assert judge["parameters"] | {"judge": judge["name"]} == came["params"] | {
        "task": "rj"
    }


def test_findings_keep_their_place_and_nothing_of_their_file(hiding: Hiding) -> None:
    assert held(hiding.people, FILED) == []
    rows = rows_of(hiding.people)["runs.import"]
    (kept,) = (row["findings"] for row in rows if row["state"] == "refused")
    quoted = {"found": "", "expected": "", "excerpt": None}
    assert kept == [
        group | {"examples": [each | quoted for each in group["examples"]]}
        for group in hiding.findings
    ]
    assert all(each["excerpt"] for each in hiding.findings[0]["examples"])


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
