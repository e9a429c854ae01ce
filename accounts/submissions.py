"""Processes a form that is sent twice once, and returns the first response both times.

A double click, an impatient second press and a browser's retry all send the same form
with the same content. Every displayed form has a token of its own, Django's masked CSRF
token, which identifies the repetition. A form whose first response redirected nowhere
(an error in a field, a failure) counts as a new attempt when it is sent again.

A response can be lost after all work is done: the process dies, or the database
connection breaks. An action that must not be repeated, such as starting a job, records
in its own transaction where the form redirects to (`note_done`).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import Submission

KEPT = timedelta(hours=1)
LONGEST = timedelta(minutes=2)  # longest time of a response
PATIENCE = 5.0  # seconds that the second request waits for the response to the first
LOOK_EVERY = 0.05  # seconds
STILL = "This was sent before, and is still being done."

_in_hand: ContextVar[str] = ContextVar("submission", default="")


def note_done(location: str) -> None:
    """Record that the current form, if there is one, is processed and redirects there.

    Call it in the transaction that does what must not be done twice.
    """
    if key := _in_hand.get():
        Submission.objects.filter(key=key).update(location=location)


class SubmittedTwiceMiddleware:
    """Processes each form once, however often the browser sends it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle one request, and record where the response to a form redirects to."""
        before = _in_hand.set("")
        try:
            response = self.get_response(request)
            if key := _in_hand.get():
                _note(key, response)
            return response
        finally:
            _in_hand.reset(before)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Process a form, or return the first response; runs after the CSRF check."""
        key = _key_of(request)
        if not key:
            return None
        if not _is_first(key):
            location = _location_of(key)
            if location is not None:
                return _as_before(request, location)
            _is_first(key)  # the first came to nothing: this is another attempt
        _in_hand.set(key)
        return None


def _key_of(request: HttpRequest) -> str:
    """Return the key of a form, equal for equal forms; "" if the request is no form."""
    if request.method != "POST" or not request.user.is_authenticated:
        return ""
    if "csrfmiddlewaretoken" not in request.POST:
        return ""
    files = [
        (name, file.name, file.size)
        for name, files in request.FILES.lists()
        for file in files
    ]
    content = [request.user.pk, request.path, sorted(request.POST.lists()), files]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _is_first(key: str) -> bool:
    now = timezone.now()
    Submission.objects.filter(at__lt=now - KEPT).delete()
    return Submission.objects.get_or_create(key=key, defaults={"at": now})[1]


def _location_of(key: str) -> str | None:
    """Return the redirect of the first one, "" if it takes long, None if it failed."""
    end = time.monotonic() + PATIENCE
    while True:
        first = Submission.objects.filter(key=key).first()
        if first is None:
            return None
        if first.location:
            return first.location
        if first.at < timezone.now() - LONGEST:
            first.delete()  # its process died
            return None
        if time.monotonic() > end:
            return ""
        time.sleep(LOOK_EVERY)


def _as_before(request: HttpRequest, location: str) -> HttpResponse:
    if location:
        return HttpResponseRedirect(location)
    messages.info(request, STILL)
    page = request.headers.get("Referer", "")
    here = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()})
    return HttpResponseRedirect(urlsplit(page).path if here else "/")


def _note(key: str, response: HttpResponse) -> None:
    form = Submission.objects.filter(key=key)
    if response.status_code in (302, 303):
        form.update(location=response["Location"])
    else:
        form.filter(location="").delete()
