"""The judging writes of support, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.support.actions import label_support
from assess.support.kind import SUPPORT
from assess.support.serializers import SupportSerializer
from assess.work.api import answer_to, own_work


# /api/work/<allocation>/support/
@api_view(["POST"])
def support(request: Request, allocation: UUID) -> Answer:
    """Give one label."""
    work = own_work(request, allocation, SUPPORT)
    sent = SupportSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    item = {name: sent.validated_data[name] for name in ("citation", "value")}
    return answer_to(
        lambda: label_support(work, **item, act=sent.act(), now=timezone.now()),
        gone="The work holds no such citation any more.",
    )
