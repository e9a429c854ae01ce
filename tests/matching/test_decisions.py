"""Decisions come in, are scored, and go out."""

import gzip
import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assess.judging.models import Judge
from matching.extraction.lists import NewList, write_lists
from matching.kernel.spans import place_span
from matching.models import EntailLabel, Extraction, JudgedPairs, MatchLabel
from runs.models import Response, Track
from tests.make import make_judge
from tests.matching.conftest import Run
from tests.matching.example import decisions, make_worked, written

pytestmark = pytest.mark.both_stacks
HOW = {"bank": "gold", "judge": "nli"}


@pytest.fixture
def track(db: None) -> Track:
    return make_worked()[0]


def scores(run: Run, track: Track, **options: object) -> dict[str, object]:
    said = json.loads(run("matching", track, format="json", **HOW, **options))
    found: dict[str, object] = said["runs"].get("run-a", {})
    return found


@pytest.mark.parametrize("complete", [True, False])
def test_the_worked_example(
    track: Track, run: Run, tmp_path: Path, complete: bool
) -> None:
    file = written(tmp_path / "nli.jsonl", decisions(complete=complete))
    run("import_decisions", track, file, **HOW)
    ours = scores(run, track)
    assert ours["precision"] == pytest.approx(0.6667, abs=5e-5)
    assert (ours["recall"], ours["turns_precision"], ours["turns"]) == (0.25, 1, 2)
    compatible = scores(run, track, rules="cone-rag")
    assert compatible["precision"] == pytest.approx(0.3333, abs=5e-5)
    assert compatible["recall"] == pytest.approx(0.1667, abs=5e-5)


def test_a_clear_no_has_no_row(track: Track, run: Run, tmp_path: Path) -> None:
    file = written(tmp_path / "nli.jsonl", decisions())
    run("import_decisions", track, file, **HOW)
    assert EntailLabel.objects.count() == 3
    assert JudgedPairs.objects.count() == 2


def test_what_goes_out_comes_in_again(track: Track, run: Run, tmp_path: Path) -> None:
    rows = decisions()
    rows.append({"turn": "14_2", "run": "run-a", "gold": "[2]", "match": True})
    rows.append(
        {"turn": "14_1", "premise": "[1]", "gold": "[2]", "p": 60, "match": True}
    )
    run("import_decisions", track, written(tmp_path / "in.jsonl", rows), **HOW)
    out = tmp_path / "out.jsonl"
    run("export", track, "decisions", out=out, **HOW)
    again = run("import_decisions", track, out, **HOW)
    assert "nothing changed" in again
    run("import_decisions", track, out, bank="gold", judge="copy")
    copy = tmp_path / "copy.jsonl"
    run("export", track, "decisions", out=copy, bank="gold", judge="copy")
    assert copy.read_text() == out.read_text()
    assert len(out.read_text().splitlines()) == 3 + 2 + 2


def test_other_decisions_need_to_be_asked_for(
    track: Track, run: Run, tmp_path: Path
) -> None:
    run("import_decisions", track, written(tmp_path / "a.jsonl", decisions()), **HOW)
    rows = decisions()
    rows[0] |= {"p": 20.0, "match": False}
    other = written(tmp_path / "b.jsonl", rows)
    assert "decided 1 of these pairs otherwise" in refused(run, track, other)
    run("import_decisions", track, other, replace=True, **HOW)
    assert EntailLabel.objects.filter(value="yes").count() == 2
    assert scores(run, track)["recall"] == 0.125


@pytest.fixture
def phrases(track: Track) -> Judge:
    """Add a second judge of response nuggets, with one of the first turn."""
    judge = make_judge(track, "phrases", kind="import")
    response = Response.objects.get(topic__name="14_1")
    parts = (place_span("ice one", response.text),)
    write_lists(judge, [NewList(response.pk, parts)], now=timezone.now())
    return judge


def precision(run: Run, track: Track, nuggets: str) -> object:
    return scores(run, track, nuggets=nuggets).get("precision")


@pytest.mark.usefixtures("phrases")
def test_decisions_are_on_the_response_nuggets_of_one_judge(
    track: Track, run: Run, tmp_path: Path
) -> None:
    rows = decisions()
    file = written(tmp_path / "spans.jsonl", rows)
    assert "Say whose response nuggets these" in refused(run, track, file)
    run("import_decisions", track, file, **HOW, nuggets="spans")
    assert precision(run, track, "spans") == pytest.approx(2 / 3)
    assert precision(run, track, "phrases") is None
    some = [row for row in rows if row["response_nugget"] == {"text": "ice one"}]
    file = written(tmp_path / "phrases.jsonl", some)
    run("import_decisions", track, file, **HOW, nuggets="phrases")
    assert precision(run, track, "spans") == pytest.approx(2 / 3)
    assert precision(run, track, "phrases") == 1


