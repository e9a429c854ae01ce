"""Decorators that decide who may see a page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase

from accounts.replies import sign_in_needed, wants_a_part

P = ParamSpec("P")


def signed_in(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Redirect anonymous people to the sign-in page; answer 401 to scripts.

    Without the 401, htmx would put the sign-in page into a row. On a 401 the page's own
    script opens the sign-in dialog and repeats the request.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if wants_a_part(request):
            return sign_in_needed()
        return redirect_to_login(request.get_full_path())

    return guarded
