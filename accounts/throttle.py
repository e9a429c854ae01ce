"""How often a password may be guessed: by DRF's throttle, in each server process."""

from __future__ import annotations

import hashlib
import math

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle


class SignInThrottle(SimpleRateThrottle):
    """Thirty tries an hour at one name from one address; a right one starts afresh."""

    rate = "30/h"

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()
        self.request = request

    def get_cache_key(self, request: object, view: object) -> str:
        """Return what the tries are counted under."""
        name = self.request.POST.get("username", "").strip().casefold()
        address = self.get_ident(self.request)  # type: ignore[arg-type]
        digest = hashlib.sha256(f"{address}\n{name}".encode("utf-8", "replace"))
        return f"sign-in-{digest.hexdigest()}"

    def minutes_to_wait(self) -> int:
        """Count this try; return the minutes until the next may be made, mostly 0."""
        if self.allow_request(self.request, None):  # type: ignore[arg-type]
            return 0
        return math.ceil((self.wait() or 60) / 60)

    def start_afresh(self) -> None:
        """Forget the tries."""
        self.cache.delete(self.get_cache_key(None, None))
