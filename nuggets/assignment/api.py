"""The judging writes of assignment, as the browser's outbox sends them."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response as Answer

from assess.work.api import answer_to, own_work
from nuggets.assignment.actions import label_assignment
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.serializers import AssignmentSerializer


# /api/work/<allocation>/assignment/
@api_view(["POST"])
def assignment(request: Request, allocation: UUID) -> Answer:
    """Give one label."""
    work = own_work(request, allocation, ASSIGNMENT)
    sent = AssignmentSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    item = {name: sent.validated_data[name] for name in ("response", "nugget", "value")}
    return answer_to(
        lambda: label_assignment(work, **item, act=sent.act(), now=timezone.now()),
        gone="The work holds no such nugget or response any more.",
    )
