"""The registration of the types of file for a campaign's initial data."""

from runs.forms.imports import (
    FileForm,
    ReferenceListForm,
    ReplaceForm,
    ResponsesForm,
    RunForm,
    SegmentsForm,
)
from runs.imports import flow as _flow  # noqa: F401 - registers the job
from runs.imports.importers.conversations import (
    ConversationsImporter,
    ResponsesImporter,
)
from runs.imports.importers.reference_lists import ReferenceListImporter
from runs.imports.importers.runs import RunsImporter
from runs.imports.importers.segments import SegmentsImporter
from runs.imports.importers.topics import TopicsImporter
from runs.imports.registry import ImportKind, register

TOPICS = register(
    ImportKind(
        name="topics",
        turn=10,
        after="First of all: everything else names its topics.",
        title="Topics",
        hint="TREC RAG 2024 or 2026 (TSV: topic, tab, text) or 2025 (JSONL).",
        form=ReplaceForm,
        importer=TopicsImporter(),
    )
)
CONVERSATIONS = register(
    ImportKind(
        name="conversations",
        turn=10,
        after="First of all: everything else names their turns.",
        title="Conversations",
        hint="iKAT topics (JSON): conversations with turns and PTKB statements.",
        form=FileForm,
        importer=ConversationsImporter(),
    )
)
RUN = register(
    ImportKind(
        name="run",
        turn=20,
        after="After the topics.",
        title="Run",
        hint="One run: AG or RAG responses (JSONL), or R in six columns.",
        form=RunForm,
        importer=RunsImporter(),
    )
)
REFERENCE_LIST = register(
    ImportKind(
        name="reference_list",
        turn=15,
        after="After the topics, and before the AG runs that are held to it.",
        title="Reference list",
        hint="The documents that AG runs may cite, in three columns: topic rank docid.",
        form=ReferenceListForm,
        importer=ReferenceListImporter(),
    )
)
RESPONSES = register(
    ImportKind(
        name="responses",
        turn=20,
        after="After the conversations.",
        title="Responses of many runs",
        hint="iKAT responses (JSON): turn, run, text.",
        form=ResponsesForm,
        importer=ResponsesImporter(),
    )
)
SEGMENTS = register(
    ImportKind(
        name="segments",
        turn=60,
        after="Last: only what runs and qrels have named is kept.",
        title="Segments",
        hint="MS MARCO V2.1 segments (JSONL, plain or gzipped).",
        form=SegmentsForm,
        importer=SegmentsImporter(),
    )
)
