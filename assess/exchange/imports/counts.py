"""The number of labels that depend on rows which an import replaces."""

from collections.abc import Sequence

from django.db.models import Q

from assess.judging.kinds import Kind, all_kinds
from runs.imports.registry import Item, count_labels_with


def count_labels(item: Item, ids: Sequence[int]) -> dict[str, int]:
    """Return the number of labels of each kind on topics or responses."""
    return {
        kind.name: kind.model.objects.given().filter(_hanging(kind, item, ids)).count()
        for kind in all_kinds()
        if item == "topic" or kind.responses
    }


def _hanging(kind: Kind, item: Item, ids: Sequence[int]) -> Q:
    if item == "response":
        return kind.hanging_on(ids)
    return Q(**{f"{kind.topic}__in": ids})


count_labels_with(count_labels)
