import csv
import io
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from runs.models import Track
from tests.assess.analysis.agreement.grades import grade
from tests.make import NOW, make_judge, make_track

pytestmark = pytest.mark.django_db


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.fixture
def a(track: Track) -> Judge:
    return make_judge(track, "a")


@pytest.fixture
def b(track: Track) -> Judge:
    return make_judge(track, "b")


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("agreement", *arguments, stdout=out)
    return out.getvalue()


def compared(track: Track) -> dict[str, Any]:
    """Return the agreement of judges a and b on relevance."""
    names = ["--kind", "relevance", "--a", "a", "--b", "b", "--format", "json"]
    found: dict[str, Any] = json.loads(command(track.slug, *names))
    return found


def test_the_command_prints_json_with_null_where_undefined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "00")
    grade(track, b, "1", "00")
    found = compared(track)
    assert (found["n"], found["agreement"], found["kappa"]) == (2, 1.0, None)
    assert found["matrix"][0] == [2, 0, 0, 0, 0]
    assert found["topics"][0]["topic"] == "1"


def test_the_command_names_the_judges_there_are(track: Track, a: Judge) -> None:
    with pytest.raises(CommandError, match=r"no judge 'nobody' .* Judges: a\."):
        command(track.slug, "--kind", "relevance", "--a", "a", "--b", "nobody")


def test_the_command_names_the_tracks_there_are(track: Track) -> None:
    with pytest.raises(CommandError, match=track.slug):
        command("elsewhere", "--kind", "relevance", "--a", "a", "--b", "b")


def test_the_command_refuses_an_unknown_kind(track: Track) -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        command(track.slug, "--kind", "beauty", "--a", "a", "--b", "b")


def test_the_command_prints_intervals_alpha_and_cuts(
    track: Track, a: Judge, b: Judge
) -> None:
    for topic in "13579":
        grade(track, a, topic, "0123")
        grade(track, b, topic, "0123" if topic == "9" else "0122")
    names = ["--kind", "relevance", "--a", "a", "--b", "b"]
    found = json.loads(command(track.slug, *names))
    low, high = found["intervals"]["kappa"]
    assert low <= found["kappa"] <= high
    assert set(found["alpha"]) == {"nominal", "ordinal", "interval"}
    assert len(found["cuts"]) == 16
    assert (found["drawn"], found["samples"], found["level"]) == ("topics", 1000, 0.95)
    one = json.loads(command(track.slug, *names, "--topic", "1"))
    assert (one["n"], one["drawn"]) == (4, "items")


def test_the_command_compares_several(track: Track, a: Judge, b: Judge) -> None:
    c = make_judge(track, "c")
    for judge in (a, b, c):
        grade(track, judge, "1", "012")
    names = ["--kind", "relevance", "--a", "a", "--b", "b", "--more", "c"]
    found = json.loads(command(track.slug, *names))
    assert [(row["a"], row["b"]) for row in found["pairs"]] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]
    assert found["alpha"]["nominal"] == 1.0


def test_the_command_writes_csv(track: Track, a: Judge, b: Judge) -> None:
    for judge in (a, b):
        grade(track, judge, "1", "012")
    names = ["--kind", "relevance", "--a", "a", "--b", "b", "--format", "csv"]
    rows = list(csv.reader(io.StringIO(command(track.slug, *names))))
    assert rows[0][:5] == ["a", "b", "measure", "n", "value"]
    assert rows[1][2:5] == ["agreement", "3", "1.0"]


def test_the_command_holds_machines_against_a_judge(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "0123")
    grade(track, b, "1", "012-")
    names = ["--kind", "relevance", "--machines-against", "a"]
    (found,) = json.loads(command(track.slug, *names))["judges"]
    assert (found["judge"], found["n"], found["missing"]) == ("b", 3, 1)
    assert (found["pairs"], found["alike"]) == (3, 1.0)
    text = command(track.slug, *names, "--format", "csv")
    assert text.splitlines()[1].startswith("b,baseline,,,3,1,3,1.0")


def test_the_command_says_how_many_labels_of_a_panel_are_a_judge_s_own(
    track: Track, a: Judge, b: Judge, capsys: pytest.CaptureFixture[str]
) -> None:
    grade(track, a, "1", "01--")
    grade(track, b, "1", "0123")
    create_panel(track, "both", rule="first", members=[a, b], now=NOW)
    says = (
        "b is one of those behind both: 2 of the 4 labels of the panel compared here "
        "are b’s own. On those it agrees with itself."
    )
    own = {"judge": "b", "panel": "both", "own": 2, "n": 4, "says": says}
    kind = ["--kind", "relevance"]
    two = [*kind, "--a", "both", "--b", "b"]
    assert json.loads(command(track.slug, *two))["own_labels"] == [own]
    machines = json.loads(command(track.slug, *kind, "--machines-against", "both"))
    assert own in machines["own_labels"]
    assert "of the panel" not in command(track.slug, *two, "--format", "csv")
    assert capsys.readouterr().err == f"{says}\n"


def test_the_command_wants_judges(track: Track, a: Judge) -> None:
    with pytest.raises(CommandError, match="Name --a and --b"):
        command(track.slug, "--kind", "relevance", "--a", "a")
    with pytest.raises(CommandError, match="two different judges"):
        command(track.slug, "--kind", "relevance", "--a", "a", "--b", "a")


def test_it_says_how_often_one_label_throughout_would_agree(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "0123")
    grade(track, b, "1", "0003")
    found = compared(track)
    assert found["most_frequent"] == {"label": "0", "agreement": 0.75}
    assert found["agreement"] == 0.5


def test_nothing_shared_has_no_most_frequent_label(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "0")
    grade(track, b, "2", "0")
    assert compared(track)["most_frequent"] is None
