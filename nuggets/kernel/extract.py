"""The offline drafter: clauses of the relevant segments; a baseline, not a model."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from assess.judging.kernel.words import (
    STOP_WORDS,
    content_stems,
    recall,
    sentence_spans,
    tokens,
)
from nuggets.kernel.drafting import MOST_NUGGETS, MOST_WORDS

FEWEST_WORDS = 4
FEWEST_STEMS = 3
SAME_STEMS = 0.5
SAME_WORDS = 85.0
HELD = 0.7
VITAL_SEGMENTS = 2

_CLAUSE_END = re.compile(
    r"[;:,]\s|\s[-–—]\s|[()]"
    r"|\s(?=(?:and|but|which|while|because|although|so that|whereas)\s)"
)
_WORD = re.compile(r"\S+")
_LOOSE = " \t\r\n.,;:!?…\"'“”‘’()[]*-–—•|"
_ARTICLES = frozenset({"a", "an", "the"})
_JOINTS = frozenset(
    {"although", "and", "because", "but", "so", "that", "whereas", "which", "while"}
)


class Source(NamedTuple):
    """A relevant segment: its text and grade (1 or more)."""

    text: str
    grade: int = 1


class ClauseSpan(NamedTuple):
    """A span in a segment: the segment's place; start and end in code points."""

    segment: int
    start: int
    end: int


class Extracted(NamedTuple):
    """A drafted nugget, with the spans that contain it, its own first.

    subnarrative: the place of the best matching sub-narrative, None if none matches.
    """

    text: str
    importance: str
    subnarrative: int | None
    spans: tuple[ClauseSpan, ...]


class _Clause(NamedTuple):
    span: ClauseSpan
    text: str
    stems: frozenset[str]
    score: float


def extract_nuggets(
    topic: str,
    sources: Sequence[Source],
    *,
    subnarratives: Sequence[str] = (),
    most: int = MOST_NUGGETS,
    most_words: int = MOST_WORDS,
) -> list[Extracted]:
    """Return at most `most` nuggets of at most most_words words, best first.

    A clause's score = (the sum, over its n content stems, of the share of segments that
    contain the stem) / sqrt(n) x (1/4 + the share of its stems that the topic or a
    sub-narrative has) x the segment's grade; half of it if the clause depends on the
    text before it: if it begins with a stop word other than an article. A clause that
    repeats a better one (stem Jaccard or word ratio) only adds its span to it. Vital:
    at least VITAL_SEGMENTS segments contain HELD of its stems; if no clause reaches
    this, the first third is vital. The rule is ours: the papers draft with models.
    """
    clauses = _scored(topic, sources, subnarratives, most_words)
    groups = _distinct(clauses, most)
    segments = [frozenset(content_stems(source.text)) for source in sources]
    vital = [_is_held(group[0], segments) for group in groups]
    if not any(vital):
        vital = [3 * place < len(groups) for place in range(len(groups))]
    wanted = [set(content_stems(text)) for text in subnarratives]
    return [
        Extracted(
            text=group[0].text,
            importance="vital" if is_vital else "okay",
            subnarrative=_best_match(group[0].stems, wanted),
            spans=tuple(clause.span for clause in group),
        )
        for group, is_vital in zip(groups, vital, strict=True)
    ]


def _scored(
    topic: str,
    sources: Sequence[Source],
    subnarratives: Sequence[str],
    most_words: int,
) -> list[_Clause]:
    asked = set(content_stems(" ".join([topic, *subnarratives])))
    held = Counter(
        stem for source in sources for stem in set(content_stems(source.text))
    )
    clauses = [
        _Clause(span, text, stems, _score(text, stems, asked, held) * source.grade)
        for place, source in enumerate(sources)
        for span in _clause_spans(place, source.text, most_words)
        if len(stems := frozenset(content_stems(text := _text(source, span))))
        >= FEWEST_STEMS
    ]
    return sorted(clauses, key=lambda clause: (-clause.score, clause.span))


def _text(source: Source, span: ClauseSpan) -> str:
    return " ".join(source.text[span.start : span.end].split())


def _score(
    text: str, stems: frozenset[str], asked: set[str], held: Counter[str]
) -> float:
    # The number of segments is the same for all clauses and therefore omitted.
    centrality = sum(held[stem] for stem in stems) / math.sqrt(len(stems))
    about = len(stems & asked) / len(stems)
    hanging = tokens(text)[0] in STOP_WORDS - _ARTICLES
    return centrality * (0.25 + about) * (0.5 if hanging else 1.0)


def _clause_spans(segment: int, text: str, most_words: int) -> Iterator[ClauseSpan]:
    """Yield the clauses of the sentences that are no questions, cut to most_words."""
    for start, end in sentence_spans(text):
        if text[start:end].rstrip("\"'”’)]").endswith("?"):
            continue
        cuts = [match.start() for match in _CLAUSE_END.finditer(text, start, end)]
        if len(text[start:end].split()) <= most_words:
            cuts = []
        for left, right in zip([start, *cuts], [*cuts, end], strict=True):
            if span := _trimmed(segment, text, left, right, most_words):
                yield span


def _trimmed(
    segment: int, text: str, start: int, end: int, most_words: int
) -> ClauseSpan | None:
    """Return a clause without conjunctions and final stop words, None if too short."""
    words = [match.span() for match in _WORD.finditer(text, start, end)]
    while words and _bare(text, words[0]) in _JOINTS | {""}:
        words.pop(0)
    words = words[:most_words]
    while words and _bare(text, words[-1]) in STOP_WORDS | {""}:
        words.pop()
    if len(words) < FEWEST_WORDS:
        return None
    left, right = words[0][0], words[-1][1]
    left += len(text[left:right]) - len(text[left:right].lstrip(_LOOSE))
    right -= len(text[left:right]) - len(text[left:right].rstrip(_LOOSE))
    return ClauseSpan(segment, left, right)


def _bare(text: str, word: tuple[int, int]) -> str:
    return text[slice(*word)].strip(_LOOSE).casefold()


def _distinct(clauses: Sequence[_Clause], most: int) -> list[list[_Clause]]:
    groups: list[list[_Clause]] = []
    for clause in clauses:
        same = next((group for group in groups if _repeats(clause, group[0])), None)
        if same is not None:
            same.append(clause)
        elif len(groups) < most:
            groups.append([clause])
    return groups


def _repeats(clause: _Clause, kept: _Clause) -> bool:
    union = len(clause.stems | kept.stems)
    if len(clause.stems & kept.stems) / union >= SAME_STEMS:
        return True
    ratio = fuzz.token_sort_ratio(clause.text.casefold(), kept.text.casefold())
    return bool(ratio >= SAME_WORDS)


def _is_held(clause: _Clause, segments: Sequence[frozenset[str]]) -> bool:
    holding = sum(
        (recall(clause.stems, segment) or 0.0) >= HELD for segment in segments
    )
    return holding >= VITAL_SEGMENTS


def _best_match(stems: frozenset[str], wanted: Sequence[set[str]]) -> int | None:
    shares = [len(stems & each) / len(each) if each else 0.0 for each in wanted]
    best = max(shares, default=0.0)
    return shares.index(best) if best else None
