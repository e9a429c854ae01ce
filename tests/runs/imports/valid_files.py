"""A small valid file of each type, and a track that takes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from exams.kernel.paragraphs import text_id
from tests.runs.import_form import DOCID, answer, ranking


class File(NamedTuple):
    """A valid file: its kind, its import, and the tracks for which it is."""

    what: str
    kind: str
    content: str
    params: Mapping[str, object] = {}


TOPICS = "".join(f"{n}\twhy do harbours freeze in {n}?\n" for n in range(14, 24))
JUDGMENTS = "".join(
    f"14 Q0 {DOCID.format(n)} {n % 5} 1 my-qrel\n" for n in range(1, 30)
)
QRELS = "".join(f"14 0 {DOCID.format(n)} {n % 4}\n" for n in range(1, 30))
LABELS = "".join(f"14_1 0 {n} {n % 2}\n" for n in (1, 2))
GOLD = {"14_1": {"[1]": {"text": "fresh water floats", "relevance": "2"}}}
CHATS = [
    {
        "number": "15",
        "title": "Ice",
        "ptkb": {"1": "I sail."},
        "turns": [
            {
                "turn_id": 1,
                "utterance": "Where?",
                "resolved_utterance": "Where do harbours freeze?",
                "response": "North.",
                "ptkb_provenance": [1],
                "response_provenance": [],
            }
        ],
    }
]
NUGGETS = {"qid": "14", "query": "q", "nuggets": [{"text": "a", "importance": "vital"}]}
ASSIGNED = NUGGETS | {
    "run_id": "tides-a",
    "answer_text": "Salt.",
    "response_length": 1,
    "nuggets": [{"text": "a", "importance": "vital", "assignment": "support"}],
}
SEGMENT = {"docid": DOCID.format(1), "title": "t", "url": "", "segment": "Salt."}
CITED = {"citationID": 0, "reference": DOCID.format(1), "support": "2"}
SUPPORTED = {
    "topic_id": "14",
    "narrative_id": "14",
    "run_id": "run-a",
    "sentences": [{"sentenceID": 0, "text": "", "citations": [CITED]}],
}
SPANS = {"nuggets": {"matched": ["Salt"], "not-matched": []}, "response": "Salt."}
FILES = {
    "topics": File("topics", "topics", TOPICS),
    "topics (JSONL)": File("topics", "topics", '{"id": "14", "title": "why?"}\n'),
    "conversations": File("conversations", "conversations", json.dumps(CHATS)),
    "run": File("run", "run", answer("14", "Salt.") + "\n", {"task": "rag"}),
    "ranking": File(
        "ranking",
        "run",
        ranking(*(("14", n, 99.0 - n) for n in range(1, 30))),
        {"task": "r"},
    ),
    "rj": File("rj", "rj", JUDGMENTS, {"judge": "my-qrel"}),
    "responses": File("responses", "responses", '{"14_1": {"run-a": "Salt."}}'),
    "responses with spans": File(
        "responses", "responses", json.dumps({"14_1": {"run-a": SPANS}})
    ),
    "segments": File("segments", "segments", json.dumps(SEGMENT) + "\n", {"all": 1}),
    "qrels": File("qrels", "qrels", QRELS, {"judge": "nist"}),
    "ptkb": File("ptkb", "ptkb", LABELS, {"judge": "nist"}),
    "nuggets": File("nuggets", "nuggets", json.dumps(NUGGETS), {"bank": "new"}),
    "support": File(
        "support", "support", json.dumps(SUPPORTED) + "\n", {"judge": "nist"}
    ),
    "gold nuggets": File("nuggets", "nuggets", json.dumps(GOLD), {"bank": "new"}),
    "assignments": File(
        "assignments",
        "assignments",
        json.dumps(ASSIGNED) + "\n",
        {"bank": "post-edited", "judge": "nist"},
    ),
    "matches": File(
        "assignments",
        "assignments",
        "1_14_1_1_run-a\t1\n2_14_1_2_run-a\t0\n",
        {"bank": "post-edited", "judge": "nist"},
    ),
}
QUESTION = {
    "query_id": "14",
    "question_id": f"14/{text_id('Why?')}",
    "question_text": "Why?",
    "gold_answers": ["Salt."],
}
QUESTIONS = {
    "query_id": "14",
    "query_text": "q",
    "facet_id": "f",
    "facet_text": "cost",
    "items": [QUESTION],
}
GRADED = {
    "paragraph_id": "p1",
    "text": "Salt.",
    "paragraph_data": {
        "judgments": [{"paragraphId": "p1", "query": "14", "relevance": 1}],
        "rankings": [{"method": "bm25", "rank": 1, "score": 0.5}],
    },
    "exam_grades": [
        {
            "llm": "m",
            "llm_options": {},
            "prompt_info": {"prompt_class": "Rated"},
            "correctAnswered": [QUESTION["question_id"]],
            "wrongAnswered": [],
            "answers": [[QUESTION["question_id"], "4"]],
            "self_ratings": [
                {"question_id": QUESTION["question_id"], "self_rating": 4}
            ],
        }
    ],
}
PIECES = {"nuggets": {"matched": ["ice one"], "not-matched": ["wind"]}}
DECIDED = {
    "turn": "14_1",
    "run": "run-a",
    "response_nugget": {"text": "ice one", "start": 0, "end": 7},
    "gold": "[1]",
    "p": 90.5,
    "match": True,
    "reply": "yes",
}
PARTS = {
    "qid": "14",
    "sub_narratives": [{"text": "cost", "importance": "vital", "added": True}, "ice"],
}
# Of the types that no other importer recognizes, by import.
OTHERS = {
    "reference_list": File(
        "",
        "reference_list",
        f"14 1 {DOCID.format(1)}\n",
        {"task": "r", "control": True},
    ),
    "subnarratives": File("", "subnarratives", json.dumps(PARTS) + "\n"),
    "subnarratives (TSV)": File("", "subnarratives", "14\tcost\tvital\n14\tice\n"),
    "exam_bank": File("", "exam_bank", json.dumps(QUESTIONS) + "\n", {"bank": "b"}),
    "exam_grades": File(
        "",
        "exam_grades",
        json.dumps(["14", [GRADED]]) + "\n",
        {"bank": "b", "judge": "j", "relevance": "people", "runs": True},
    ),
    "response_nuggets": File(
        "",
        "response_nuggets",
        json.dumps({"14_1": {"run-a": PIECES | {"response": "ice one. ice two"}}}),
        {"judge": "new"},
    ),
    "gold_answers": File(
        "",
        "gold_answers",
        json.dumps({"14_1": {"gold": PIECES | {"response": "Salt."}}}),
        {"judge": "people"},
    ),
    "decisions": File(
        "",
        "decisions",
        json.dumps(DECIDED) + "\n",
        {"bank": "gold", "judge": "nli"},
    ),
    "board": File("", "board", "run-a\t0.5\nrun-b\t0.25\n", {"name": "official"}),
    "board of ranks": File("", "board", '{"run-a": 1, "run-b": 2}', {"name": "ranks"}),
    "scores": File("", "scores", "run-a 14_1 bem 0.5\nrun-a all bem 0.5\n"),
}
