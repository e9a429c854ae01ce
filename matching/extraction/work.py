"""The work of an extraction: response by response, each written at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone

from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from matching.extraction.actions import check_extractor
from matching.extraction.baseline import extract_by_rule
from matching.extraction.lists import NewList, write_lists
from matching.extraction.model import PROMPTS, extract_by_model
from matching.kernel.spans import Span
from matching.models import Extraction
from runs.models import Response

CHUNK = 100  # responses read at once

Extract = Callable[[], tuple[Span, ...]]


def extract_all(running: Running) -> dict[str, object]:
    """Extract the nuggets of responses without a list; return the resulting counts."""
    judge = _judge(running)
    check_extractor(judge)
    missing, there = _missing(running, judge)
    if not missing and not there:
        raise JobError("There is no response to the chosen topics: import runs first.")
    asker = Asker(judge, running, PROMPTS) if judge.kind == Judge.MODEL else None
    counts: Counter[str] = Counter()
    with _extracted(missing, asker) as extracted:
        for place, (response, spans) in enumerate(extracted, start=1):
            running.check()
            _write_one(running, judge, response, spans, counts)
            running.step(place, len(missing), "extracting nuggets")
    running.step(len(missing), len(missing), "extracting nuggets")
    return _facts(judge, counts, there) | (asker.facts if asker else {})


def _judge(running: Running) -> Judge:
    rows = Judge.objects.visible().filter(track__uuid=running.scope)
    uuid = str(running.params["judge"])
    judge = rows.select_related("track").filter(uuid=uuid).first()
    if judge is None:
        raise JobError("The judge no longer exists.")
    return judge


def _missing(running: Running, judge: Judge) -> tuple[list[int], int]:
    """Return the responses without a list of the judge, and how many have one."""
    names = running.params.get("topics")
    rows: QuerySet[Response] = Response.objects.visible().filter(run__track=judge.track)
    if isinstance(names, list) and names:
        rows = rows.filter(topic__uuid__in=names)
    own = Exists(Extraction.objects.filter(judge=judge, response=OuterRef("pk")))
    ordered = rows.order_by("topic__position", "topic", "run__name", "pk")
    missing = list(ordered.exclude(own).values_list("pk", flat=True))
    return missing, rows.filter(own).count()


@contextmanager
def _extracted(
    missing: Sequence[int], asker: Asker | None
) -> Iterator[Iterator[tuple[Response, Extract]]]:
    """Give each response with a callable that returns its nuggets, in their order."""
    if asker is None:
        yield ((each, partial(_by_rule, each)) for each in _responses(missing))
        return

    def work(response: Response) -> tuple[Span, ...]:
        empty = not response.text.strip()
        return () if empty else extract_by_model(response, asker=asker)

    with asker.each(_responses(missing), work) as answers:
        yield ((response, answer.result) for response, answer in answers)


def _responses(missing: Sequence[int]) -> Iterator[Response]:
    for start in range(0, len(missing), CHUNK):
        some = missing[start : start + CHUNK]
        rows = Response.objects.filter(pk__in=some)
        related = rows.select_related("run", "topic__track").in_bulk()
        yield from (related[pk] for pk in some if pk in related)


def _by_rule(response: Response) -> tuple[Span, ...]:
    return extract_by_rule(response.text) if response.text.strip() else ()


def _write_one(
    running: Running,
    judge: Judge,
    response: Response,
    extract: Extract,
    counts: Counter[str],
) -> None:
    try:
        spans = extract()
    except ItemFailed as error:
        running.failure(f"Turn {response.topic}, {response.run}", str(error))
        return
    try:
        with transaction.atomic():
            running.fence()
            write_lists(judge, [NewList(response.pk, spans)], now=timezone.now())
    except IntegrityError:  # another job of the same judge wrote it first
        return
    counts["responses"] += 1
    counts.update(span.found for span in spans)


def _facts(judge: Judge, counts: Counter[str], there: int) -> dict[str, object]:
    found = {
        "responses": counts["responses"],
        "responses there before": there,
        "nuggets verbatim": counts["verbatim"],
        "nuggets found but for case and white space": counts["folded"],
        "nuggets not found": counts["not"],
    }
    return {**found, "link": reverse("matching:nuggets", args=[judge.track.uuid])}
