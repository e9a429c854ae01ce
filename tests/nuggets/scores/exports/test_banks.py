"""Banks go out whole, with the wordings that they pinned."""

from pathlib import Path

import pytest

from nuggets.models import Bank
from runs.models import Track
from tests.make import NOW
from tests.nuggets.scores.exports.files import export, lines

pytestmark = pytest.mark.both_stacks


def test_a_bank_goes_out_whole_and_verbatim(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    export(track, "nuggets", tmp_path / "bank.jsonl", "--bank", bank.name)
    rows = lines(tmp_path / "bank.jsonl")
    assert [row["qid"] for row in rows] == ["10", "9"]
    assert rows[1] == {
        "query": "Wie weit? 🌊",
        "qid": "9",
        "nuggets": [
            {"text": "<frost>", "importance": "vital"},
            {"text": "سلام", "importance": "vital"},
            {"text": "c", "importance": "okay"},
        ],
    }


def test_the_2025_form_of_a_bank_names_subnarratives_and_sources(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    topic = track.topics.get(name="9")
    listing = bank.versions.get(topic=topic).listings.get(position=0)
    listing.subnarrative = topic.subnarratives.create(
        text="Salt", folded="salt", added=True
    )
    listing.save(update_fields=["subnarrative"])
    given = ("--bank", bank.name, "--form", "rag25", "--topic", "9")
    export(track, "nuggets", tmp_path / "bank.jsonl", *given)
    (row,) = lines(tmp_path / "bank.jsonl")
    first = row["nuggets"][0]
    assert first["mapped_sub_narrative"] == 'New: "Salt"'
    assert first["source"] == "post-edit"


def test_a_bank_goes_out_with_the_wordings_that_it_pinned(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    topic = track.topics.get(name="9")
    version = bank.versions.get(topic=topic)
    part = topic.subnarratives.create(text="Brine", folded="brine")
    version.listings.filter(position=0).update(subnarrative=part)
    wording = part.wordings.create(text="Salt", at=NOW)
    version.pins.create(wording=wording, position=0)
    given = ("--bank", bank.name, "--form", "rag25", "--topic", "9")
    export(track, "nuggets", tmp_path / "bank.jsonl", *given)
    (row,) = lines(tmp_path / "bank.jsonl")
    assert row["nuggets"][0]["mapped_sub_narrative"] == '"Salt"'
