"""The report on a file: findings with their lines and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from runs.imports.advice import advice_on
from runs.imports.arrival import Incoming, Refused
from runs.imports.file_types import other_than_chosen
from runs.kernel.checks.context import Excerpt, read_excerpts
from runs.kernel.checks.findings import Finding, Group

# Findings that end the reading of any file, whatever its kind.
ENDS = {
    "bad_gzip",
    "long_line",
    "too_large",
    "too_many_lines",
    "too_many_values",
    "too_packed",
}


def findings_of(
    incoming: Incoming, refusal: Exception | None = None
) -> list[dict[str, Any]]:
    """Return the findings as rows for pages and commands: one per type of finding.

    A refusal in one sentence, or a note that the file looks like another kind, comes
    first. If the file can only be another kind, the note is followed only by the
    finding that ended the reading.
    """
    other = other_than_chosen(incoming) if refusal else None
    groups = incoming.report.groups()
    if other and other.sure:
        groups = [group for group in groups if group.kind in ENDS]
    examples = [finding for group in groups for finding in group.examples]
    pairs = iter(zip(examples, _excerpts(incoming, examples), strict=True))
    rows = [_group(group, pairs) for group in groups]
    if other and other.sure:
        return [_sentence(other.message), *rows]
    if isinstance(refusal, Refused):
        return [_sentence(str(refusal)), *rows]
    return [_sentence(other.message), *rows] if other else rows


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
