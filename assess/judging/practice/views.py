"""The page of practice: guidelines, three items with answers, then the work."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.guidelines.versions import told_to
from assess.judging.models import Allocation
from assess.judging.practice.actions import end_practice
from assess.judging.practice.exercises import exercises_in
from assess.judging.practice.forms import EndForm, ExerciseForm
from assess.judging.practice.lessons import Lesson, lesson_of, practised_works
from assess.judging.screens import get_screen
from assess.judging.work.target import Claim, NotHeld, find_work


def _found(request: HttpRequest, allocation: UUID) -> tuple[Allocation, Lesson]:
    """Return a person's work and how it is practised; 404 if it is not."""
    try:
        claim = Claim(cast(User, request.user), allocation)
        work = find_work(claim, *practised_works())
    except NotHeld as error:
        raise Http404 from error
    lesson = lesson_of(work.work)
    if lesson is None:
        raise Http404
    return work, lesson


# /work/<allocation>/practice/
@never_cache
@signed_in
@require_GET
def practice(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Show the guidelines, or one item, with our answer once it is labelled."""
    work, lesson = _found(request, allocation)
    scale, items = lesson.answers(work.track), exercises_in(lesson.file)
    form = ExerciseForm(request.GET, most=len(items), scale=scale)
    if not form.is_valid():
        raise Http404
    number, value = int(form.cleaned_data["item"] or 0), form.cleaned_data["value"]
    grades = sorted(scale, key=lambda grade: (grade.apart, grade.key))
    shown: dict[str, Any] = {"work": work, "grades": grades}
    shown |= {"title": get_screen(work.work).title}
    shown |= {"skip_key": "Escape" if "s" in {each.key for each in scale} else "s"}
    shown |= {"number": number, "total": len(items)}
    if not number:
        shown["told"] = told_to(work.assessor, work)
        return render(request, "assess/judging/practice/guidelines.html", shown)
    exercise = items[number - 1]
    shown |= {"exercise": exercise, "answer": exercise.answered(scale)}
    shown["given"] = next((each for each in scale if each.value == value), None)
    shown["next"] = number + 1 if number < len(items) else 0
    return render(request, "assess/judging/practice/exercise.html", shown)


# /work/<allocation>/practice/end/
@signed_in
@require_POST
def end(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Record that the person practised, or skipped it, and go to the work."""
    work, _lesson = _found(request, allocation)
    form = EndForm(request.POST)
    form.full_clean()
    skipped = form.cleaned_data["skipped"]
    person = cast(User, request.user)
    end_practice(work.work, person, skipped=skipped, now=timezone.now())
    return redirect(get_screen(work.work).url_name, work.uuid)
