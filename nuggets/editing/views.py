"""Post-editing: the page, its one door for actions, the passages, the end."""

from __future__ import annotations

from typing import cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from assess.models import Allocation
from nuggets.banks.actions import VersionFrozen
from nuggets.banks.forms import PostEditForm
from nuggets.banks.views import bank_of, show_bank
from nuggets.editing.actions import (
    NothingToEdit,
    TakenByAnother,
    finish_version,
    reopen_version,
    start_post_edit,
)
from nuggets.editing.changes import read_changes
from nuggets.editing.command import run_command
from nuggets.editing.desk import Desk, latest_version, read_desk, read_passage
from nuggets.editing.forms import BOXES, EditForm, SeenForm
from nuggets.editing.step import Act, StaleVersion
from nuggets.kernel.listing import NotListed
from nuggets.models import Bank
from runs.views.found import organized_track

PAGE, FRAGMENT = "nuggets/edit.html", "nuggets/_editor.html"
STALE = "The list changed since you opened it. Here it is as it stands; look again."
FROZEN = "This list is finished and no longer changes. Open it again to go on."
GONE = "That nugget is no longer on the list. Here it is as it stands."


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)


def _work(request: HttpRequest, allocation: UUID) -> tuple[Allocation, Bank]:
    held = Allocation.objects.held_by(_person(request)).filter(kind="nuggets")
    work = get_object_or_404(held.select_related("topic", "track"), uuid=allocation)
    banks = Bank.objects.visible().filter(track=work.track_id, origin=Bank.EDITED)
    found = banks.select_related("qrels_judge__track")
    return work, get_object_or_404(found, uuid=work.subject)


def _desk(request: HttpRequest, allocation: UUID) -> Desk:
    work, bank = _work(request, allocation)
    version = latest_version(bank, work.topic)
    if version is None:
        raise Http404
    return read_desk(work, bank, version)


def _uuid(given: QueryDict, name: str) -> UUID | None:
    try:
        return UUID(given.get(name, ""))
    except ValueError:
        return None


def _wants_the_list(request: HttpRequest) -> bool:
    return request.method == "POST" and "HX-Request" in request.headers


def _show(
    request: HttpRequest, desk: Desk, *, status: int = 200, **extra: object
) -> HttpResponse:
    """Render the list alone for a script, the whole page for everybody else."""
    given = request.POST or request.GET
    chosen = desk.row(_uuid(given, "nugget"))
    source = _uuid(given, "passage")
    shown = {"desk": desk, "chosen": chosen, "key": uuid4(), "source": source, **extra}
    if _wants_the_list(request):
        return render(request, FRAGMENT, shown, status=status)
    shown["passage"] = read_passage(desk, chosen, source)
    return render(request, PAGE, shown, status=status)


