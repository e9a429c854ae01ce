"""The sample campaign's files as plain values, and its measures in plain code."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

SAMPLE = Path(__file__).parents[2] / "sample"
CONVERSATIONS = SAMPLE / "conversations"
FINISHED = ("1001", "1002", "1003", "1004", "1005")
UNWORKED = "1007"

Row = dict[str, Any]
Labels = dict[tuple[str, str, str], str]
Item = TypeVar("Item", bound=tuple[str, ...])


def settings(folder: Path = SAMPLE) -> Row:
    """Return campaign.toml."""
    return tomllib.loads((folder / "campaign.toml").read_text(encoding="utf-8"))


def rows(name: str) -> list[Row]:
    """Return the objects of a JSONL file of the campaign."""
    text = (SAMPLE / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def columns(name: str) -> list[list[str]]:
    """Return the cells of a file in columns."""
    text = (SAMPLE / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines()]


def docids() -> set[str]:
    """Return the ids of all segments."""
    return {row["docid"] for row in rows("segments.jsonl")}


def topics() -> dict[str, str]:
    """Return each topic's narrative."""
    return {row["id"]: row["title"] for row in rows("topics.jsonl")}


def subnarratives() -> dict[str, list[str]]:
    """Return each topic's sub-narratives, in order."""
    return {
        row["qid"]: [item["text"] for item in row["sub_narratives"]]
        for row in rows("subnarratives.jsonl")
    }


def graded(name: str) -> dict[tuple[str, str, str], int]:
    """Return one judge's exam grades by topic, passage and question."""
    text = (SAMPLE / "exams" / f"{name}.jsonl").read_text(encoding="utf-8")
    return {
        (
            topic,
            row["paragraph_id"],
            each.get("question_id") or each["nugget_id"],
        ): each["self_rating"]
        for topic, passages in map(json.loads, text.splitlines())
        for row in passages
        for each in row["exam_grades"][0]["self_ratings"]
    }


def responses() -> dict[tuple[str, str], Row]:
    """Return each response under its topic and run tag."""
    return {
        (row["metadata"]["narrative_id"], row["metadata"]["run_id"]): row
        for path in sorted((SAMPLE / "runs").glob("*.jsonl"))
        for row in rows(f"runs/{path.name}")
    }


def cited(response: Row) -> Iterator[list[str]]:
    """Yield the docids that each sentence cites, strongest first."""
    for sentence in response["answer"]:
        yield [
            mark if isinstance(mark, str) else response["references"][mark]
            for mark in sentence["citations"]
        ]


def grades(judge: str) -> dict[tuple[str, str], str]:
    """Return a judge's relevance grade for each (topic, docid)."""
    return {(row[0], row[2]): row[3] for row in columns(f"qrels/{judge}.qrels")}


def assignments(name: str) -> Labels:
    """Return the labels of a file under (topic, run, nugget's text)."""
    return {
        (row["qid"], row["run_id"], nugget["text"]): nugget["assignment"]
        for row in rows(f"assignments/{name}.jsonl")
        for nugget in row["nuggets"]
    }


def vital_strict(name: str) -> dict[str, float]:
    """Return each run's V_strict over the finished topics; no response counts 0."""
    found: dict[str, float] = {}
    for row in rows(f"assignments/{name}.jsonl"):
        vital = [x for x in row["nuggets"] if x["importance"] == "vital"]
        if row["qid"] in FINISHED:
            full = sum(nugget["assignment"] == "support" for nugget in vital)
            found[row["run_id"]] = found.get(row["run_id"], 0) + full / len(vital)
    return {run: value / len(FINISHED) for run, value in found.items()}


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return Cohen's kappa, (observed - expected) / (1 - expected)."""
    size = len(pairs)
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / size
    expected = sum(left[value] * right[value] for value in left) / size**2
    return (observed - expected) / (1 - expected)


def shared(a: dict[Item, str], b: dict[Item, str]) -> list[tuple[str, str]]:
    """Return the two labels of each item that both judged."""
    return [(a[item], b[item]) for item in sorted(a.keys() & b.keys())]


def tau(a: dict[str, float], b: dict[str, float]) -> float:
    """Return Kendall's tau of two rankings of the same runs, neither with ties."""
    runs = sorted(a)
    signs = [(a[x] - a[y]) * (b[x] - b[y]) for x, y in combinations(runs, 2)]
    return sum(1 if sign > 0 else -1 for sign in signs) / len(signs)
