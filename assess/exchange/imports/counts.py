"""How many labels hang on what an import replaces."""

from collections.abc import Sequence

from assess.judging.kinds import all_kinds
from runs.imports.registry import Item, count_labels_with


def count_labels(item: Item, ids: Sequence[int]) -> dict[str, int]:
    """Return the number of labels of each kind that hang on topics or responses."""
    lookups = {kind: getattr(kind, item) for kind in all_kinds()}
    return {
        kind.name: kind.model.objects.given().filter(**{f"{lookup}__in": ids}).count()
        for kind, lookup in lookups.items()
        if lookup
    }


count_labels_with(count_labels)