# /work/<allocation>/nuggets/
@never_cache
@signed_in
@require_GET
def edit(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show a topic's list beside its passages."""
    work, bank = _work(request, allocation)
    version = latest_version(bank, work.topic)
    if version is None:
        return render(request, "nuggets/edit_begin.html", {"work": work, "bank": bank})
    box = request.GET.get("box", "")
    return _show(
        request, read_desk(work, bank, version), box=box if box in BOXES else ""
    )


# /work/<allocation>/nuggets/act/
@signed_in
@require_POST
def act(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Do one edit, or open the box in which its words are written."""
    desk = _desk(request, allocation)
    form = EditForm(request.POST, version=desk.version)
    if form.opens_a_box:
        return _open_box(request, desk, form.data["action"])
    if not form.is_valid():
        box = form.data.get("action", "") if form.wants_words else ""
        return _show(request, desk, status=422, form=form, box=box)
    deed = Act(
        by=_person(request),
        seen=form.cleaned_data["seen"],
        key=form.cleaned_data["key"],
        now=timezone.now(),
    )
    try:
        done = run_command(desk.version, form.command(), act=deed)
    except (StaleVersion, VersionFrozen, NotListed) as error:
        return _as_it_stands(request, allocation, error, form)
    return _show_done(request, _desk(request, allocation), done.nugget)


def _open_box(request: HttpRequest, desk: Desk, box: str) -> HttpResponse:
    if _wants_the_list(request):
        return _show(request, desk, box=box)
    query = QueryDict(mutable=True)
    for name in ("nugget", "passage"):
        query[name] = request.POST.get(name, "")
    query["box"] = box
    return redirect(f"{desk.url}?{query.urlencode()}#box")


def _as_it_stands(
    request: HttpRequest, allocation: UUID, error: Exception, form: EditForm
) -> HttpResponse:
    note = {StaleVersion: STALE, VersionFrozen: FROZEN}.get(type(error), GONE)
    box = form.data.get("action", "") if form.wants_words else ""
    desk = _desk(request, allocation)
    return _show(request, desk, status=409, note=note, box=box, form=form)


def _show_done(request: HttpRequest, desk: Desk, touched: int | None) -> HttpResponse:
    chosen = desk.row_of(touched) or desk.row(_uuid(request.POST, "nugget"))
    if _wants_the_list(request):
        return _show(request, desk, chosen=chosen)
    query = QueryDict(mutable=True)
    query["nugget"] = str(chosen.uuid) if chosen else ""
    query["passage"] = request.POST.get("passage", "")
    return redirect(f"{desk.url}?{query.urlencode()}")


# /work/<allocation>/nuggets/passages/<segment>/
@never_cache
@signed_in
@require_GET
def passage(request: HttpRequest, allocation: UUID, segment: UUID) -> HttpResponse:
    """Show one passage with the chosen nugget's words marked."""
    desk = _desk(request, allocation)
    chosen = desk.row(_uuid(request.GET, "nugget"))
    found = read_passage(desk, chosen, segment)
    if found is None:
        raise Http404
    shown = {"desk": desk, "passage": found, "chosen": chosen}
    return render(request, "nuggets/_passage.html", shown)


# /work/<allocation>/nuggets/changes/
@never_cache
@signed_in
@require_GET
def changes(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show what changed since the draft."""
    work, bank = _work(request, allocation)
    version = latest_version(bank, work.topic)
    if version is None:
        raise Http404
    shown = {"work": work, "bank": bank, "changes": read_changes(version)}
    return render(request, "nuggets/changes.html", shown)


# /work/<allocation>/nuggets/finish/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def finish(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Say what is still open, then freeze the list and end the work."""
    desk = _desk(request, allocation)
    if request.method == "GET":
        return render(request, "nuggets/finish.html", {"desk": desk})
    form = SeenForm(request.POST)
    if not form.is_valid():
        return render(request, "nuggets/finish.html", {"desk": desk}, status=422)
    deed = Act(by=_person(request), seen=form.cleaned_data["seen"], now=timezone.now())
    try:
        finish_version(desk.version, desk.work, act=deed)
    except (StaleVersion, VersionFrozen):
        shown = {"desk": desk, "note": STALE}
        return render(request, "nuggets/finish.html", shown, status=409)
    return redirect("nuggets:edit", allocation)


# /work/<allocation>/nuggets/reopen/
@signed_in
@require_POST
def reopen(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Open a new version: after a finished one, or the first one of a draft."""
    work, bank = _work(request, allocation)
    try:
        reopen_version(bank, work, by=_person(request), now=timezone.now())
    except (NothingToEdit, TakenByAnother) as error:
        taken = isinstance(error, TakenByAnother)
        shown = {"work": work, "bank": bank, "taken": taken, "empty": not taken}
        return render(request, "nuggets/edit_begin.html", shown, status=409)
    return redirect("nuggets:edit", allocation)


# /tracks/<track>/banks/<bank>/post-edit/
@signed_in
@require_POST
def post_edit(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Make an edited bank from this one, ready to be handed out."""
    draft = bank_of(organized_track(request, track), bank)
    form = PostEditForm(request.POST, draft=draft)
    if not form.is_valid():
        return show_bank(request, draft, form, status=422)
    made = start_post_edit(draft, form.cleaned_data["name"], now=timezone.now())
    messages.success(request, f"{made} is open for editing. Hand out its topics next.")
    return redirect("nuggets:bank", track, made.uuid)
