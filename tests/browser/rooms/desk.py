"""A small site for the scripts' tests: a judging page, and a server that misbehaves."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import engines
from django.urls import include, path

from accounts.decorators import signed_in

PAGE = """{% extends "judging.html" %}
{% block heading %}Desk{% endblock %}
{% block context %}<textarea id="note"></textarea>
<input id="terms" data-key="/">{% endblock %}
{% block item %}<h2 tabindex="-1">Item</h2><p id="pressed"></p>
<div id="part">waiting</div>{% endblock %}
{% block foot %}
<button type="button" data-key="1"><kbd>1</kbd> support</button>
<button type="button" data-key="u"><kbd>u</kbd> undo</button>
<button type="button" data-key="n" disabled>off</button>
<form method="post" action="/desk/part/"
  hx-post="/desk/part/" hx-ext="outbox" hx-target="#part">
{% csrf_token %}<input type="hidden" name="text" value="kept">
<button id="swap">swap</button>
</form>{% endblock %}"""


class Desk:
    """The received labels, and the faults of the next responses."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.wrong: list[tuple[int, dict[str, Any]]] = []
        self.fails_at = ""  # a value at which the server always fails


DESK = Desk()


@signed_in
def page(request: HttpRequest) -> HttpResponseBase:
    """Show the judging page."""
    return HttpResponse(engines["django"].from_string(PAGE).render({}, request))


@signed_in
def label(request: HttpRequest) -> HttpResponseBase:
    """Accept one label, or respond with the test's fault."""
    if DESK.wrong:
        status, answer = DESK.wrong.pop(0)
        return JsonResponse(answer, status=status)
    said = json.loads(request.body)
    if said["value"] == DESK.fails_at:
        return JsonResponse({}, status=500)
    DESK.taken.append({**said, "who": request.user.get_username()})
    return JsonResponse({"version": len(DESK.taken), "value": "support"})


@signed_in
def part(request: HttpRequest) -> HttpResponseBase:
    """Accept one HTMX write."""
    DESK.taken.append({"text": request.POST["text"]})
    return HttpResponse("swapped")


urlpatterns = [
    path("", page, name="home"),
    path("desk/label/", label),
    path("desk/part/", part),
    path("accounts/", include("accounts.urls")),
    path("manual/", include("manual.urls")),
]
