"""Every type of file in every wrong importer is recognized, once."""

from __future__ import annotations

import json
import shlex
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, load_command_class

from runs.imports.file_types import COMMANDS, HEAD, WHAT
from runs.kernel.guess.files import Chosen, other_kind
from runs.models import Import, Track
from tests.make import make_bank, make_conversation, make_topic, make_track
from tests.real_data import real
from tests.runs.import_form import DOCID, bring_in, found, sentence
from tests.runs.imports.valid_files import FILES, JUDGMENTS, LABELS

IMPORTERS = {
    name: FILES[name]
    for name in (
        "topics",
        "conversations",
        "run",
        "ranking",
        "rj",
        "responses",
        "segments",
        "qrels",
        "ptkb",
        "nuggets",
        "support",
        "assignments",
    )
}
WRONG = [
    (name, importer)
    for name, file in FILES.items()
    for importer, way in IMPORTERS.items()
    if way.what != file.what
]


@pytest.fixture
def tracks(db: None) -> dict[str, Track]:
    """Return a track of each kind with every name in the files."""
    made = {
        "queries": make_track(profile="rag25"),
        "conversations": make_track(profile="ikat24"),
    }
    for track in made.values():
        make_topic(track, "14")
        make_conversation(track)
        make_bank(track)
    return made


def is_for(kind: str) -> str:
    talks = kind in {"conversations", "responses", "ptkb"}
    return "conversations" if talks else "queries"


@pytest.mark.parametrize(("name", "importer"), WRONG)
def test_it_is_named_for_what_it_is_once(
    tracks: dict[str, Track], name: str, importer: str
) -> None:
    file, way = FILES[name], IMPORTERS[importer]
    for track in tracks.values():
        row = bring_in(track, way.kind, file.content, **way.params)
        assert sentence(row).startswith(f"This looks like {WHAT[file.what]}. ")
        assert [finding["kind"] for finding in row.findings] == ["refused"]
        assert row.verdict == "Not accepted: 1 error"


@pytest.mark.parametrize("name", FILES)
def test_a_right_file_is_never_taken_for_another(
    tracks: dict[str, Track], name: str
) -> None:
    file = FILES[name]
    track = tracks[is_for(file.what)]
    row = bring_in(track, file.kind, file.content, **file.params)
    assert "looks like" not in json.dumps(row.findings)
    broken = bring_in(track, file.kind, file.content + "\nx\n", **file.params)
    assert broken.state in (Import.REFUSED, Import.UNCHANGED)
    assert "looks like" not in json.dumps(broken.findings)


@pytest.mark.parametrize(
    ("kind", "params", "content"),
    [
        ("run", {"task": "r"}, "14 Q0 {0} 0 .9 t\n14 Q0 {1} 0 .8 t\n"),  # no ranks
        ("run", {"task": "r"}, "14 Q0 {0} 1 .9 t\n14 Q0 {1} 1 .8 t\n"),
        ("run", {"task": "r"}, "14 Q0 {0} 1 1 t\n14 Q0 {1} 2 1 t\n"),  # all tied
        ("rj", {"judge": "j"}, "14 Q0 {0} 1 1 t\n14 Q0 {1} 2 1 t\n"),
        ("rj", {"judge": "j"}, "14 Q0 {0} 0 1 t\n14 Q0 {1} 0 1 t\n"),
        ("rj", {"judge": "j"}, "14 Q0 {0} 80 .9 t\n14 Q0 {1} 75.5 .4 t\n"),
        ("qrels", {"judge": "j"}, "14 0 {0} 1\n14 0 {1} 0\n"),
        ("qrels", {"judge": "j"}, "14 0 d1 1\n14 0 d2 0\n"),
    ],
)
def test_what_could_be_either_comes_in_as_what_it_is_said_to_be(
    tracks: dict[str, Track], kind: str, params: dict[str, object], content: str
) -> None:
    docids = [DOCID.format(number) for number in (1, 2)]
    row = bring_in(tracks["queries"], kind, content.format(*docids), **params)
    assert row.state == Import.LANDED, row.findings
    assert "refused" not in found(row)


def test_ranks_come_in_as_grades_where_somebody_says_so(
    tracks: dict[str, Track],
) -> None:
    file = FILES["ranking"]
    row = bring_in(tracks["queries"], "rj", file.content, judge="ranks", own_scale=True)
    assert row.state == Import.LANDED


