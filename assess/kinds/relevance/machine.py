"""Relevance by machine: the segments, the prompt, and the baseline's rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from django.db.models import Q

from assess.judging.kernel.replies import read_grade
from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Unit,
    Verdict,
    labelled,
    register,
)
from assess.kinds.kernel.grades import CoveredGrade
from assess.kinds.kernel.relevance_baseline import (
    grade_with_subnarratives,
    grade_without_subnarratives,
)
from assess.kinds.kernel.relevance_replies import read_counted
from assess.kinds.relevance.kind import HIGHEST, HIGHEST_WITH_PARTS, RELEVANCE
from jobs.registry import JobError
from llm.kernel.forms import score_form
from llm.kernel.reply import Read
from llm.registry import JUDGE_RELEVANCE, JUDGE_RELEVANCE_SUBNARRATIVES
from runs.models import Response, Segment, Subnarrative, Topic
from runs.pools import Pool, Rule, pooled, rule_of


def plan(scope: Scope) -> Plan:
    """Return a unit for each pooled segment with text that has no grade yet."""
    topics = Topic.objects.filter(track=scope.track)
    if scope.topics is not None:
        topics = topics.filter(pk__in=scope.topics)
    numbers = list(topics.values_list("pk", flat=True))
    pool = _pool(scope, numbers)
    texts = dict(
        Segment.objects.with_text()
        .filter(track=scope.track)
        .values_list("pk", "docid")
        .iterator(chunk_size=20_000)
    )
    done = labelled(scope, RELEVANCE)
    units, items, without = [], 0, 0
    for topic in numbers:
        found = sorted(pool[topic] & texts.keys(), key=texts.__getitem__)
        items += len(found)
        without += len(pool[topic]) - len(found)
        pairs = ((topic, segment) for segment in found)
        units += [Unit(topic, (pair,)) for pair in pairs if pair not in done]
    facts = {"segments left out, without text": without}
    in_parts = _parts(scope, {unit.topic for unit in units}).keys()
    short = sum(unit.topic not in in_parts for unit in units)
    if units:
        _check_scale(scope, HIGHEST if short == len(units) else HIGHEST_WITH_PARTS)
    return Plan(units, items, facts | _graded_short(scope, short))


def _check_scale(scope: Scope, highest: int) -> None:
    """Raise JobError if a grade from 0 to the highest is not on the track's scale.

    This comes before the first call: a grade off the scale would be paid for in vain.
    """
    known = {grade.value for grade in scope.track.profile.relevance.grades}
    missing = [str(grade) for grade in range(highest + 1) if grade not in known]
    if missing:
        raise JobError(
            f"A machine grades segments from 0 to {highest} here, but the scale of "
            f"this track has no {', '.join(missing)}: hand relevance out to people."
        )


def _graded_short(scope: Scope, short: int) -> dict[str, int]:
    """Return how many get a grade from 0 to 3 on a scale that goes higher."""
    highest = scope.track.profile.relevance.grades[-1].value
    if highest <= HIGHEST or not short:
        return {}
    said = f"segments graded 0 to {HIGHEST} on this scale to {highest}, without "
    return {said + "sub-narratives": short}


def _parts(scope: Scope, topics: Collection[int]) -> dict[int, list[Subnarrative]]:
    """Return the current sub-narratives of each topic, if the track grades by them."""
    parts: dict[int, list[Subnarrative]] = defaultdict(list)
    if scope.track.profile.relevance.with_subnarratives:
        for part in Subnarrative.objects.live().filter(topic__in=topics):
            parts[part.topic_id].append(part)
    return parts


def _pool(scope: Scope, topics: Sequence[int]) -> Pool:
    """Return the segments that runs cite, refer to or rank high, and judged ones."""
    rule = Rule("all", rule_of(scope.track).depth)
    pool = pooled(dict.fromkeys(topics, rule))
    for rows in (_referred(scope, topics), _judged(topics)):
        for topic, segment in rows:
            pool[topic].add(segment)
    return pool


def _referred(scope: Scope, topics: Sequence[int]) -> Iterator[tuple[int, int]]:
    segments = Segment.objects.filter(track=scope.track).order_by()
    numbers = dict(segments.values_list("docid", "pk").iterator(chunk_size=20_000))
    responses = Response.objects.visible().filter(topic__in=topics)
    rows = responses.values_list("topic", "references")
    for topic, references in rows.iterator(chunk_size=1_000):
        for docid in references:
            if isinstance(docid, str) and docid in numbers:
                yield topic, numbers[docid]


def _judged(topics: Sequence[int]) -> Iterator[tuple[int, int]]:
    given = RELEVANCE.model.objects.given().filter(
        Q(topic__in=topics), judge__landed_at__isnull=False, judge__deleted_at=None
    )
    rows = given.order_by().values_list(*RELEVANCE.columns).distinct()
    yield from rows.iterator(chunk_size=20_000)


def load(scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit, with the topics' current sub-narratives."""
    topics = Topic.objects.in_bulk({unit.topic for unit in units})
    segments = Segment.objects.in_bulk({unit.items[0][1] for unit in units})
    parts = _parts(scope, topics)
    for unit in units:
        segment = segments[unit.items[0][1]]
        yield _question(topics[unit.topic], segment, parts[unit.topic], unit)


def _question(
    topic: Topic, segment: Segment, parts: Sequence[Subnarrative], unit: Unit
) -> Question:
    texts = [part.text for part in parts]
    ids = {"topic": str(topic.uuid), "segment": str(segment.uuid)}
    name = f"Topic {topic}, segment {segment}"
    if not parts:
        return Question(
            name=name,
            items=unit.items,
            prompt=JUDGE_RELEVANCE,
            values={"query": topic.text, "passage": segment.text},
            ids=ids,
            parse=score_form(partial(_read, highest=HIGHEST), highest=HIGHEST),
            baseline=lambda: _verdict(
                grade_without_subnarratives(topic.text, segment.text), parts
            ),
        )
    return Question(
        name=name,
        items=unit.items,
        prompt=JUDGE_RELEVANCE_SUBNARRATIVES,
        values={
            "narrative": topic.text,
            "subnarratives": texts,
            "passage": segment.text,
        },
        ids=ids,
        parse=score_form(
            partial(_read_counted, parts=parts),
            highest=HIGHEST_WITH_PARTS,
            parts=len(parts),
        ),
        baseline=lambda: _verdict(
            grade_with_subnarratives(topic.text, texts, segment.text), parts
        ),
    )


def _read(reply: str, *, highest: int) -> Read[Sequence[Verdict]]:
    grade = read_grade(reply, highest=highest)
    return grade.mapped(lambda value: [Verdict(str(value))])


def _read_counted(
    reply: str, *, parts: Sequence[Subnarrative]
) -> Read[Sequence[Verdict]]:
    found = read_counted(reply, parts=len(parts), highest=HIGHEST_WITH_PARTS)
    return found.mapped(lambda grade: _verdict(grade, parts))


def _verdict(found: CoveredGrade, parts: Sequence[Subnarrative]) -> list[Verdict]:
    if not parts or found.covered is None:
        return [Verdict(str(found.grade))]
    ticks = [str(parts[place].uuid) for place in found.covered]
    return [Verdict(str(found.grade), {"ticks": ticks})]


MACHINE = register(
    Machine(
        kind=RELEVANCE,
        prompts=(JUDGE_RELEVANCE, JUDGE_RELEVANCE_SUBNARRATIVES),
        plan=plan,
        load=load,
        nothing=(
            "There is no segment to judge: import runs or qrels, and the text of "
            "their segments, first."
        ),
    )
)
