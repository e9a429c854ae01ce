"""Baselines and models match nuggets through the shared job."""

import json
from pathlib import Path

import pytest

from matching.models import EntailLabel, JudgedPairs, MatchLabel
from runs.models import Response, Track
from tests.matching.conftest import Run
from tests.matching.example import make_worked

pytestmark = pytest.mark.both_stacks
WORDS = {"bank": "gold", "judge": "words"}


@pytest.fixture
def track(db: None, run: Run) -> Track:
    track, _bank = make_worked()
    run("create_judge", track, "words", baseline="word_cover")
    return track


def test_word_cover_compares_pairs(track: Track, run: Run) -> None:
    run("judge", track, kind="entail", **WORDS)
    assert set(EntailLabel.objects.values_list("value", "details__p")) == {("no", 50.0)}
    assert JudgedPairs.objects.count() == 1
    found = json.loads(run("matching", track, format="json", **WORDS))["runs"]
    assert (found["run-a"]["recall"], found["run-a"]["precision"]) == (0, 0)
    run("judge", track, kind="entail", **WORDS)
    assert EntailLabel.objects.count() == 12


def test_word_cover_matches_responses(track: Track, run: Run) -> None:
    Response.objects.filter(topic__name="14_1").update(text="alpha ICE, beta.")
    Response.objects.filter(topic__name="14_2").update(text="", words=0)
    run("judge", track, kind="match", **WORDS)
    matched = MatchLabel.objects.filter(value="yes")
    texts = {label.nugget.text for label in matched}  # type: ignore[attr-defined]
    assert texts == {"alpha ice", "beta ice"}
    assert MatchLabel.objects.count() == 6
    said = run("matching", track, format="json", by="responses", **WORDS)
    found = json.loads(said)["runs"]["run-a"]
    assert (found["recall"], found["labels"], found["yes"]) == (0.25, 6, 2)


def test_a_nugget_is_dropped_that_another_one_entails(
    track: Track, run: Run, tmp_path: Path
) -> None:
    said = run("deduplicate", track, bank="gold", judge="words", name="gold-d")
    assert "gold-d: 6 of 6 nuggets kept, 0 groups vanished." in said
    file = tmp_path / "pairs.jsonl"
    pairs = [(1, 2), (2, 1), (2, 3)]
    file.write_text(
        "".join(
            json.dumps({"turn": "14_1", "premise": f"[{a}]", "gold": b, "match": True})
            + "\n"
            for a, b in pairs
        )
    )
    run("import_decisions", track, file, bank="gold", judge="nli")
    said = run("deduplicate", track, bank="gold", judge="nli", name="ours")
    assert "ours: 4 of 6 nuggets kept, 0 groups vanished." in said
    said = run(
        "deduplicate", track, bank="gold", judge="nli", name="paper", rule="literal"
    )
    assert "paper: 3 of 6 nuggets kept, 1 groups vanished." in said
    out = tmp_path / "duplicates.jsonl"
    run("export", track, "duplicates", bank="ours", out=out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["dropped"], row["by"]) for row in rows] == [
        ("[1]", ["[2]"]),
        ("[3]", ["[2]"]),
    ]
