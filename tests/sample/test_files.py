"""The sample's files are consistent: every id, text and label refers to another."""

import re
from pathlib import Path

import pytest

from tests.sample.campaign import (
    CONVERSATIONS,
    SAMPLE,
    UNWORKED,
    cited,
    columns,
    docids,
    graded,
    grades,
    responses,
    rows,
    settings,
    subnarratives,
    topics,
)

DOCID = re.compile(r"msmarco_v2\.1_doc_\d+_\d+#\d+_\d+")
RUN_TAG = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,19}")
RANKED = ("harbor-bm25", "mossy-dense")
BANK_OF = {
    "ada": "edited",
    "bea": "edited",
    "model": "edited",
    "model-auto": "auto",
    "model-fully-auto": "fully-auto",
    "test-answers": "edited",
}
TICKS_TO_GRADES = {0: "01", 1: "2", 2: "3", 3: "3"}


def test_each_topic_has_four_to_eight_short_subnarratives() -> None:
    named = subnarratives()
    assert list(named) == list(topics())
    assert len(named) == 7
    for names in named.values():
        assert 4 <= len(names) <= 8
        assert len({name.casefold() for name in names}) == len(names)
        assert all(1 <= len(name.split()) <= 12 for name in names)


def test_segments_have_distinct_wellformed_ids_and_enough_to_read() -> None:
    segments = rows("segments.jsonl")
    assert len(segments) == len(docids()) >= 70
    for segment in segments:
        assert DOCID.fullmatch(segment["docid"])
        assert segment["url"].startswith("https://example.org/")
        assert segment["title"]
        assert 60 <= len(segment["segment"].split()) <= 150
        length = segment["end_char"] - segment["start_char"]
        assert length == len(segment["segment"])


@pytest.mark.parametrize("sign", ["🦭", "😴", "ü", "مخلل", "<b>", "&", "°", "“"])
def test_some_segment_holds_each_awkward_sign(sign: str) -> None:
    assert any(
        sign in row["segment"] + row["title"] + row["headings"]
        for row in rows("segments.jsonl")
    )


@pytest.mark.parametrize("folder", [SAMPLE, CONVERSATIONS])
def test_the_campaign_names_every_file_once(folder: Path) -> None:
    data = settings(folder)
    named = list(data["files"].values())
    for part in (
        "runs",
        "boards",
        "qrels",
        "banks",
        "assignments",
        "support",
        "imports",
        "response_grades",
        "round_labels",
        "batches",
    ):
        named += [entry["file"] for entry in data.get(part, ())]
    others = {folder / "README.md", folder / "campaign.toml"}
    present = set(folder.rglob("*.*")) - others
    if folder == SAMPLE:
        present -= set(CONVERSATIONS.rglob("*.*"))
    assert sorted(folder / name for name in named) == sorted(present)


def test_the_campaign_speaks_only_of_judges_and_banks_that_it_defines() -> None:
    data = settings()
    judges = {judge["name"] for judge in data["judges"]}
    banks = {bank["name"] for bank in data["banks"]}
    people = {person["name"] for person in data["people"]}
    graded = [
        entry["params"] for entry in data["imports"] if "judge" in entry["params"]
    ]
    labelled = data["qrels"] + data["assignments"] + data["support"] + graded
    assert {entry["judge"] for entry in labelled + data["conditions"]} <= judges
    bankers = data["assignments"] + data["conditions"]
    assert {entry["bank"] for entry in bankers} == banks
    assert {entry["judge"] for entry in data["paces"]} <= people
    assert {entry["assessor"] for entry in data["allocations"]} <= people
    tests = {entry["known"] for entry in data["allocations"] if "known" in entry}
    assert tests <= judges - people
    for entry in data["adjudications"]:
        assert {*entry["judges"]} <= judges
        assert entry["adjudicator"] in people - {*entry["judges"]}
    assert {entry["judge"] for entry in data["snapshots"]} <= judges
    assert {judge.get("person", "ada") for judge in data["judges"]} <= people


