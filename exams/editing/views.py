"""The editor of a topic's questions, and what a draft would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from exams.banks.views import bank_of
from exams.editing.actions import (
    StaleDraft,
    TooManyEdits,
    apply_draft,
    discard_draft,
    take_step,
)
from exams.editing.draft import draft_of
from exams.editing.forms import BOXES, TURNS, EditForm, SeenForm, WithdrawForm
from exams.editing.messages import STALE, selected_by
from exams.editing.page import (
    Editor,
    ids_of,
    passages_of,
    read_editor,
    said_of,
    what_if_page,
)
from exams.editing.versions import list_questions, list_steps
from exams.kernel.edits import CannotEdit
from exams.models import QuestionBank
from exams.scores.views import looked_at
from runs.actions.acts import Act
from runs.models import Topic
from runs.views.lookup import organized_track


def _bank(request: HttpRequest, track: UUID, questions: UUID) -> QuestionBank:
    return bank_of(organized_track(request, track), questions)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _editor(request: HttpRequest, bank: QuestionBank, topic: UUID) -> Editor:
    found = read_editor(draft_of(bank, _user(request)), topic)
    if found is None:
        raise Http404
    return found


def _list_page(request: HttpRequest, bank: QuestionBank, topic: UUID) -> dict[str, Any]:
    """Return the content of a topic's list, at the chosen question."""
    editor = _editor(request, bank, topic)
    name = request.POST.get("question") or request.GET.get("question", "")
    box = request.GET.get("box", "")
    return looked_at(request, bank) | {
        "editor": editor,
        "chosen": editor.row_of(name),
        "boxes": BOXES,
        "box": box if box in BOXES else "",
        "key": uuid4(),
    }


def _back(request: HttpRequest, bank: QuestionBank) -> HttpResponse:
    """Return to the page that a form names, by default the page of the draft."""
    to = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(to, allowed_hosts=None):
        return redirect(to)
    return redirect("exams:what_if", bank.track.uuid, bank.uuid)


# /tracks/<track>/exams/<bank>/topics/<topic>/
@never_cache
@signed_in
@require_GET
def editor(
    request: HttpRequest, track: UUID, questions: UUID, topic: UUID
) -> HttpResponse:
    """Show a topic's questions with a person's draft, and the passages of one."""
    shown = _list_page(request, _bank(request, track, questions), topic)
    own: Editor = shown["editor"]
    shown["answers"] = passages_of(own, shown["chosen"], shown["basis"])
    shown |= what_if_page(own.pages, shown, own.topic)
    return render(request, "exams/editing/editor.html", shown)


# /tracks/<track>/exams/<bank>/topics/<topic>/list/
@never_cache
@signed_in
@require_GET
def question_list(
    request: HttpRequest, track: UUID, questions: UUID, topic: UUID
) -> HttpResponse:
    """Show only the topic's list."""
    shown = _list_page(request, _bank(request, track, questions), topic)
    return render(request, "exams/editing/_list.html", shown)


# /tracks/<track>/exams/<bank>/topics/<topic>/passages/
@never_cache
@signed_in
@require_GET
def passages(
    request: HttpRequest, track: UUID, questions: UUID, topic: UUID
) -> HttpResponse:
    """Show the chosen question's passages by grade."""
    shown = _list_page(request, _bank(request, track, questions), topic)
    answers = passages_of(shown["editor"], shown["chosen"], shown["basis"])
    return render(request, "exams/editing/_passages.html", shown | {"answers": answers})


# /tracks/<track>/exams/<bank>/topics/<topic>/effect/
@never_cache
@signed_in
@require_GET
def effect(
    request: HttpRequest, track: UUID, questions: UUID, topic: UUID
) -> HttpResponse:
    """Show what the draft would change, with the topic's passages."""
    found = _bank(request, track, questions)
    own = _editor(request, found, topic)
    shown = looked_at(request, found)
    shown |= what_if_page(own.pages, shown, own.topic)
    return render(request, "exams/editing/_effect.html", shown)


