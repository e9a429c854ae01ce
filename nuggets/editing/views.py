"""Post-editing: the page, its plain forms, the passages, the changes, the end."""

from __future__ import annotations

from typing import cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.queues.actions import TakenByAnother
from assess.judging.threads.open_points import seal_of
from assess.judging.work.views import own_work
from nuggets.banks.actions import VersionFrozen
from nuggets.banks.forms import PostEditForm
from nuggets.banks.subjects import BankGone
from nuggets.banks.views import bank_of, show_bank
from nuggets.editing.actions import (
    NothingToEdit,
    finish_version,
    reopen_version,
    start_post_edit,
)
from nuggets.editing.changes import read_changes
from nuggets.editing.desk import Desk, NuggetRow, read_desk
from nuggets.editing.forms import BOXES, EditForm, SeenForm
from nuggets.editing.items import NUGGETS, edited_bank, last_touched, versions_of
from nuggets.editing.open_points import left_open
from nuggets.editing.passages import Passage, read_passage
from nuggets.editing.steps.command import run_once
from nuggets.editing.steps.lists import NoSuchSpan
from nuggets.editing.steps.messages import STALE, STILL_OPEN, note_on
from nuggets.editing.steps.names import name_of, nugget_named
from nuggets.editing.steps.step import StaleVersion
from nuggets.kernel.listing import NotListed
from nuggets.models import Bank
from runs.kernel.limits import TooMany
from runs.views.lookup import organized_track

PAGE = "nuggets/editing/page.html"


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)


def _work(request: HttpRequest, allocation: UUID) -> tuple[Allocation, Bank]:
    work = own_work(request, allocation, NUGGETS)
    try:
        return work, edited_bank(work)
    except BankGone as error:
        raise Http404 from error


def _desk(request: HttpRequest, allocation: UUID) -> Desk:
    work, bank = _work(request, allocation)
    version = versions_of(work, bank).first()
    if version is None:
        raise Http404
    return read_desk(work, bank, version)


def _uuid(given: QueryDict, name: str) -> UUID | None:
    try:
        return UUID(given.get(name, ""))
    except ValueError:
        return None


def _chosen(request: HttpRequest, desk: Desk) -> NuggetRow | None:
    """Return the named nugget, else the person's last one, else the first or None."""
    name = _uuid(request.POST or request.GET, "nugget")
    try:
        found = nugget_named(desk.version, name) if name else None
    except NotListed:
        found = None
    if found is None:
        found = last_touched(desk.version, _person(request))
    return desk.row_of(found) or next(iter(desk.rows), None)


def _passage(
    desk: Desk, chosen: NuggetRow | None, segment: UUID | None
) -> Passage | None:
    """Read a passage, the chosen nugget's first source for None."""
    if segment is None and chosen and chosen.sources:
        segment = chosen.sources[0].uuid
    words, nugget = (chosen.text, chosen.pk) if chosen else ("", None)
    return read_passage(desk.passages, segment, nugget=nugget, words=words)


def _show(
    request: HttpRequest, desk: Desk, *, status: int = 200, **extra: object
) -> HttpResponse:
    chosen = _chosen(request, desk)
    source = _uuid(request.POST or request.GET, "passage")
    shown = {
        "desk": desk,
        "work": desk.work,
        "practises": True,
        "chosen": chosen,
        "key": uuid4(),
        "source": source,
        "passage": _passage(desk, chosen, source),
        "boxes": BOXES,
    }
    return render(request, PAGE, {**shown, **extra}, status=status)


