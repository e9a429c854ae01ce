"""The table of citation support, for one judge."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.models import Judge
from assess.reading.agreement import judges_with_labels
from assess.support.kind import SUPPORT
from assess.support.scoring import support_table
from nuggets.scores.forms import SupportForm
from nuggets.scores.seen import seen_track


def _chosen(request: HttpRequest, judges: QuerySet[Judge]) -> Judge | None:
    form = SupportForm(request.GET)
    if form.is_valid() and form.cleaned_data["judge"]:
        return get_object_or_404(judges, uuid=form.cleaned_data["judge"])
    return judges.exclude(kind=Judge.PANEL).first()


# /tracks/<track>/scores/support/
@signed_in
@require_GET
def support_scores(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show each run's weighted precision and recall of citations."""
    seen = seen_track(request, track)
    judges = judges_with_labels(seen.track, SUPPORT).select_related("track")
    judge = _chosen(request, judges)
    shown = {
        "track": seen.track,
        "organizes": seen.organizes,
        "tab": "scores",
        "judges": judges,
        "judge": judge,
        "rows": support_table(judge) if judge else [],
    }
    return render(request, "nuggets/support_scores.html", shown)
