"""A file that exceeds a limit of the track's profile is refused, with its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from runs.kernel.limits import LIMITS
from runs.models import Import, Track
from tests.make import make_bank, make_judge, make_run, make_topic, make_track
from tests.runs.import_form import answer, bring_in, ranking, row_counts

pytestmark = pytest.mark.both_stacks

FEW = 3
Content = Callable[[int], str]


def limited(limits: Mapping[str, int], profile: str = "rag25") -> Track:
    """Make a track whose profile has these limits."""
    track = make_track(profile=profile)
    table = "".join(f"{name} = {most}\n" for name, most in limits.items())
    track.profile_text += f"\n[limits]\n{table}"
    track.save()
    return track


def nuggets(*texts: str, **said: str) -> str:
    rows = [{"text": text, **said} for text in texts]
    return json.dumps({"qid": "14", "nuggets": rows})


def conversation(*, turns: int = 1, statements: int = 1, docids: int = 0) -> str:
    return json.dumps(
        [
            {
                "number": "7",
                "title": "Ice",
                "ptkb": {str(n): "I sail." for n in range(statements)},
                "turns": [
                    {
                        "turn_id": n,
                        "utterance": "Why?",
                        "response_provenance": [f"d{each}" for each in range(docids)],
                    }
                    for n in range(turns)
                ],
            }
        ]
    )


def sentences(number: int, **cited: int) -> str:
    texts = [f"Sentence {n}." for n in range(number)]
    return answer("14", *texts, cites=[0] * cited.get("cites", 1))


def parts(number: int) -> str:
    rows = [{"text": f"n{n}", "mapped_sub_narrative": f"s{n}"} for n in range(number)]
    return json.dumps({"qid": "14", "nuggets": rows})


def topics(number: int) -> str:
    return "".join(f"t{n}\tWhy?\n" for n in range(number))


def ranked(number: int) -> str:
    return ranking(*(("14", n, -n) for n in range(number)))


def grades(number: int) -> str:
    return "".join(f"14 0 d{n} 1\n" for n in range(number))


def judgments(number: int) -> str:
    return "".join(f"14 Q0 d{n} 1 1 r\n" for n in range(number))


def segment(text: str = "Ice.", **more: str) -> str:
    return json.dumps({"docid": "d", "segment": text, **more})


RUN = {"task": "rag"}
TOO_MANY: list[tuple[str, str, Mapping[str, Any], Content]] = [
    ("topics", "topics", {}, lambda n: topics(n - 1)),
    ("text", "topics", {}, lambda n: f"new\t{'x' * n}\n"),
    ("sentences", "run", RUN, sentences),
    ("citations", "run", RUN, lambda n: sentences(1, cites=n)),
    ("rows", "run", {"task": "r"}, ranked),
    ("labels", "qrels", {"judge": "j"}, grades),
    ("labels", "rj", {"judge": "j"}, judgments),
    ("nuggets", "nuggets", {"bank": "b"}, lambda n: nuggets(*map(str, range(n)))),
    ("subnarratives", "nuggets", {"bank": "b"}, parts),
    ("text", "nuggets", {"bank": "b"}, lambda n: nuggets("x" * n)),
    ("list_text", "nuggets", {"bank": "b"}, lambda n: nuggets("x" * (n - 1), "y")),
    ("title", "segments", {"all": True}, lambda n: segment(title="x" * n)),
    ("title", "segments", {"all": True}, lambda n: segment(url="x" * n)),
    ("passage", "segments", {"all": True}, lambda n: segment("x" * n)),
    ("text", "segments", {"all": True}, lambda n: segment(headings="x" * n)),
]
TALKS: list[tuple[str, Content]] = [
    ("turns", lambda n: conversation(turns=n)),
    ("topics", lambda n: conversation(turns=n - 1)),
    ("statements", lambda n: conversation(statements=n)),
    ("references", lambda n: conversation(docids=n)),
]


def too_many(row: Import) -> list[dict[str, Any]]:
    """Return the findings about exceeded limits, each with its place."""
    kinds = {"too_many", "too_long"}
    groups = [each for each in row.findings if each["kind"] in kinds]
    assert all(each["severity"] == "error" for each in groups)
    return [example for each in groups for example in each["examples"]]


def refused_at(row: Import, limit: str) -> None:
    (example,) = too_many(row)
    assert row.state == Import.REFUSED
    assert example["found"]
    assert example["field"]
    assert f"limits.{limit} of the track’s profile" in example["expected"]


@pytest.mark.parametrize(
    ("limit", "kind", "params", "content"),
    TOO_MANY,
    ids=[f"{limit} in {kind}" for limit, kind, *_rest in TOO_MANY],
)
def test_a_file_with_one_too_many_is_refused(
    db: None, limit: str, kind: str, params: Mapping[str, Any], content: Content
) -> None:
    most = 20 if limit == "text" else FEW
    track = limited({limit: most})
    make_topic(track, "14")
    before = row_counts()
    row = bring_in(track, kind, content(most + 1), **params)
    refused_at(row, limit)
    assert too_many(row)[0]["line"]
    assert row_counts() == before
    row = bring_in(track, kind, content(most), **params)
    assert row.state == Import.LANDED, row.findings


@pytest.mark.parametrize(("limit", "content"), TALKS, ids=[each for each, _ in TALKS])
def test_conversations_with_one_too_many_are_refused(
    db: None, limit: str, content: Content
) -> None:
    track = limited({limit: FEW}, "ikat24")
    make_topic(track, "14")
    refused_at(bring_in(track, "conversations", content(FEW + 1)), limit)
    row = bring_in(track, "conversations", content(FEW))
    assert row.state == Import.LANDED, row.findings


def test_conversations_with_too_long_lists_are_refused(db: None) -> None:
    track = limited({"list_text": 20}, "ikat24")
    too_long = (conversation(statements=3), conversation(turns=6))
    for content in too_long:
        refused_at(bring_in(track, "conversations", content), "list_text")
    row = bring_in(track, "conversations", conversation(statements=2, turns=5))
    assert row.state == Import.LANDED, row.findings


def test_the_first_run_past_the_limit_is_refused(db: None) -> None:
    track = limited({"runs": 1})
    make_topic(track, "14")
    make_run(track, "other")
    refused_at(bring_in(track, "run", sentences(1), **RUN), "runs")
    tags = {"14": {"a": "It is so."}}
    refused_at(bring_in(track, "responses", json.dumps(tags)), "runs")


def test_the_first_judge_and_bank_past_the_limit_are_refused(db: None) -> None:
    track = limited({"judges": 1, "banks": 1})
    make_topic(track, "14")
    make_judge(track)
    make_bank(track)
    refused_at(bring_in(track, "qrels", "14 0 d1 1\n", judge="new"), "judges")
    refused_at(bring_in(track, "nuggets", nuggets("x"), bank="new"), "banks")


def test_a_response_with_too_many_references_or_too_long_is_refused(db: None) -> None:
    track = limited({"references": 1})
    make_topic(track, "14")
    refused_at(bring_in(track, "run", sentences(1), **RUN), "references")
    track = limited({"text": 20})
    make_topic(track, "14")
    refused_at(bring_in(track, "run", sentences(2), **RUN), "text")
    said = json.dumps({"14": {"a": "x" * 21}})
    refused_at(bring_in(track, "responses", said), "text")


def test_a_track_that_names_no_limit_has_the_defaults(db: None) -> None:
    track = make_track()
    assert "[limits]" not in track.profile_text
    make_topic(track, "14")
    most = LIMITS["nuggets"].default
    assert most == 500
    texts = [str(number) for number in range(most + 1)]
    refused_at(bring_in(track, "nuggets", nuggets(*texts), bank="b"), "nuggets")
    row = bring_in(track, "nuggets", nuggets(*texts[:-1]), bank="b")
    assert row.state == Import.LANDED
