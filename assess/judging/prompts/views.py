"""The pages of a track's prompts."""

from __future__ import annotations

from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.kernel.differences import line_changes
from assess.judging.machine.launch import launched
from assess.judging.machine.readiness import NotReady
from assess.judging.models import TrackPrompt
from assess.judging.prompts.actions import save_wording, start_trial, use_wording
from assess.judging.prompts.forms import TryForm, WordingForm
from assess.judging.prompts.job import machine_of
from assess.judging.prompts.preview import previewed
from assess.judging.prompts.versions import prompt_of, shipped_prompt, versions_in_use
from llm.kernel.prompt import Prompt
from llm.registry import UnknownPrompt
from runs.models import Track
from runs.views.lookup import organized_track

PAGE = "assess/judging/prompts/prompt.html"


# /tracks/<track>/prompts/
@never_cache
@signed_in
@require_GET
def prompts(request: HttpRequest, track: UUID) -> HttpResponse:
    """List the prompts, with the version that new judges get."""
    found = organized_track(request, track)
    shown = {"track": found, "tab": "judges", "versions": versions_in_use(found)}
    return render(request, "assess/judging/prompts/list.html", shown)


# /tracks/<track>/prompts/<name>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def prompt(request: HttpRequest, track: UUID, name: str) -> HttpResponse:
    """Show a prompt; preview another wording, or save it as a version."""
    found = organized_track(request, track)
    shipped = _shipped(name)
    now = _in_use(found, shipped)
    begun = {"system": now.system, "user": now.user}
    form = WordingForm(shipped, request.POST or None, initial=begun)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        words = {key: form.cleaned_data[key] for key in ("system", "user")}
        user = cast(User, request.user)
        row = save_wording(found, name, **words, by=user, now=timezone.now())
        messages.success(request, f"Version {row.version} is saved. It is not in use.")
        return redirect("assess:prompt", found.uuid, name)
    shown = getattr(form, "prompt", now)
    return _page(request, found, shipped, shown, {"form": form})


# /tracks/<track>/prompts/<name>/use/
@signed_in
@require_POST
def prompt_use(request: HttpRequest, track: UUID, name: str) -> HttpResponse:
    """Make new judges with a version, "" for the shipped one."""
    found = organized_track(request, track)
    _shipped(name)
    version = request.POST.get("version", "")
    rows = TrackPrompt.objects.filter(track=found, name=name)
    row = get_object_or_404(rows, version=version) if version else None
    use_wording(found, name, row)
    messages.success(request, "New judges are made with it. Others keep theirs.")
    return redirect("assess:prompt", found.uuid, name)


# /tracks/<track>/prompts/<name>/try/
@never_cache
@signed_in
@require_POST
def prompt_try(request: HttpRequest, track: UUID, name: str) -> HttpResponse:
    """Ask about five labelled items with a version, and show the job."""
    found = organized_track(request, track)
    shipped = _shipped(name)
    rows = TrackPrompt.objects.filter(track=found, name=name).select_related("track")
    row = get_object_or_404(rows, version=request.POST.get("version", ""))
    form, done = TryForm(found, request.POST), None
    if form.is_valid():
        judge = form.cleaned_data["judge"]
        owner = cast(User, request.user)
        start = partial(start_trial, row, judge, owner=owner, now=timezone.now())
        done = launched(request, form, start, NotReady)
    if isinstance(done, UUID):
        return redirect("jobs:page", done)
    more = {"trial": form, "quote": done, "tried": row}
    return _page(request, found, shipped, prompt_of(row), more)


def _shipped(name: str) -> Prompt:
    try:
        return shipped_prompt(name)
    except UnknownPrompt:
        raise Http404 from None


def _in_use(track: Track, shipped: Prompt) -> Prompt:
    own = TrackPrompt.objects.filter(track=track, name=shipped.name, in_use=True)
    row = own.first()
    return shipped if row is None else prompt_of(row)


def _page(
    request: HttpRequest,
    track: Track,
    shipped: Prompt,
    prompt: Prompt,
    more: dict[str, Any],
) -> HttpResponse:
    """Show a wording: its preview, and its difference from the shipped one."""
    words = {"system": prompt.system, "user": prompt.user}
    shown = {
        "track": track,
        "tab": "judges",
        "shipped": shipped,
        "prompt": prompt,
        "versions": TrackPrompt.objects.filter(track=track, name=shipped.name),
        "changes": list(line_changes(_whole(shipped), _whole(prompt))),
        "preview": previewed(track, prompt),
        "can_try": machine_of(shipped.name) is not None,
        "form": WordingForm(shipped, initial=words),
        "trial": TryForm(track),
        **more,
    }
    forms = (shown["form"], shown["trial"])
    status = 422 if any(form.errors for form in forms) else 200
    return render(request, PAGE, shown, status=status)


def _whole(prompt: Prompt) -> str:
    return f"{prompt.system.strip()}\n\n{prompt.user.strip()}"
