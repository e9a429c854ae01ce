"""A person's labels on hidden test items, for organizers only."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.kinds import UnknownKind, get_kind
from assess.judging.models import Judge
from assess.judging.test_items.results import answers_of
from runs.views.lookup import organized_track

ANSWERS_A_PAGE = 200


# /tracks/<track>/work/people/<person>/known/<kind>/<judge>/
@never_cache
@signed_in
@require_GET
def known(
    request: HttpRequest, track: UUID, person: UUID, kind: str, judge: UUID
) -> HttpResponseBase:
    """List the known items that a person labelled, the wrong ones first."""
    found = organized_track(request, track)
    users = User.objects.filter(allocations__track=found).distinct()
    user = get_object_or_404(users, uuid=person)
    answers = get_object_or_404(Judge, track=found, uuid=judge)
    try:
        labels = get_kind(kind)
    except UnknownKind as error:
        raise Http404 from error
    every = Paginator(answers_of(found, user, labels, answers), ANSWERS_A_PAGE)
    shown = {
        "track": found,
        "tab": "work",
        "person": user,
        "kind": labels,
        "judge": answers,
        "page": every.get_page(request.GET.get("page")),
        "grades": {grade.value: grade.label for grade in labels.scale(found)},
    }
    return render(request, "assess/judging/test_items/results.html", shown)
