"""The rules that retrieval runs and responses share: one tag, known topics, docids."""

import re

from runs.kernel.checks.findings import Notes
from runs.kernel.checks.requirements import Checks
from runs.kernel.origin import Origin


class RunRules:
    """Checks the rows of one run against the track, line by line."""

    def __init__(self, checks: Checks, notes: Notes) -> None:
        """Note violations of `checks` in `notes`."""
        self.checks = checks
        self._notes = notes
        self.origin = Origin()
        self._tag: str | None = None
        self._seen: set[str] = set()
        self.matches_docid = re.compile(checks.docid_pattern or ".*").fullmatch

    def check_tag(self, tag: str, line: int | None) -> None:
        """Note a tag that changes, and once one that violates the track's rule."""
        if self._tag is None:
            self._tag = tag
            pattern = self.checks.run_tag_pattern
            if pattern is not None and not re.fullmatch(pattern, tag):
                self._notes.add("bad_run_tag", line, "run tag", tag, pattern)
        elif tag != self._tag:
            self._notes.add("changing_run_tag", line, "run tag", tag, self._tag)

    def check_topic(self, topic: str, line: int | None) -> bool:
        """Return whether a topic is the track's; note it if not."""
        self._seen.add(topic)
        if topic in self.checks.topics:
            return True
        expected = f"one of the track's {len(self.checks.topics)} topics"
        self._notes.add("unknown_topic", line, "topic", topic, expected)
        return False

    def has_seen(self, topic: str) -> bool:
        """Return whether the topic was checked before."""
        return topic in self._seen

    def note_docid(self, docid: str, line: int | None, field: str) -> None:
        """Note a docid that does not match the corpus's pattern."""
        expected = self.checks.docid_pattern or ""
        self._notes.add("bad_docid", line, field, docid, expected)

    def note_missing(self, last: int | None) -> None:
        """Note each topic that the file lacks; `last` is the file's last line."""
        for topic in self.checks.topics:
            if topic not in self._seen:
                self._notes.add("missing_topic", last, "topic", None, topic)
