"""What an import tells about its file: findings with their lines and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from runs.imports.advice import advice_on
from runs.imports.incoming import Incoming, Refused
from runs.kernel.context import Excerpt, read_excerpts
from runs.kernel.findings import Finding, Group
from runs.kernel.guess import guess_kind
from runs.kernel.lines import DAMAGED, unpack

HEAD = 64 * 1024  # bytes from which a file's kind is guessed
LOOKS_LIKE = {
    "topics": "topics. Import it as topics",
    "conversations": "iKAT’s conversations. Import it as conversations",
    "run": "the responses of a run. Import it as a run with task rag or ag",
    "ranking": "a ranking in six columns. Import it as a run with task r",
    "responses": "iKAT’s responses of many runs. Import it as responses of many runs",
    "segments": "segments. Import it as segments",
    "qrels": "qrels. Import it as qrels",
    "nuggets": "nuggets. Import it as nuggets",
    "assignments": "assignments. Import it as assignments",
}


def findings_of(
    incoming: Incoming, refusal: Exception | None = None
) -> list[dict[str, Any]]:
    """Return what was found, as rows for pages and commands: one a kind of finding.

    Where the file was refused in one sentence, or looks like another kind of file,
    that comes first.
    """
    groups = incoming.report.groups()
    examples = [finding for group in groups for finding in group.examples]
    pairs = iter(zip(examples, _excerpts(incoming, examples), strict=True))
    rows = [_group(group, pairs) for group in groups]
    if isinstance(refusal, Refused):
        return [_sentence(str(refusal)), *rows]
    hint = _other_kind(incoming) if refusal else ""
    return [_sentence(hint), *rows] if hint else rows


def _excerpts(
    incoming: Incoming, examples: Sequence[Finding]
) -> Sequence[Excerpt | None]:
    if not any(finding.line for finding in examples):
        return [None] * len(examples)
    with incoming.open() as source:
        return read_excerpts(source, examples)


def _group(
    group: Group, pairs: Iterator[tuple[Finding, Excerpt | None]]
) -> dict[str, Any]:
    return {
        "severity": group.severity,
        "kind": group.kind,
        "message": group.message,
        "do": advice_on(group.kind, group.severity),
        "count": group.total,
        "examples": [_example(*next(pairs)) for _ in group.examples],
    }


def _example(finding: Finding, excerpt: Excerpt | None) -> dict[str, Any]:
    return {
        "line": finding.line,
        "field": finding.field,
        "found": finding.found,
        "expected": finding.expected,
        "excerpt": excerpt._asdict() if excerpt else None,
    }


def _sentence(message: str) -> dict[str, Any]:
    return {
        "severity": "error",
        "kind": "refused",
        "message": message,
        "do": "",
        "count": 1,
        "examples": [],
    }


def _other_kind(incoming: Incoming) -> str:
    """Return a sentence where the file looks like another kind than it came in as."""
    with incoming.open() as source:
        try:
            head = unpack(source).read(HEAD)
        except DAMAGED:
            return ""
    like = guess_kind(head.decode(errors="replace").lstrip("\ufeff \r\n"))
    kind, task = incoming.row.kind, incoming.param("task")
    is_ranking = kind == "rj" or (kind == "run" and task == "r")
    if like in (None, "ranking" if is_ranking else incoming.row.kind):
        return ""
    return f"The file looks like {LOOKS_LIKE[like or '']}."
