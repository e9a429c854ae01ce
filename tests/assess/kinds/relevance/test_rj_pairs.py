"""The pairs that the RJ task asks for: the pool as a file, which the import reads."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from runs.models import RankedList, Track
from tests.make import make_response, make_run, make_segment, make_topic, make_track
from tests.runs.import_form import bring_in, found

pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(db: None) -> Track:
    """Topic 14 with one cited segment and one ranked, topic 31 with none."""
    track = make_track()
    topic = make_topic(track, "14")
    make_topic(track, "31")
    cited, ranked = (make_segment(track, name) for name in ("d2", "d1"))
    make_response(make_run(track), topic, cites=cited)
    run = make_run(track, "ranking")
    RankedList.objects.create(
        run=run, topic=topic, segment_ids=[ranked.pk], scores=[1.0]
    )
    return track


def exported(track: Track, folder: Path, *more: str) -> str:
    path = folder / "pairs.tsv"
    out = f"--out={path}"
    call_command("export", track.slug, "rj-pairs", out, *more, stdout=StringIO())
    return path.read_text()


def test_every_pooled_pair_is_a_line(track: Track, tmp_path: Path) -> None:
    assert exported(track, tmp_path) == "14\td1\n14\td2\n"


def test_the_import_of_an_rj_run_reads_it(track: Track, tmp_path: Path) -> None:
    pairs = exported(track, tmp_path)
    content = "14 Q0 d1 3 1 rj\n14 Q0 d9 3 1 rj\n"
    row = bring_in(track, "rj", content, judge="rj", pairs=pairs)
    assert found(row).keys() >= {"unknown_pair", "missing_pair"}


def test_without_a_pool_it_says_so(track: Track, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no pool"):
        exported(track, tmp_path, "--topic=31")
