"""References of a response, and its citations resolved to docids."""

from collections import Counter

from runs.kernel.checks.findings import Words
from runs.kernel.checks.places import Place, Record
from runs.kernel.checks.run_rules import RunRules


def read_references(place: Place, record: Record, rules: RunRules) -> list[str]:
    """Return the references, with "" for an invalid docid so that indices still fit."""
    spot = place.down("references")
    references = [
        value if isinstance(value, str) else ""
        for value in place.sequence(record, "references")
    ]
    most = rules.checks.max_references
    if most is not None and len(references) > most:
        place.add(
            "too_many_references", "references", len(references), f"at most {most}"
        )
    seen: set[str] = set()
    for index, docid in enumerate(references):
        if not docid.strip():
            spot.add("wrong_type", f"[{index}]", docid, "a docid")
        elif docid in seen:
            spot.add("duplicate_reference", f"[{index}]", docid)
        elif not rules.matches_docid(docid):
            rules.note_docid(docid, place.line, spot.name(f"[{index}]"))
        seen.add(docid)
    return references


class Citations:
    """Resolves the citations of one response by its references."""

    def __init__(self, references: list[str], rules: RunRules) -> None:
        """Set the references and the run's rules."""
        self._references = references
        self._rules = rules
        self._listed = set(references)
        self._cited: set[str] = set()
        self._kinds: set[type] = set()

    def resolve(self, place: Place, sentence: Record) -> tuple[str, ...]:
        """Return a sentence's citations as docids: in order, with repetitions."""
        spot = place.down("citations")
        values = place.sequence(sentence, "citations")
        found = [
            self._resolve(spot, index, value) for index, value in enumerate(values)
        ]
        docids = tuple(docid for docid in found if docid)
        most = self._rules.checks.max_citations
        if most is not None and len(values) > most:
            place.add("too_many_citations", "citations", len(values), f"at most {most}")
        for docid, times in Counter(docids).items():
            if times > 1:
                place.add("duplicate_citation", "citations", docid)
        self._cited.update(docids)
        return docids

    def finish(self, place: Place) -> None:
        """Note findings of the whole response: mixed citations, uncited references."""
        if len(self._kinds) > 1:
            place.add("mixed_citations", "answer")
        for index, docid in enumerate(self._references):
            if docid not in self._cited:
                place.down("references").add("uncited_reference", f"[{index}]", docid)

    def _resolve(self, spot: Place, position: int, value: object) -> str | None:
        if isinstance(value, str) and value.split() == [value]:
            return self._resolve_docid(spot, position, value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._resolve_index(spot, position, value)
        found = Words("null") if value is None else value
        spot.add("bad_citation", f"[{position}]", found, "an index or a docid")
        return None

    def _resolve_index(self, spot: Place, position: int, index: int) -> str | None:
        self._kinds.add(int)
        if 0 <= index < len(self._references):
            return self._references[index]
        size = len(self._references)
        expected = f"0 to {size - 1}" if size else "no index: there are no references"
        spot.add("citation_range", f"[{position}]", index, expected)
        return None

    def _resolve_docid(self, spot: Place, position: int, docid: str) -> str:
        self._kinds.add(str)
        field = f"[{position}]"
        spot.add("docid_citation", field, docid, "an index into references")
        if docid not in self._listed:
            spot.add("unlisted_citation", field, docid, "one of the references")
            if not self._rules.matches_docid(docid):
                self._rules.note_docid(docid, spot.line, spot.name(field))
        return docid