def test_run_tags_are_short_and_equal_their_file_and_records() -> None:
    tags = {run["tag"]: run for run in settings()["runs"]}
    assert len(tags) == 10
    for tag, run in tags.items():
        assert RUN_TAG.fullmatch(tag)
        assert Path(run["file"]).stem == tag
    for (_, tag), response in responses().items():
        assert response["metadata"]["team_id"] == tags[tag]["group"]
        assert response["metadata"]["type"] == tags[tag]["type"]


def test_one_run_misses_one_topic_and_no_other_answer_is_missing() -> None:
    found = responses()
    tags = {tag for _, tag in found}
    missing = {(topic, tag) for topic in topics() for tag in tags} - set(found)
    assert missing == {("1005", "lantern-drift")}


def test_answers_carry_the_narrative_and_cite_known_segments() -> None:
    known, narratives = docids(), topics()
    for (topic, _), response in responses().items():
        assert response["metadata"]["narrative"] == narratives[topic]
        references = response["references"]
        assert len(set(references)) == len(references)
        assert set(references) <= known
        for docs in cited(response):
            assert len(docs) == len(set(docs)) <= 3
            assert set(docs) <= set(references)


def test_no_two_groups_give_the_same_sentence_with_a_citation() -> None:
    said: dict[tuple[str, str], set[str]] = {}
    for (topic, _), response in responses().items():
        for sentence in response["answer"]:
            group = response["metadata"]["team_id"]
            said.setdefault((topic, sentence["text"]), set()).add(group)
    assert [text for text, groups in said.items() if len(groups) > 1] == []


@pytest.mark.parametrize("tag", RANKED)
def test_ranked_lists_are_dense_falling_and_complete(tag: str) -> None:
    lines = columns(f"runs/{tag}.tsv")
    known = docids()
    for topic in topics():
        mine = [line for line in lines if line[0] == topic]
        scores = [float(line[4]) for line in mine]
        assert [int(line[3]) for line in mine] == list(range(1, len(mine) + 1))
        assert 10 <= len(mine) <= 15
        assert scores == sorted(scores, reverse=True)
        assert len({line[2] for line in mine} & known) == len(mine)
        assert {(line[1], line[5]) for line in mine} == {("Q0", tag)}


@pytest.mark.parametrize("judge", ["ada", "bea", "model"])
def test_qrels_grade_known_segments_once_from_0_to_4(judge: str) -> None:
    found = grades(judge)
    assert len(found) == len(columns(f"qrels/{judge}.qrels"))
    assert {docid for _, docid in found} <= docids()
    assert {topic for topic, _ in found} <= set(topics())
    assert set(found.values()) == set("01234")
    assert (judge == "model") == any(topic == UNWORKED for topic, _ in found)


@pytest.mark.parametrize("judge", ["ada", "bea"])
def test_grades_follow_from_the_ticked_subnarratives(judge: str) -> None:
    ticks = {
        (row["qid"], row["docid"]): row["ticks"]
        for row in rows("relevance-ticks.jsonl")
        if row["judge"] == judge
    }
    found, named = grades(judge), subnarratives()
    assert set(ticks) == set(found)
    for item, ticked in ticks.items():
        assert set(ticked) <= set(named[item[0]])
        assert found[item] in TICKS_TO_GRADES.get(len(ticked), "4")


def test_the_draft_has_10_to_16_nuggets_from_relevant_segments_vital_first() -> None:
    relevant = {item for item, grade in grades("ada").items() if grade != "0"}
    for row in rows("nuggets/auto.jsonl"):
        marks = [nugget["importance"] for nugget in row["nuggets"]]
        assert 10 <= len(marks) <= 16
        assert marks == sorted(marks, reverse=True)
        for nugget in row["nuggets"]:
            assert len(nugget["text"].split()) <= 12
            assert nugget["mapped_sub_narrative"] in subnarratives()[row["qid"]]
            assert nugget["docids"]
            assert {(row["qid"], doc) for doc in nugget["docids"]} <= relevant


