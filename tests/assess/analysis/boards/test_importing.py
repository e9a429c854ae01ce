"""Imported boards: their files, their pages, and what puts them away."""

from __future__ import annotations

import gzip
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.analysis.models import ImportedBoard
from runs.models import Import, Track
from runs.put_away.actions import put_away, restore
from runs.put_away.registry import thing_kind
from tests.make import make_run, make_track
from tests.page import texts
from tests.runs.import_form import bring_in, found, sentence

pytestmark = pytest.mark.both_stacks

SCORES = "run-a\t0.5\nrun-b\t0.25\nother\t0.75\n"


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(organizer=omar)
    for name in ("run-a", "run-b"):
        make_run(track, name)
    return track


def test_runs_that_the_track_lacks_are_listed_and_kept(track: Track) -> None:
    row = bring_in(track, "board", SCORES, name="official")
    assert (row.state, row.counts) == (Import.LANDED, {"runs": 3})
    assert found(row) == {"unknown_run": [3]}
    board = ImportedBoard.objects.get()
    assert (board.name, board.lower_is_better) == ("official", False)
    assert [tag for _name, tag, _score in board.scores] == ["run-a", "run-b", "other"]
    assert bring_in(track, "board", SCORES, name="official").state == Import.UNCHANGED


def test_ranks_in_json_are_better_when_lower(track: Track) -> None:
    bring_in(track, "board", '{"run-a": 2, "run-b": 1}', name="ranks")
    bring_in(track, "board", "run-a\t2\nrun-b\t1\n", name="said", lower_is_better=True)
    assert set(ImportedBoard.objects.values_list("lower_is_better", flat=True)) == {
        True
    }


def test_aliases_give_runs_their_names(track: Track) -> None:
    row = bring_in(
        track, "board", "A\t1\nrun-b\t2\n", name="aliased", aliases="A\trun-a\n"
    )
    assert found(row) == {}
    assert ImportedBoard.objects.get().scores[0] == ["A", "run-a", 1.0]
    row = bring_in(track, "board", "A\t1\nrun-a\t2\n", name="two", aliases="A\trun-a\n")
    assert (row.state, found(row)) == (Import.REFUSED, {"contradicting_row": [2]})


def test_other_scores_replace_only_when_asked(track: Track) -> None:
    bring_in(track, "board", SCORES, name="official")
    other = SCORES.replace("0.5", "0.6")
    assert "other scores" in sentence(bring_in(track, "board", other, name="official"))
    row = bring_in(track, "board", other, name="official", replace=True)
    assert row.state == Import.LANDED
    assert ImportedBoard.objects.get().scores[0] == ["run-a", "run-a", 0.6]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("run-a\tmany\n", "bad_score"),
        ("run-a\n", "wrong_columns"),
        ("x" * 151 + "\t1\n", "long_name"),
        (gzip.compress(SCORES.encode(), mtime=0)[:-9], "bad_gzip"),
        (b"run-\xff\t1\n", "bad_encoding"),
    ],
)
def test_a_bad_file_leaves_nothing(
    track: Track, content: bytes | str, kind: str
) -> None:
    row = bring_in(track, "board", content, name="official")
    assert row.state == Import.REFUSED
    assert kind in found(row)
    assert not ImportedBoard.objects.exists()


def test_the_command_names_a_board_after_its_file(track: Track, tmp_path: Path) -> None:
    file = tmp_path / "dl20.official.json"
    file.write_text('{"run-a": 1, "elsewhere": 2}')
    out = StringIO()
    call_command(
        "import_board", track.slug, str(file), lower_is_better=True, stdout=out
    )
    assert "run, found 'elsewhere'" in out.getvalue()
    assert ImportedBoard.objects.get().name == "dl20.official"
    aliases = tmp_path / "aliases"
    aliases.write_bytes(b"\xff")
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("import_board", track.slug, str(file), aliases=aliases)


def test_an_organizer_reads_a_board(track: Track, omar_client: Client) -> None:
    bring_in(track, "board", SCORES, name="official")
    board = ImportedBoard.objects.get()
    pages = f"/tracks/{track.uuid}/agreement/boards/"
    assert "official" in texts(omar_client.get(pages).content.decode(), "th")
    page = omar_client.get(f"{pages}{board.uuid}/").content.decode()
    assert texts(page, "tbody th") == ["other", "run-a", "run-b"]
    assert "1 of its runs is not in the track" in page


def test_nobody_else_does(track: Track, ada_client: Client, bea: User) -> None:
    bring_in(track, "board", SCORES, name="official")
    board = ImportedBoard.objects.get()
    for address in ("", f"{board.uuid}/"):
        page = ada_client.get(f"/tracks/{track.uuid}/agreement/boards/{address}")
        assert page.status_code == 404


def test_it_is_put_away_and_restored(track: Track, omar_client: Client) -> None:
    bring_in(track, "board", SCORES, name="official")
    kind, board = thing_kind("board"), ImportedBoard.objects.get()
    address = f"/tracks/{track.uuid}/put-away/board/{board.uuid}/"
    assert omar_client.get(address).status_code == 200
    put_away(kind, board, track=track, by=None, now=timezone.now())
    assert not ImportedBoard.objects.exists()
    again = bring_in(track, "board", SCORES, name="official")
    assert "Restore it" in sentence(again)
    board.refresh_from_db()
    restore(kind, board, track=track, by=None, now=timezone.now())
    assert ImportedBoard.objects.exists()