def test_a_zip_file_is_named_and_told_from_an_archive(
    tracks: dict[str, Track],
) -> None:
    row = bring_in(tracks["queries"], "topics", b"PK\x03\x04\x14\0\0\0 more\n")
    assert sentence(row).startswith("This looks like a zip file. Unpack it first")


def test_a_page_names_the_kind_and_a_command_the_command(
    tracks: dict[str, Track], tmp_path: Path
) -> None:
    track = tracks["queries"]
    row = bring_in(track, "run", JUDGMENTS, task="r")
    assert sentence(row).endswith("Import it as “Relevance judgments of a run”.")
    path = tmp_path / "my-qrel"
    path.write_text(JUDGMENTS)
    out = StringIO()
    with pytest.raises(CommandError, match="Not accepted: 1 error"):
        call_command("import_run", track.slug, str(path), task="r", stdout=out)
    assert "with manage.py import_rj TRACK FILE --judge NAME." in out.getvalue()
    row = bring_in(track, "qrels", LABELS, judge="nist")
    assert sentence(row).endswith("A track of this profile does not take it.")


@pytest.mark.parametrize("line", COMMANDS.values())
def test_the_commands_that_it_names_are_there(line: str) -> None:
    name, *words = shlex.split(line.replace(" (or ag)", "").replace("FILE", __file__))
    labels = {"import_rj", "import_qrels", "import_ptkb", "import_support"}
    app = "assess" if name in labels else "runs"
    if name in {"import_nuggets", "import_assignments"}:
        app = "nuggets"
    load_command_class(app, name).create_parser("manage.py", name).parse_args(words)


@pytest.mark.parametrize(
    ("path", "command", "what"),
    [
        ("ikat-2024/topics.json", "import_qrels", "conversations"),
        ("ikat-2024/automatic_responses.json", "import_qrels", "responses"),
        ("ikat-2024/automatic_response_nuggets.json", "import_nuggets", "responses"),
        ("ikat-2024/gold_nuggets_human.json", "import_qrels", "nuggets"),
        ("ikat-2024/human-study-matching-labels.txt", "import_qrels", "assignments"),
        ("ikat-2024/llm-gpt4-pool-depth-30.txt", "import_ptkb", "qrels"),
        ("trec-rag-2025/rag25-dev-nuggets.jsonl", "import_qrels", "nuggets"),
        ("trec-rag-2025/umbrela-qwen3.5-9b-v2.qrels", "import_rj", "qrels"),
        ("rag26/runs/r-variable-depth.tsv", "import_rj", "ranking"),
    ],
)
def test_the_tracks_own_files_are_named(
    tracks: dict[str, Track], path: str, command: str, what: str
) -> None:
    out = StringIO()
    option = {"bank": "b"} if command == "import_nuggets" else {"judge": "j"}
    with pytest.raises(CommandError):
        call_command(
            command, tracks["conversations"].slug, str(real(path)), stdout=out, **option
        )
    assert f"This looks like {WHAT[what]}." in out.getvalue()
    assert len(out.getvalue().splitlines()) == 2


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("rag24-topics.tsv", "topics"),
        ("trec-rag-2025/rag25-topics.jsonl", "topics"),
        ("trec-rag-2025/rag25-topics-dev.tsv", "topics"),
        ("trec-rag-2025/rag26-topics.tsv", "topics"),
        ("rag26/topics/rag26-autojudge-requests.jsonl", "topics"),
        ("ikat-2024/topics.json", "conversations"),
        ("ikat-2024/automatic_responses.json", "responses"),
        ("ikat-2024/automatic_response_nuggets.json", "responses"),
        ("ikat-2024/gold_response_and_nuggets_human.json", "responses"),
        ("ikat-2024/gold_nuggets_human.json", "nuggets"),
        ("ikat-2024/gold_nuggets_human_deduplicated.json", "nuggets"),
        ("trec-rag-2025/rag25-dev-nuggets.jsonl", "nuggets"),
        ("ikat-2024/human-study-matching-labels.txt", "assignments"),
        ("ikat-2024/llm-gpt4-pool-depth-30.txt", "qrels"),
        ("trec-rag-2025/umbrela-codex-gpt5.5-v1.qrels", "qrels"),
        ("trec-rag-2025/umbrela-qwen3.5-9b-v2.qrels", "qrels"),
        ("rag26/runs/r-variable-depth.tsv", "ranking"),
    ],
)
def test_the_tracks_own_files_are_taken_for_what_they_are(path: str, kind: str) -> None:
    head = real(path).read_bytes()[:HEAD].decode(errors="replace")
    assert other_kind(head, Chosen(kind, r"shard_\d+_\d+")) is None
