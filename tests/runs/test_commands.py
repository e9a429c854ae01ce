from io import StringIO
from pathlib import Path

import pytest
from django.core.management import (
    CommandError,
    call_command,
    get_commands,
    load_command_class,
)
from django.test import Client
from django.urls import reverse

from accounts.models import User
from runs.models import Import, Membership, Run, Segment, Track
from tests.make import make_topic, make_track
from tests.page import texts
from tests.runs.import_form import answer, ranking


@pytest.fixture
def track(db: None, omar: User) -> Track:
    track = make_track(organizer=omar)
    make_topic(track, "14")
    return track


def said(name: str, *args: object, **options: object) -> str:
    out = StringIO()
    call_command(name, *map(str, args), stdout=out, **options)
    return out.getvalue()


def file(folder: Path, content: str, name: str = "file.txt") -> Path:
    path = folder / name
    path.write_text(content)
    return path


def test_create_track_makes_one_with_its_organizer(omar: User) -> None:
    out = said("create_track", "rag25", "--profile", "rag25", "--organizer", "omar")
    assert out == "Made track rag25 with profile rag25.\n"
    assert Membership.objects.get().role == Membership.ORGANIZER


@pytest.mark.parametrize("slug", ["no spaces", "x" * 65, "taken"])
def test_create_track_refuses_a_bad_name(db: None, slug: str) -> None:
    Track.objects.create(slug="taken", name="T", profile_text="")
    with pytest.raises(CommandError, match=r"short name|slug|characters"):
        said("create_track", slug, "--profile", "rag25")


def test_create_track_names_the_profiles(db: None) -> None:
    with pytest.raises(CommandError, match="ikat24"):
        said("create_track", "a", "--profile", "rag99")


def test_an_unknown_track_names_those_there_are(track: Track, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"no track 'b'. Tracks: {track.slug}."):
        said("import_topics", "b", file(tmp_path, "15\ta\n"))


def test_a_missing_file_is_an_error(track: Track) -> None:
    with pytest.raises(CommandError, match=r"there is no file nowhere\.tsv"):
        said("import_topics", track.slug, "nowhere.tsv")


def test_import_topics_says_what_came_in(track: Track, tmp_path: Path) -> None:
    path = file(tmp_path, "15\ta\n", "topics.tsv")
    out = said("import_topics", track.slug, path)
    assert out == "topics.tsv: Accepted. 1 topics.\n"
    out = said("import_topics", track.slug, path)
    assert out == "topics.tsv: Accepted before, nothing changed.\n"


def test_import_run_takes_the_form_of_the_issue(track: Track, tmp_path: Path) -> None:
    words = ["--task", "rag", "--group", "tidal"]
    words += ["--type", "manual", "--priority", "3"]
    said("import_run", track.slug, file(tmp_path, answer("14", "So.")), *words)
    run = Run.objects.get()
    assert (run.group, run.type, run.priority) == ("tidal", "manual", 3)


def test_import_segments_takes_several_files(track: Track, tmp_path: Path) -> None:
    paths = [
        file(tmp_path, f'{{"docid": "d{n}", "segment": "a"}}', f"{n}.jsonl")
        for n in (1, 2)
    ]
    said("import_segments", track.slug, *paths, "--all")
    assert Segment.objects.with_text().count() == 2


@pytest.mark.parametrize(
    ("name", "words", "wrong"),
    [
        ("import_run", ["--task", "rag", "--priority", "0"], "--priority"),
        ("import_run", ["--task", "rag", "--priority", "70000"], "--priority"),
        ("import_run", ["--task", "rag", "--group", "x" * 151], "--group"),
        ("import_qrels", ["--judge", ""], "--judge"),
        ("import_qrels", ["--judge", "x" * 151], "--judge"),
        ("import_nuggets", ["--bank", " "], "--bank"),
    ],
)
def test_options_are_held_to_the_rules_of_the_form(
    track: Track, tmp_path: Path, name: str, words: list[str], wrong: str
) -> None:
    with pytest.raises(CommandError, match=wrong):
        said(name, track.slug, file(tmp_path, "x"), *words)
    assert not Import.objects.exists()


def test_aliases_that_are_not_utf8_are_an_error(track: Track, tmp_path: Path) -> None:
    aliases = tmp_path / "aliases"
    aliases.write_bytes(b"\xff")
    words = ["--bank", "b", "--judge", "j", "--aliases", str(aliases)]
    with pytest.raises(CommandError, match="not UTF-8"):
        said("import_assignments", track.slug, file(tmp_path, "x"), *words)


def test_a_refused_file_fails_and_prints_what_the_page_shows(
    track: Track, tmp_path: Path, omar_client: Client
) -> None:
    path = file(tmp_path, ranking(("99", 5, 2.5)).replace("2.5", "nan"), "run.tsv")
    out = StringIO()
    with pytest.raises(CommandError, match=r"run\.tsv: Not accepted: 1 error"):
        call_command("import_run", track.slug, str(path), task="r", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "run.tsv: Not accepted: 1 error and 1 warning."
    assert lines[1] == "Error: A score must be a finite number."
    assert lines[4].endswith("»nan« bm25")
    row = Import.objects.get()
    url = reverse("runs:import", args=(track.uuid, row.uuid))
    page = omar_client.get(url).content.decode()
    assert row.verdict in page
    for finding in row.findings:
        assert finding["message"] in page
        assert finding["do"] in page
    assert "nan" in texts(page, "mark")


@pytest.mark.parametrize(
    "name",
    [
        "create_track",
        "import_topics",
        "import_segments",
        "import_run",
        "import_qrels",
        "import_nuggets",
        "import_assignments",
        "import_responses",
    ],
)
def test_each_command_has_a_help_text(name: str) -> None:
    command = load_command_class(str(get_commands()[name]), name)
    assert len(command.help) > 15
    assert "TRACK" in command.create_parser("manage.py", name).format_help()


def test_import_run_names_its_own_switch_and_keeps_what_is_left_out(
    track: Track, tmp_path: Path
) -> None:
    first = file(tmp_path, answer("14", "Salt."))
    given = ["--task", "rag", "--type", "manual", "--priority", "1"]
    said("import_run", track.slug, first, *given)
    again = said("import_run", track.slug, first, "--task", "rag")
    assert "nothing changed" in again
    out = StringIO()
    other = [str(first), "--task", "rag", "--priority", "2"]
    with pytest.raises(CommandError):
        call_command("import_run", track.slug, *other, stdout=out)
    assert "priority is 1, this import says 2" in out.getvalue()
    assert "Give --replace to do so" in out.getvalue()
    assert Run.objects.get().type == Run.MANUAL
