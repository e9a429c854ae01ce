"""Response nuggets for organizers: who extracted them, and a new extraction."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import NamedTuple, cast
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.machine.launch import Launched, launched
from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from llm.endpoints.lookup import has_endpoint
from matching.extraction.actions import start_extraction
from matching.extraction.forms import ExtractionForm
from matching.extraction.judges import extractors
from matching.models import Extraction, ResponseNugget
from runs.models import Track
from runs.views.lookup import organized_track


class ExtractorRow(NamedTuple):
    """A judge, the responses that it has read, and its nuggets by how found."""

    judge: Judge
    responses: int
    found: Counter[str]

    @property
    def columns(self) -> list[int]:
        """Return the numbers of nuggets in the order of `ResponseNugget.FOUND`."""
        return [self.found[name] for name, _title in ResponseNugget.FOUND]


# /tracks/<track>/matching/nuggets/
@never_cache
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def nuggets(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the judges with response nuggets; start an extraction, then show its job."""
    found = organized_track(request, track)
    is_write = request.method == "POST"
    asked = {"judge": request.GET.get("judge")}
    form = ExtractionForm(found, request.POST if is_write else None, initial=asked)
    done = None
    if is_write and form.is_valid():
        done = _started(request, form)
        if isinstance(done, UUID):
            return redirect("jobs:page", done)
    shown = {
        "track": found,
        "quote": done,
        "form": form,
        "rows": extractor_rows(found),
        "titles": [title for _name, title in ResponseNugget.FOUND],
        "has_judges": form.fields["judge"].queryset.exists(),  # type: ignore[attr-defined]
        "has_endpoint": has_endpoint(),
    }
    status = 422 if form.errors else 200
    return render(request, "matching/extraction/nuggets.html", shown, status=status)


def extractor_rows(track: Track) -> list[ExtractorRow]:
    """Return the judges with response nuggets, by name."""
    judges = list(extractors(track))
    heads = Extraction.objects.filter(judge__in=judges).order_by()
    read = dict(heads.values_list("judge").annotate(number=Count("pk")))
    found: dict[int, Counter[str]] = {judge.pk: Counter() for judge in judges}
    rows = ResponseNugget.objects.filter(extraction__judge__in=judges).order_by()
    counted = rows.values_list("extraction__judge", "found")
    for judge, how, number in counted.annotate(number=Count("pk")):
        found[judge][how] += number
    return [ExtractorRow(each, read.get(each.pk, 0), found[each.pk]) for each in judges]


def _started(request: HttpRequest, form: ExtractionForm) -> Launched:
    """Queue the form's extraction; add an error to the form if that is impossible."""
    given = form.cleaned_data
    start = partial(
        start_extraction,
        given["judge"],
        topics=given["topics"],
        owner=cast(User, request.user),
        now=timezone.now(),
    )
    refusals = (NotReady,)
    return launched(request, form, start, *refusals)
