"""Findings of a check, and the report that collects and counts them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from runs.kernel.checks.catalogue import KINDS, Setting, Severity

SHOWN = 80


class Finding(NamedTuple):
    """One finding in a file: line counts from 1, None if there is no line."""

    severity: Severity
    kind: str
    file: str
    line: int | None
    field: str
    found: str
    expected: str
    message: str

    def __str__(self) -> str:
        """Return one line: file:line: severity: message (details)."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        details = [
            f"{word} {value}" if word else value
            for word, value in (
                ("", self.field),
                ("found", self.found),
                ("expected", self.expected),
            )
            if value
        ]
        tail = f" ({'; '.join(details)})" if details else ""
        return f"{place}: {self.severity}: {self.message}{tail}"


class Group(NamedTuple):
    """All findings of one type and severity: their number, and the first ones."""

    severity: Severity
    kind: str
    message: str
    total: int
    examples: tuple[Finding, ...]


class Words(str):
    """Our own words about a value, shown without quotation marks."""

    __slots__ = ()


class BadFile(Exception):
    """A file contains at least one error; `report` has all findings."""

    def __init__(self, report: "Report") -> None:
        """Store the report; the message counts its errors."""
        super().__init__(f"{report.errors} errors, {report.warnings} warnings")
        self.report = report


class Report:
    """Collects findings of files: counts all, keeps the first ones of each type."""

    def __init__(self, *, keep: int = 20) -> None:
        """Keep at most `keep` examples of each type and severity."""
        self.tally: Counter[str] = Counter()
        self._keep = keep
        self._counts: Counter[tuple[Severity, str]] = Counter()
        self._examples: dict[tuple[Severity, str], list[Finding]] = {}

    @property
    def errors(self) -> int:
        """Return how many errors were found."""
        return self._count("error")

    @property
    def warnings(self) -> int:
        """Return how many warnings were found."""
        return self._count("warning")

    def groups(self) -> list[Group]:
        """Return the findings by kind: errors first, then the rarest first.

        So a thousand equal findings never hide a different one.
        """
        keys = sorted(self._counts, key=lambda key: (key[0], self._counts[key]))
        return [self._group(*key) for key in keys]

    def count(self, kind: str) -> int:
        """Return how many findings of this type there are, of either severity."""
        return self._counts["error", kind] + self._counts["warning", kind]

    def add(self, finding: Finding) -> None:
        """Count a finding and keep it if it is among the first of its kind."""
        if not self.counted(finding.severity, finding.kind):
            key = (finding.severity, finding.kind)
            self._counts[key] += 1
            self._examples.setdefault(key, []).append(finding)

    def counted(self, severity: Severity, kind: str) -> bool:
        """Count a finding if there are enough examples already; else return False.

        The caller can then skip its construction: a file may have millions.
        """
        key = (severity, kind)
        if self._counts[key] < self._keep:
            return False
        self._counts[key] += 1
        return True

    def raise_if_errors(self) -> None:
        """Raise BadFile if any error was found."""
        if self.errors:
            raise BadFile(self)

    def __iter__(self) -> Iterator[Finding]:
        """Yield the kept examples, group by group."""
        for group in self.groups():
            yield from group.examples

    def _count(self, severity: Severity) -> int:
        return sum(n for (of, _), n in self._counts.items() if of == severity)

    def _group(self, severity: Severity, kind: str) -> Group:
        count, examples = self._counts[severity, kind], self._examples[severity, kind]
        return Group(severity, kind, KINDS[kind].message, count, tuple(examples))


class Notes:
    """Writes findings of one file into a report, with the profile's severities."""

    def __init__(
        self, report: Report, file: str, severities: Mapping[str, Setting] | None = None
    ) -> None:
        """Set the report and the file's name; `severities` overrides non-fixed ones."""
        self.report = report
        self.file = file
        self.errors = 0
        self._severities = severities or {}

    def add(
        self,
        kind: str,
        line: int | None,
        field: str = "",
        found: object = None,
        expected: str = "",
    ) -> None:
        """Note one finding; `found` is the value as it was read, None to show none."""
        base = KINDS[kind]
        chosen = {} if base.fixed else self._severities
        severity = chosen.get(kind) or chosen.get(base.like) or base.severity
        if severity == "off":
            return
        self.errors += severity == "error"
        if self.report.counted(severity, kind):
            return
        text = "" if found is None else show(found)
        self.report.add(
            Finding(
                severity, kind, self.file, line, field, text, expected, base.message
            )
        )


def show(value: object) -> str:
    """Return a value of the file short and printable; of a list or object, its size."""
    if isinstance(value, Words):
        text = str(value)
    elif isinstance(value, str):
        text = repr(value[: SHOWN + 1])
    elif isinstance(value, list | dict):
        text = f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    else:
        text = json.dumps(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
