"""A track's profile: a versioned TOML file, or the JSON copied from it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

from runs.kernel.checks.catalogue import KINDS, Setting
from runs.kernel.checks.requirements import Checks
from runs.kernel.exam import Exam, read_exam
from runs.kernel.limits import read_limits
from runs.kernel.primary import Primary, read_primary
from runs.kernel.tables import BadProfile, Table
from runs.kernel.words import COUNTERS

TopicForm = Literal["queries", "narratives", "conversations"]
LabelOrder = Literal["vital_first", "bank"]
LATEST = 1_000_000  # version of a profile: labels store theirs
Shown = Literal["shown", "hidden"]
CitationsJudged = Literal["first", "all"] | int

__all__ = ["BadProfile", "Profile", "parse_profile", "read_profile"]


@dataclass(frozen=True, kw_only=True)
class Grade:
    """One grade of the relevance scale, its name and the key that gives it."""

    value: int
    label: str
    key: str


@dataclass(frozen=True, kw_only=True)
class Relevance:
    """The relevance scale, lowest grade first.

    relevant_from: the grade from which a segment counts as relevant.
    """

    with_subnarratives: bool
    relevant_from: int
    grades: tuple[Grade, ...]


@dataclass(frozen=True, kw_only=True)
class Runs:
    """The rules of runs; None is no rule. depth: rows per topic."""

    docid_pattern: str | None
    run_tag_pattern: str | None
    depth: int | None


@dataclass(frozen=True, kw_only=True)
class Responses:
    """The rules of responses; None is no limit.

    citations_judged: how many of a sentence's citations are judged for support;
    asks_need: whether assessors may mark that a sentence needs no citation.
    """

    metadata: tuple[str, ...]
    word_counter: Literal["split", "nfkc"]
    word_limit: int | None
    max_references: int | None
    max_citations: int | None
    citations_judged: CitationsJudged
    asks_need: bool


@dataclass(frozen=True, kw_only=True)
class Nuggets:
    """Settings of the automatic steps, never checks on an edited bank.

    from_grade: segments from this grade on are used for drafts; score_cap: how many
    nuggets of a draft are scored, None for all; label_order: of the nuggets when
    responses are labelled.
    """

    from_grade: int
    create: int
    words: int
    window: int
    score_cap: int | None
    label_order: LabelOrder
    importance_in_editor: Shown


@dataclass(frozen=True, kw_only=True)
class Pool:
    """The rules of a pool: runs per group by priority, depth, adaptive from a rank.

    always: ranks that are always judged, None for the whole depth; below them a segment
    needs a model's grade of at least from_grade.
    """

    runs_per_group: int | None
    depth: int
    always: int | None
    from_grade: int


@dataclass(frozen=True, kw_only=True)
class Profile:
    """All settings of a track."""

    name: str
    title: str
    version: int
    topics: TopicForm
    relevance: Relevance
    runs: Runs
    responses: Responses
    nuggets: Nuggets
    pool: Pool
    primary: Primary
    exam: Exam
    severities: Mapping[str, Setting]
    limits: Mapping[str, int]

    def checks(self, topics: Mapping[str, str]) -> Checks:
        """Return the rules for a run on these topics, name to text."""
        return Checks(
            topics=topics,
            docid_pattern=self.runs.docid_pattern,
            run_tag_pattern=self.runs.run_tag_pattern,
            depth=self.runs.depth,
            metadata=self.responses.metadata,
            max_references=self.responses.max_references,
            max_citations=self.responses.max_citations,
            word_counter=self.responses.word_counter,
            word_limit=self.responses.word_limit,
            severities=self.severities,
        )


@lru_cache(maxsize=64)  # each request reads its track's; they hardly ever change
def read_profile(text: str) -> Profile:
    """Return the profile in a TOML text; BadProfile lists every bad key."""
    try:
        return parse_profile(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadProfile([str(error)]) from error


def parse_profile(data: Mapping[str, object]) -> Profile:
    """Return the profile in a plain mapping, from TOML or JSON.

    A key that may be None, or that is false, can be omitted. BadProfile lists every bad
    key.
    """
    table = Table(data)
    topics = cast(TopicForm, table.choice("topics", get_args(TopicForm)))
    profile = Profile(
        name=table.text("name"),
        title=table.text("title"),
        version=table.integer("version", lowest=1, most=LATEST),
        topics=topics,
        relevance=_relevance(table.table("relevance")),
        runs=_runs(table.table("runs")),
        responses=_responses(table.table("responses")),
        nuggets=_nuggets(table.table("nuggets")),
        pool=_pool(table.table("pool")),
        primary=read_primary(table.optional_table("primary"), topics),
        exam=read_exam(table.optional_table("exam")),
        severities=_severities(table.table("severities")),
        limits=read_limits(table.optional_table("limits")),
    )
    table.finish()
    return profile


def _relevance(table: Table) -> Relevance:
    grades = tuple(_grade(row) for row in table.tables("grades"))
    values = [grade.value for grade in grades]
    keys = {grade.key for grade in grades}
    if values != sorted(set(values)) or not values:
        table.refuse("grades", "must rise, and there must be one")
    if len(keys) != len(grades):
        table.refuse("grades", "must have a key each")
    relevant_from = table.integer("relevant_from")
    if values and relevant_from not in values:
        table.refuse("relevant_from", "must be one of the grades")
    return Relevance(
        with_subnarratives=table.flag("with_subnarratives"),
        relevant_from=relevant_from,
        grades=grades,
    )


def _grade(table: Table) -> Grade:
    return Grade(
        value=table.integer("value"), label=table.text("label"), key=table.text("key")
    )


def _runs(table: Table) -> Runs:
    return Runs(
        docid_pattern=_pattern(table, "docid_pattern"),
        run_tag_pattern=_pattern(table, "run_tag_pattern"),
        depth=table.optional_integer("depth"),
    )


def _pattern(table: Table, key: str) -> str | None:
    pattern = table.optional_text(key)
    try:
        re.compile(pattern or "")
    except (re.error, OverflowError, RecursionError) as error:
        table.refuse(key, f"is no regular expression: {error}")
    return pattern


def _responses(table: Table) -> Responses:
    counter = table.choice("word_counter", tuple(COUNTERS))
    return Responses(
        metadata=table.texts("metadata"),
        word_counter=cast(Literal["split", "nfkc"], counter),
        word_limit=table.optional_integer("word_limit"),
        max_references=table.optional_integer("max_references"),
        max_citations=table.optional_integer("max_citations"),
        citations_judged=_judged(table, "citations_judged"),
        asks_need=table.optional_flag("asks_need"),
    )


def _judged(table: Table, key: str) -> CitationsJudged:
    if isinstance(table.peek(key), str):
        return cast(Literal["first", "all"], table.choice(key, ("first", "all")))
    return table.integer(key, lowest=1)


def _nuggets(table: Table) -> Nuggets:
    order = table.choice("label_order", get_args(LabelOrder))
    shown = table.choice("importance_in_editor", get_args(Shown))
    return Nuggets(
        from_grade=table.integer("from_grade"),
        create=table.integer("create", lowest=1),
        words=table.integer("words", lowest=1),
        window=table.integer("window", lowest=1),
        score_cap=table.optional_integer("score_cap"),
        label_order=cast(LabelOrder, order),
        importance_in_editor=cast(Shown, shown),
    )


def _pool(table: Table) -> Pool:
    return Pool(
        runs_per_group=table.optional_integer("runs_per_group"),
        depth=table.integer("depth", lowest=1),
        always=table.optional_integer("always"),
        from_grade=table.integer("from_grade"),
    )


def _severities(table: Table) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for kind in table.names():
        value = table.choice(kind, get_args(Setting))
        if kind not in KINDS:
            table.refuse(kind, "is no kind of finding")
        elif KINDS[kind].fixed:
            table.refuse(kind, "is always an error: data would be lost")
        found[kind] = cast(Setting, value)
    return found