def test_the_edited_bank_keeps_rewords_drops_and_adds_in_every_topic() -> None:
    drafts = {row["qid"]: row["nuggets"] for row in rows("nuggets/auto.jsonl")}
    for row in rows("nuggets/edited.jsonl"):
        drafted = {nugget["text"] for nugget in drafts[row["qid"]]}
        texts = {nugget["text"] for nugget in row["nuggets"]}
        assert len(texts) == len(row["nuggets"])
        assert drafted - texts
        for nugget in row["nuggets"]:
            original = nugget["source"] == "original"
            assert original == (nugget["text"] in drafted)
            known = nugget["mapped_sub_narrative"].strip('"')
            new = known.startswith("New: ")
            assert new != (known in subnarratives()[row["qid"]])


@pytest.mark.parametrize(("name", "bank"), BANK_OF.items())
def test_assignments_label_the_banks_nuggets_in_its_order(name: str, bank: str) -> None:
    banks = {row["qid"]: row["nuggets"] for row in rows(f"nuggets/{bank}.jsonl")}
    answers = responses()
    for row in rows(f"assignments/{name}.jsonl"):
        answer = answers[row["qid"], row["run_id"]]["answer"]
        assert row["answer_text"] == " ".join(item["text"] for item in answer)
        assert row["response_length"] == len(row["answer_text"].split())
        listed = [(item["text"], item["importance"]) for item in row["nuggets"]]
        assert listed == [
            (item["text"], item["importance"]) for item in banks[row["qid"]]
        ]


@pytest.mark.parametrize("judge", ["ada", "bea", "model"])
def test_support_labels_stand_on_the_citations_of_the_answers(judge: str) -> None:
    answers = responses()
    for row in rows(f"support/{judge}.jsonl"):
        answer = answers[row["topic_id"], row["run_id"]]
        texts = [sentence["text"] for sentence in answer["answer"]]
        assert [sentence["text"] for sentence in row["sentences"]] == texts
        for sentence, docs in zip(row["sentences"], cited(answer), strict=True):
            assert [mark["reference"] for mark in sentence["citations"]] == docs
            values = [mark["support"] for mark in sentence["citations"]]
            later = {"0", "1", "2"} if judge == "model" else {"-1"}
            assert set(values[:1]) <= {"0", "1", "2"}
            assert set(values[1:]) <= later


def test_an_exam_grades_the_passages_that_ada_judged_on_its_questions() -> None:
    asked: dict[str, list[str]] = {}
    for row in rows("exams/questions.jsonl"):
        assert row["facet_text"] in subnarratives()[row["query_id"]]
        for item in row["items"]:
            name = item.get("question_id") or item["nugget_id"]
            asked.setdefault(row["query_id"], []).append(name)
    assert {topic: len(names) for topic, names in asked.items()} == {
        "1001": 6,
        "1003": 5,
    }
    for name in ("model", "authors"):
        found = graded(name)
        assert {(topic, docid) for topic, docid, _ in found} == {
            spot for spot in grades("ada") if spot[0] in asked
        }
        assert {(topic, question) for topic, _, question in found} == {
            (topic, question) for topic, names in asked.items() for question in names
        }
        assert len(found) == 13 * (6 + 5)


def test_both_grade_every_paragraph_of_the_exam_s_responses() -> None:
    questions = {"1001": 6, "1003": 5}
    found = columns("exams/responses.tsv")
    answered = {spot for spot in responses() if spot[0] in questions}
    assert {(topic, run) for topic, run, *_ in found} == answered
    for topic, _run, _place, model, authors in found:
        pairs = list(zip(model.split(","), authors.split(","), strict=True))
        assert len(pairs) == questions[topic]
        assert all("5" >= kinder >= grade >= "0" for kinder, grade in pairs)


def test_the_exam_s_model_is_kinder_than_its_authors() -> None:
    model, authors = graded("model"), graded("authors")
    assert all(model[item] >= grade for item, grade in authors.items())
    assert sum(model[item] > grade for item, grade in authors.items()) == 19
