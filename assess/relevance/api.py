"""The judging writes of relevance, as the browser's outbox sends them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import api_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.models import Label
from assess.relevance.kind import RELEVANCE
from assess.relevance.serializers import RelevanceSerializer
from assess.relevance.work import NotAPart, label_relevance, said_in
from assess.work.api import answer_to, as_it_stands, own_work


# /api/work/<allocation>/relevance/
@api_view(["POST"])
def relevance(request: Request, allocation: UUID) -> Answer:
    """Give one grade."""
    work = own_work(request, allocation, RELEVANCE)
    sent = RelevanceSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    item = {name: sent.validated_data[name] for name in ("segment", "value")}
    said, act = sent.said(), sent.act()
    try:
        return answer_to(
            lambda: label_relevance(
                work, **item, said=said, act=act, now=timezone.now()
            ),
            gone="The work holds no such segment any more.",
            stands=_with_what_was_said,
        )
    except NotAPart as error:
        raise ValidationError({"ticks": "No such sub-narrative."}) from error


def _with_what_was_said(label: Label | None) -> dict[str, Any]:
    return as_it_stands(label) | said_in(label.details if label else {})