@pytest.mark.usefixtures("phrases")
def test_lines_may_say_whose_response_nuggets_they_are_on(
    track: Track, run: Run, tmp_path: Path
) -> None:
    rows = [{**row, "nuggets": "spans"} for row in decisions()]
    rows += [
        {**row, "nuggets": "phrases"}
        for row in decisions()
        if row["response_nugget"] == {"text": "ice one"}
    ]
    run("import_decisions", track, written(tmp_path / "in.jsonl", rows), **HOW)
    assert precision(run, track, "spans") == pytest.approx(2 / 3)
    assert precision(run, track, "phrases") == 1
    out, copy = tmp_path / "out.jsonl", tmp_path / "copy.jsonl"
    run("export", track, "decisions", out=out, **HOW)
    run("import_decisions", track, out, bank="gold", judge="copy")
    run("export", track, "decisions", out=copy, bank="gold", judge="copy")
    assert copy.read_text() == out.read_text()
    told = Counter(json.loads(line)["nuggets"] for line in out.read_text().splitlines())
    assert told == {"spans": 3 + 2, "phrases": 2 + 1}


@pytest.mark.usefixtures("phrases")
def test_a_line_over_unknown_response_nuggets_is_named(
    track: Track, run: Run, tmp_path: Path
) -> None:
    rows = [{**decisions()[0], "nuggets": "clauses"}]
    file = written(tmp_path / "in.jsonl", rows)
    assert "No response nuggets of this judge." in refused(run, track, file)


def test_decisions_by_responses(track: Track, run: Run, tmp_path: Path) -> None:
    rows = [
        {"turn": "14_1", "run": "run-a", "gold": f"[{n}]", "match": n < 4, "reply": "x"}
        for n in range(1, 5)
    ]
    run("import_decisions", track, written(tmp_path / "ntr.jsonl", rows), **HOW)
    found = scores(run, track)
    assert (found["precision"], found["recall"], found["labels"]) == (None, 0.75, 4)
    assert MatchLabel.objects.filter(details__reply="x").count() == 4


WRONG = [
    ({"gold": "[9]"}, "no such nugget"),
    ({"gold": 1.5}, "wrong type"),
    ({"gold": "three"}, "not a number"),
    ({"p": 101}, "not a number"),
    ({"p": "90"}, "wrong type"),
    ({"match": 1}, "wrong type"),
    ({"match": None}, "wrong type"),
    ({"run": "run-z"}, "no response of this run"),
    ({"turn": "99_9"}, "no response of this run"),
    ({"turn": ["14_1"]}, "wrong type"),
    ({"response_nugget": {"text": "never said"}}, "no such nugget"),
    ({"response_nugget": {}}, "required field"),
    ({"response_nugget": 3}, "wrong type"),
    ({"response_nugget": {"text": "\0"}}, "NUL"),
    ({"premise": None}, "wrong type"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_each_finding_names_its_line(
    track: Track,
    run: Run,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, object],
    words: str,
) -> None:
    rows = decisions()
    rows[3] |= change
    file = written(tmp_path / "nli.jsonl", rows)
    said = refused(run, track, file)
    assert words in said
    assert "nli.jsonl:4" in said
    assert not EntailLabel.objects.exists()


def refused(run: Run, track: Track, file: Path) -> str:
    """Return what a refused import prints, which stores nothing."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("import_decisions", track.slug, str(file), stdout=out, **HOW)
    return out.getvalue()


def test_two_values_for_one_pair(track: Track, run: Run, tmp_path: Path) -> None:
    rows = decisions()
    rows.append(rows[0] | {"match": False})
    said = refused(run, track, written(tmp_path / "nli.jsonl", rows))
    assert "occurs twice, with two values" in said
    assert "nli.jsonl:13" in said


def test_a_file_cut_short_changes_nothing(
    track: Track, run: Run, tmp_path: Path
) -> None:
    whole = gzip.compress(written(tmp_path / "nli.jsonl", decisions()).read_bytes())
    file = tmp_path / "nli.jsonl.gz"
    file.write_bytes(whole[:-9])
    assert "damaged or cut short" in refused(run, track, file)
    assert not EntailLabel.objects.exists()


def test_without_response_nuggets_it_says_what_to_do(
    track: Track, run: Run, tmp_path: Path
) -> None:
    Extraction.objects.all().delete()
    file = written(tmp_path / "nli.jsonl", decisions())
    assert "Import them first" in refused(run, track, file)
