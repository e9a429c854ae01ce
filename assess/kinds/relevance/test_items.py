"""Hidden test items of relevance: segments beside the pool with a known grade."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from assess.judging.models import Allocation
from assess.judging.test_items.results import known_answers
from assess.kinds.relevance.kind import RELEVANCE
from runs.pools import with_text


def known_beside(
    allocations: Sequence[Allocation], pools: Mapping[int, Collection[int]]
) -> dict[int, set[int]]:
    """Return, by allocation, what its known judge graded outside the topic's pool.

    Segments with a text alone, by row number: the others cannot be read. Nothing
    for work without known answers.
    """
    tested = [work for work in allocations if work.known_id]
    if not tested:
        return {}
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for judge, answers in known_answers(RELEVANCE, tested).items():
        for topic, segment in answers:
            if segment not in pools.get(topic, ()):
                found[judge, topic].add(segment)
    texts = with_text(set().union(*found.values()))
    return {
        work.pk: found[work.known_id, work.topic_id] & texts.keys()
        for work in tested
        if work.known_id
    }