# /tracks/<track>/exams/<bank>/topics/<topic>/act/
@signed_in
@require_POST
def act(
    request: HttpRequest, track: UUID, questions: UUID, topic: UUID
) -> HttpResponse:
    """Do one edit, or open the box for its words: without script."""
    found = _bank(request, track, questions)
    lists = found.versions.current().select_related("topic")
    own = get_object_or_404(lists, topic__uuid=topic).topic
    form = EditForm(request.POST, topic=own)
    if form.opens_a_box:
        return _go_on(request, own, found, box=form.data["action"])
    if not form.is_valid():
        messages.error(request, said_of(form))
        return _go_on(request, own, found)
    step = _step(request, found, form.does, form.edits(), form)
    return _go_on(request, own, found, question=selected_by(step))


def _go_on(
    request: HttpRequest,
    topic: Topic,
    bank: QuestionBank,
    *,
    question: str | None = None,
    box: str = "",
) -> HttpResponse:
    """Show the list again, at the touched question, else at the selected one."""
    query = QueryDict(request.POST.get("look", ""), mutable=True)
    query["question"] = question or request.POST.get("question", "")
    if box:
        query["box"] = box
    page = reverse("exams:editor", args=[bank.track.uuid, bank.uuid, topic.uuid])
    return redirect(f"{page}?{query.urlencode()}{'#box' if box else ''}")


def _step(
    request: HttpRequest,
    bank: QuestionBank,
    action: str,
    edits: Sequence[Mapping[str, Any]],
    form: EditForm | WithdrawForm,
) -> Mapping[str, Any] | None:
    """Take a step of the person's draft; tell why not, and return None."""
    act = form.act(_user(request), now=timezone.now())
    try:
        return take_step(bank, action, edits, act=act)
    except StaleDraft:
        messages.error(request, STALE)
    except (CannotEdit, TooManyEdits) as error:
        messages.error(request, str(error))
    return None


# /tracks/<track>/exams/<bank>/what-if/
@signed_in
@require_GET
def what_if(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show what a person's draft would change."""
    found = _bank(request, track, questions)
    shown = looked_at(request, found)
    shown |= what_if_page(draft_of(found, _user(request)), shown)
    return render(request, "exams/editing/what_if.html", shown)


# /tracks/<track>/exams/<bank>/withdraw/
@signed_in
@require_POST
def withdraw(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Withdraw many questions in a person's draft, by their ids."""
    found, form = _bank(request, track, questions), WithdrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, said_of(form))
        return _back(request, found)
    known = ids_of(draft_of(found, _user(request)))
    names = form.names()
    missing = [name for name in names if name not in known]
    if missing:
        messages.error(request, f"The bank has no question {', '.join(missing[:5])}.")
        return _back(request, found)
    edits = [{"do": "withdraw", "question": known[name]} for name in names]
    _step(request, found, "withdraw", edits, form)
    return _back(request, found)


# /tracks/<track>/exams/<bank>/draft/
@signed_in
@require_POST
def change_draft(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Undo, redo, apply or discard a person's draft."""
    found, form = _bank(request, track, questions), SeenForm(request.POST)
    if not form.is_valid():
        messages.error(request, said_of(form))
        return _back(request, found)
    seen, user, now = form.cleaned_data["seen"], _user(request), timezone.now()
    do = request.POST.get("do", "")
    try:
        if do in TURNS:
            take_step(found, do, [], act=Act(by=user, key=uuid4(), seen=seen, now=now))
        elif do == "discard":
            discard_draft(found, user)
        elif do == "apply":
            versions = apply_draft(found, user, seen=seen, now=now)
            have = "topic has" if len(versions) == 1 else "topics have"
            messages.success(request, f"Applied: {len(versions)} {have} a new version.")
    except (StaleDraft, TooManyEdits) as error:
        messages.error(request, STALE if isinstance(error, StaleDraft) else str(error))
    return _back(request, found)


# /tracks/<track>/exams/<bank>/versions/<version>/
@signed_in
@require_GET
def version(
    request: HttpRequest, track: UUID, questions: UUID, question_version: UUID
) -> HttpResponse:
    """Show one version's questions, their descent, and the steps that made it."""
    bank = _bank(request, track, questions)
    versions = bank.versions.filter(topic__deleted_at=None)
    related = versions.select_related("topic", "editor", "parent")
    found = get_object_or_404(related, uuid=question_version)
    rows = list_questions(found)
    shown = {"track": bank.track, "bank": bank, "version": found, "rows": rows}
    shown["steps"] = list_steps(found, rows)
    return render(request, "exams/editing/version.html", shown)
