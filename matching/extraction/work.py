"""The work of an extraction: response by response, each written at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

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

Extract = Callable[[Response], tuple[Span, ...]]


def extract_all(running: Running) -> dict[str, object]:
    """Extract the nuggets of responses without a list; return the resulting counts."""
    judge = _judge(running)
    check_extractor(judge)
    missing, there = _missing(running, judge)
    if not missing and not there:
        raise JobError("There is no response to the chosen topics: import runs first.")
    asker = Asker(judge, running, PROMPTS) if judge.kind == Judge.MODEL else None
    extract = _extractor(asker)
    counts: Counter[str] = Counter()
    for start in range(0, len(missing), CHUNK):
        rows = Response.objects.filter(pk__in=missing[start : start + CHUNK])
        related = rows.select_related("run", "topic__track").in_bulk()
        for place, pk in enumerate(missing[start : start + CHUNK], start=start + 1):
            running.check()
            if pk in related:
                _extract_one(running, judge, related[pk], extract, counts)
            running.step(place, len(missing), "extracting nuggets")
    return _facts(judge, counts, there) | (asker.facts if asker else {})


def _judge(running: Running) -> Judge:
    rows = Judge.objects.visible().filter(track__uuid=running.scope)
    uuid = str(running.params["judge"])
    judge = rows.select_related("track").filter(uuid=uuid).first()
    if judge is None:
        raise JobError("The judge is no longer there.")
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


def _extractor(asker: Asker | None) -> Extract:
    def extract(response: Response) -> tuple[Span, ...]:
        if not response.text.strip():
            return ()
        if asker is None:
            return extract_by_rule(response.text)
        return extract_by_model(response, asker=asker)

    return extract


def _extract_one(
    running: Running,
    judge: Judge,
    response: Response,
    extract: Extract,
    counts: Counter[str],
) -> None:
    try:
        spans = extract(response)
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
