"""One address for any work, whatever its page."""

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.models import Allocation
from assess.screens import UnknownScreen, get_screen


# /work/<allocation>/
@signed_in
@require_GET
def work(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Go to the page where a person does their work."""
    held = Allocation.objects.held_by(cast(User, request.user))
    found = get_object_or_404(held, uuid=allocation)
    try:
        return redirect(get_screen(found.kind).url_name, found.uuid)
    except UnknownScreen as error:
        raise Http404 from error
