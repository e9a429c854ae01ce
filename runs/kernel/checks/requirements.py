"""A track's requirements for runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from runs.kernel.checks.catalogue import Setting


@dataclass(frozen=True, kw_only=True)
class Checks:
    """The rules for runs; None is no rule.

    topics: name to text. Patterns match the whole of a docid or tag. depth: rows per
    topic in a retrieval run; severities: deviations from kinds.KINDS.
    """

    topics: Mapping[str, str]
    docid_pattern: str | None = None
    run_tag_pattern: str | None = None
    depth: int | None = None
    metadata: tuple[str, ...] = ()
    max_references: int | None = None
    max_citations: int | None = None
    word_counter: Literal["split", "nfkc"] = "split"
    word_limit: int | None = None
    severities: Mapping[str, Setting] = field(default_factory=dict)
