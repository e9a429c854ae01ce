"""The page on which an organizer chooses the assessed turns."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.turns.actions import (
    CHANGED,
    StaleMarks,
    TurnChoice,
    choice_by,
    choose_by,
    mark_turn,
    take_back_rule,
)
from assess.judging.turns.forms import MarksForm, RuleForm
from assess.judging.turns.listing import (
    TurnRow,
    by_conversation,
    has_rule,
    list_turns,
    read_turn,
    record_of,
)
from runs.actions.acts import Act
from runs.models import Track
from runs.views.lookup import organized_track

PAGE = "assess/judging/turns/page.html"


# /tracks/<track>/turns/
@never_cache
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def turns(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show the grid and one turn; preview a rule, then choose by it.

    Only the displayed choice is confirmed: if it has changed, the new one is shown
    first.
    """
    found = organized_track(request, track)
    if request.method != "POST":
        return _show(request, found, RuleForm())
    form = RuleForm(request.POST)
    if not form.is_valid():
        return _show(request, found, form, status=422)
    if seal := request.POST.get("confirm"):
        by = cast(User, request.user)
        done = choose_by(
            found, form.rule, form.in_words, seal=seal, by=by, now=timezone.now()
        )
        if done:
            changed = len(done.chosen) + len(done.dropped)
            said = f"{done.total:,} turns are assessed; {changed:,} changed."
            messages.success(request, said)
            return redirect("assess:turns", found.uuid)
        messages.error(
            request, "The turns have changed since. This is the current choice."
        )
    return _show(request, found, form, choice=choice_by(found, form.rule))


def _show(
    request: HttpRequest,
    track: Track,
    form: RuleForm,
    *,
    choice: TurnChoice | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = list_turns(track)
    row = _selected(request, rows)
    assessed = [each for each in rows if each.marks.assessed]
    wanted = [each for each in rows if each.marks.gold_answer]
    shown: dict[str, Any] = {
        "track": track,
        "tab": "topics",
        "rows": rows,
        "talks": by_conversation(rows),
        "turn": read_turn(row) if row else None,
        "form": form,
        "choice": choice,
        "record": record_of(track),
        "has_rule": has_rule(track),
        "assessed": assessed,
        "assessed_query": _topics_query(assessed),
        "unanswerable": sum(row.marks.unanswerable for row in rows),
        "wanted": wanted,
        "wanted_query": _topics_query(wanted, kind="answers"),
    }
    return render(request, PAGE, shown, status=status)


def _topics_query(rows: list[TurnRow], **named: str) -> str:
    return urlencode(named | {"topics": " ".join(row.topic.name for row in rows)})


def _selected(request: HttpRequest, rows: list[TurnRow]) -> TurnRow | None:
    name = request.GET.get("turn", "")
    named = (row for row in rows if str(row.topic.uuid) == name)
    return next(named, rows[0] if rows else None)


# /tracks/<track>/turns/<topic>/mark/
@signed_in
@require_POST
def mark(request: HttpRequest, track: UUID, topic: UUID) -> HttpResponse:
    """Decide about one turn: without script."""
    found = organized_track(request, track)
    turns = found.topics.filter(conversation__isnull=False)
    row, form = get_object_or_404(turns, uuid=topic), MarksForm(request.POST)
    if not form.is_valid():
        raise Http404
    seen, by = form.cleaned_data["seen"], cast(User, request.user)
    act = Act(by=by, key=uuid4(), seen=seen, now=timezone.now())
    try:
        mark_turn(row, form.marks, act=act)
    except StaleMarks:
        messages.error(request, f"{CHANGED} Look at it again.")
    return redirect(f"{reverse('assess:turns', args=[found.uuid])}?turn={row.uuid}")


# /tracks/<track>/turns/take-back/
@signed_in
@require_POST
def take_back(request: HttpRequest, track: UUID) -> HttpResponse:
    """Take the last rule back."""
    found = organized_track(request, track)
    count = take_back_rule(found, by=cast(User, request.user), now=timezone.now())
    if count is None:
        messages.error(request, "No rule has chosen turns yet.")
    else:
        messages.success(request, f"{count:,} turns are as before the last rule.")
    return redirect("assess:turns", found.uuid)