# /work/<allocation>/nuggets/
@never_cache
@signed_in
@require_GET
def edit(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show a topic's list next to its passages."""
    work, bank = _work(request, allocation)
    version = versions_of(work, bank).first()
    if version is None:
        return render(
            request, "nuggets/editing/begin.html", {"work": work, "bank": bank}
        )
    box = request.GET.get("box", "")
    return _show(
        request, read_desk(work, bank, version), box=box if box in BOXES else ""
    )


# /work/<allocation>/nuggets/list/
@never_cache
@signed_in
@require_GET
def nugget_list(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show only the current list."""
    desk = _desk(request, allocation)
    chosen = _chosen(request, desk)
    shown = {"desk": desk, "chosen": chosen, "key": uuid4(), "boxes": BOXES}
    return render(request, "nuggets/editing/_list.html", shown)


# /work/<allocation>/nuggets/act/
@signed_in
@require_POST
def act(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Do one edit, or open the box for its words: without script."""
    desk = _desk(request, allocation)
    form = EditForm(request.POST, version=desk.version)
    if form.opens_a_box:
        return _go_on(request, desk, box=form.data["action"])
    box = form.data.get("action", "") if form.wants_words else ""
    if not form.is_valid():
        return _show(request, desk, status=422, form=form, box=box)
    deed = form.act(by=_person(request), now=timezone.now())
    try:
        form.check_list(desk.version)
        done = run_once(desk.work, desk.version, form.command, act=deed)
    except (StaleVersion, VersionFrozen, NotListed, NoSuchSpan, TooMany) as error:
        shown = {"note": note_on(error), "form": form, "box": box}
        return _show(request, _desk(request, allocation), status=409, **shown)
    return _go_on(request, desk, touched=done.nugget)


def _go_on(
    request: HttpRequest, desk: Desk, *, touched: int | None = None, box: str = ""
) -> HttpResponse:
    """Show the list again, at the touched nugget, else at the selected one."""
    query = QueryDict(mutable=True)
    query["nugget"] = str(name_of(touched) or request.POST.get("nugget", ""))
    query["passage"] = request.POST.get("passage", "")
    query["box"] = box
    return redirect(f"{desk.url}?{query.urlencode()}{'#box' if box else ''}")


# /work/<allocation>/nuggets/passages/<segment>/
@never_cache
@signed_in
@require_GET
def passage(request: HttpRequest, allocation: UUID, segment: UUID) -> HttpResponse:
    """Show one passage with the selected nugget's words marked."""
    desk = _desk(request, allocation)
    chosen = _chosen(request, desk)
    found = _passage(desk, chosen, segment)
    if found is None:
        raise Http404
    shown = {"desk": desk, "passage": found, "chosen": chosen}
    return render(request, "nuggets/editing/_passage.html", shown)


# /work/<allocation>/nuggets/changes/
@never_cache
@signed_in
@require_GET
def changes(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show the changes since the draft."""
    work, bank = _work(request, allocation)
    version = versions_of(work, bank).first()
    if version is None:
        raise Http404
    back = _uuid(request.GET, "nugget")
    found = read_changes(version)
    shown = {"work": work, "bank": bank, "changes": found, "back": back}
    return render(request, "nuggets/editing/changes.html", shown)


# /work/<allocation>/nuggets/finish/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def finish(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Freeze the list and finish the work, once the person confirms the open points."""
    desk = _desk(request, allocation)
    if request.method == "GET":
        return _show_end(request, desk)
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _show_end(request, desk, status=422)
    deed = form.act(by=_person(request), now=timezone.now())
    still = left_open(desk) if desk.is_open else []
    try:
        form.check_list(desk.version)
        if still and request.POST.get("leave") != seal_of(still):
            return _show_end(request, desk, note=STILL_OPEN, status=422)
        finish_version(desk.version, desk.work, act=deed)
    except (StaleVersion, VersionFrozen):
        return _show_end(request, desk, note=STALE, status=409)
    return redirect("nuggets:edit", allocation)


def _show_end(
    request: HttpRequest, desk: Desk, *, note: str = "", status: int = 200
) -> HttpResponse:
    back = _uuid(request.GET, "nugget")
    found = left_open(desk)
    shown = {"desk": desk, "open": found, "back": back, "note": note}
    shown["leave"] = seal_of(found) if found else ""
    return render(request, "nuggets/editing/finish.html", shown, status=status)


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
        return render(request, "nuggets/editing/begin.html", shown, status=409)
    return redirect("nuggets:edit", allocation)


# /tracks/<track>/banks/<bank>/post-edit/
@signed_in
@require_POST
def post_edit(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Create an edited bank from this one, ready to be handed out."""
    draft = bank_of(organized_track(request, track), bank)
    form = PostEditForm(request.POST, draft=draft)
    if not form.is_valid():
        return show_bank(request, draft, form, status=422)
    made = start_post_edit(draft, form.cleaned_data["name"], now=timezone.now())
    messages.success(request, f"{made} is open for editing. Hand out its topics next.")
    return redirect("nuggets:bank", track, made.uuid)
