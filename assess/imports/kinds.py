"""The kinds of file that hold labels."""

from assess.forms.imports import JudgeForm
from assess.imports.qrels import QrelsImporter
from runs.imports.registry import ImportKind, register

QRELS = register(
    ImportKind(
        name="qrels",
        title="Qrels",
        hint="Relevance labels in four columns: topic 0 docid grade.",
        form=JudgeForm,
        importer=QrelsImporter(),
    )
)
