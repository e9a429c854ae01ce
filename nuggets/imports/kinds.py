"""The kinds of file that hold banks and assignments."""

from nuggets.forms.imports import AssignmentsForm, BankForm
from nuggets.imports.assignments import AssignmentsImporter
from nuggets.imports.nuggets import NuggetsImporter
from runs.imports.registry import ImportKind, register

NUGGETS = register(
    ImportKind(
        name="nuggets",
        turn=40,
        after="After the topics.",
        title="Nuggets",
        hint="Nuggetizer's JSONL, the 2025 development file, or iKAT's gold nuggets.",
        form=BankForm,
        importer=NuggetsImporter(),
    )
)
ASSIGNMENTS = register(
    ImportKind(
        name="assignments",
        turn=50,
        after="After the runs and the bank that they are over.",
        title="Assignments",
        hint="Nuggetizer's JSONL, or iKAT's human matching labels.",
        form=AssignmentsForm,
        importer=AssignmentsImporter(),
    )
)
