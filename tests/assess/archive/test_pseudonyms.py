"""Under pseudonyms, no original name is anywhere in an archive."""

import re
from pathlib import Path

import pytest
from pytest_django import Settings

from accounts.models import User
from assess.archive.pseudonyms import Hidden
from assess.models import Judge
from jobs.models import JobState
from runs.models import Import, Run, Track
from tests.assess.archive.campaign import make_campaign
from tests.assess.archive.moving import (
    archive_of,
    bring_in,
    forget,
    members_of,
    rows_of,
)

PEOPLE = ("adalbertine", "Adalbertine", "Quuxworth", "quux@example.test", "omarion")
RUNS = ("mossy-dense", "harbor-bm25", "tern-brief", "quill")


@pytest.fixture
def campaign(db: None, settings: Settings, tmp_path: Path) -> Track:
    """A campaign whose people have names that stand nowhere else."""
    settings.DATA_DIR = tmp_path / "here"
    settings.DATA_DIR.mkdir()
    track = make_campaign()
    ada, omar = (User.objects.get(username=name) for name in ("ada", "omar"))
    ada.username, ada.email = "adalbertine", "quux@example.test"
    ada.first_name, ada.last_name = "Adalbertine", "Quuxworth"
    omar.username = "omarion"
    ada.save()
    omar.save()
    Judge.objects.filter(track=track, user=ada).update(
        name=str(ada), description="What adalbertine (quux@example.test) said"
    )
    row = Import.objects.filter(track=track, kind="run").earliest("pk")
    findings = [{"message": f"by Quuxworth, {row.filename}", "at": [str(ada.uuid)]}]
    Import.objects.filter(pk=row.pk).update(
        findings=findings, params={"group": "mossy", "who": "omarion"}
    )
    return track


def held(data: bytes, names: tuple[str, ...]) -> list[str]:
    """Return the names that stand anywhere in an archive, its files' names too."""
    members = members_of(data)
    text = b"\n".join([*members.values(), *(n.encode() for n in members)]).decode()
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.I)]


def test_names_stand_in_an_archive_that_hides_none(campaign: Track) -> None:
    assert held(archive_of(campaign), RUNS) == list(RUNS)
    assert "adalbertine" in held(archive_of(campaign), PEOPLE)


def test_no_name_of_a_person_is_left(campaign: Track) -> None:
    data = archive_of(campaign, Hidden(people=True))
    uuids = tuple(map(str, User.objects.values_list("uuid", flat=True)))
    assert held(data, PEOPLE + uuids) == []
    runs = {row["name"] for row in rows_of(data)["runs.run"]}
    assert "mossy-dense" in runs


def test_no_tag_or_group_is_left(campaign: Track) -> None:
    groups = tuple(Run.objects.exclude(group="").values_list("group", flat=True))
    data = archive_of(campaign, Hidden(runs=True))
    assert held(data, RUNS + tuple(set(groups))) == []
    assert "adalbertine" in {row["username"] for row in rows_of(data)["accounts.user"]}


def test_the_same_names_have_the_same_pseudonyms_again(campaign: Track) -> None:
    everything = Hidden(people=True, runs=True)
    assert archive_of(campaign, everything) == archive_of(campaign, everything)


def test_the_key_follows_from_this_installations_secret(
    campaign: Track, settings: Settings
) -> None:
    names = {row["username"] for row in rows_of(hidden(campaign))["accounts.user"]}
    settings.SECRET_KEY = "x" * 50
    others = {row["username"] for row in rows_of(hidden(campaign))["accounts.user"]}
    assert names.isdisjoint(others)


def hidden(track: Track) -> bytes:
    return archive_of(track, Hidden(people=True, runs=True))


def test_a_judge_has_the_pseudonym_of_its_person(campaign: Track) -> None:
    tables = rows_of(hidden(campaign))
    people = [row["username"] for row in tables["accounts.user"]]
    judges = [row for row in tables["assess.judge"] if row["kind"] == "person"]
    assert judges
    assert all(judge["name"] == people[judge["user"] - 1] for judge in judges)


def test_it_comes_in_elsewhere_with_the_pseudonyms(
    campaign: Track, tmp_path: Path
) -> None:
    data = hidden(campaign)
    assert b"a kept export" not in members_of(data).values()
    assert bring_in(data, tmp_path).state == JobState.FAILED
    forget(campaign)
    job = bring_in(data, tmp_path)
    assert job.error == ""
    tags = Run.objects.filter(track__slug="sample").values_list("name", flat=True)
    assert all(tag.startswith("run-") for tag in tags)
    assert "Nothing changed" in bring_in(data, tmp_path).result["state"]
