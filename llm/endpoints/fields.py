"""The field that chooses an endpoint."""

from __future__ import annotations

from django import forms
from django.conf import settings

from llm.models import Endpoint


def endpoint_field() -> dict[str, forms.Field]:
    """Return the field by its name; none if no endpoint was set up in the browser."""
    rows = Endpoint.objects.prefetch_related("served")
    choices = [
        (each.url, f"{each}: {', '.join(map(str, each.served.all()))}") for each in rows
    ]
    if not choices:
        return {}
    own = [("", "The one in the server's settings")] if settings.LLM_ENDPOINT else []
    field = forms.ChoiceField(
        choices=[*own, *choices],
        required=not own,
        help_text="Each with its models. Superusers add some under Models.",
    )
    return {"endpoint": field}
