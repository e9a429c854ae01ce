"""The kinds of file that hold labels."""

from collections.abc import Sequence

from assess.forms.imports import JudgeForm, RjForm
from assess.imports.qrels import QrelsImporter
from assess.imports.rj import RjImporter
from assess.kinds import all_kinds
from runs.imports.registry import ImportKind, Item, count_labels_with, register

QRELS = register(
    ImportKind(
        name="qrels",
        title="Qrels",
        hint="Relevance labels in four columns: topic 0 docid grade.",
        turn=30,
        after="After the topics.",
        form=JudgeForm,
        importer=QrelsImporter(),
    )
)

RJ = register(
    ImportKind(
        name="rj",
        title="Relevance judgments of a run",
        hint="A run of the RJ task, in six columns: topic Q0 docid grade confidence "
        "run. It looks like a ranking, so say here that it is none.",
        turn=31,
        after="After the topics.",
        form=RjForm,
        importer=RjImporter(),
    )
)


def count_labels(item: Item, ids: Sequence[int]) -> dict[str, int]:
    """Return the number of labels of each kind that hang on topics or responses."""
    lookups = {kind: getattr(kind, item) for kind in all_kinds()}
    return {
        kind.name: kind.model.objects.given().filter(**{f"{lookup}__in": ids}).count()
        for kind, lookup in lookups.items()
        if lookup
    }


count_labels_with(count_labels)
