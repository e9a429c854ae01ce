"""A form that is sent twice is done once, and answered both times as the first time.

A double click, an impatient second press and a browser that tries again all send what
was sent before: the same form as it was shown, with the same content. Every form that
is shown has a token of its own, Django's masked CSRF token, by which the second is
known. Sending it again after an answer that led nowhere (a mistake in a field, a
failure) is a new try.

An answer can get lost after everything was done: the process dies, or the database's
connection breaks. What must not be done again then, such as to start a job, says in
its own transaction where the form led (`note_done`).
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
LONGEST = timedelta(minutes=2)  # that an answer takes
PATIENCE = 5.0  # seconds that the second waits for the answer to the first
LOOK_EVERY = 0.05  # seconds
STILL = "This was sent before, and is still being done."

_in_hand: ContextVar[str] = ContextVar("submission", default="")


def note_done(location: str) -> None:
    """Note that the form in hand, if there is one, is done and led there.

    Call it in the transaction that does what must not be done twice.
    """
    if key := _in_hand.get():
        Submission.objects.filter(key=key).update(location=location)


class SubmittedTwiceMiddleware:
    """Does each form once, whatever the browser sends."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve one request, and note where the answer to a form led."""
        before = _in_hand.set("")
        try:
            response = self.get_response(request)
            if key := _in_hand.get():
                _note(key, response)
            return response
        finally:
            _in_hand.reset(before)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Take a form on, or answer the second as the first; after the CSRF check."""
        key = _key_of(request)
        if not key:
            return None
        if not _is_first(key):
            location = _location_of(key)
            if location is not None:
                return _as_before(request, location)
            _is_first(key)  # the first came to nothing: this is another try
        _in_hand.set(key)
        return None


def _key_of(request: HttpRequest) -> str:
    """Return what makes a form the same as another; "" for what is no form."""
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
    """Return where the first one led, "" where it takes long; None if it failed."""
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
