"""The sample's numbers: a clear order of runs, and judges who differ realistically."""

from itertools import pairwise

from tests.sample.campaign import (
    FINISHED,
    assignments,
    grades,
    kappa,
    responses,
    rows,
    shared,
    tau,
    vital_strict,
)


def test_the_assessors_put_the_runs_in_a_clear_order() -> None:
    scores = vital_strict("ada")
    order = sorted(scores, key=lambda run: -scores[run])
    assert order == [
        "harbor-hybrid-1",
        "harbor-hybrid-2",
        "mossy-rerank",
        "tern-brief",
        "mossy-given",
        "quill-long",
        "quill-nocite",
        "lantern-drift",
    ]
    values = [scores[run] for run in order]
    assert all(a - b > 0.04 for a, b in pairwise(values))


def test_automatic_and_manual_rankings_agree_but_not_wholly() -> None:
    manual = vital_strict("ada")
    assert 0.7 <= tau(manual, vital_strict("model-auto")) <= 0.9
    assert 0.7 <= tau(manual, vital_strict("model")) <= 0.9
    fully = tau(manual, vital_strict("model-fully-auto"))
    assert 0.7 <= fully < tau(manual, vital_strict("model-auto"))


def test_the_longest_run_is_not_the_best() -> None:
    words = {
        run: sum(
            row["response_length"]
            for row in rows("assignments/model.jsonl")
            if row["run_id"] == run
        )
        for run in vital_strict("ada")
    }
    assert max(words, key=lambda run: words[run]) == "quill-long"
    assert words["quill-long"] > 4 * words["tern-brief"]


def test_people_agree_more_than_person_and_model_on_assignments() -> None:
    ada, bea, model = (assignments(name) for name in ("ada", "bea", "model"))
    assert 0.5 <= kappa(shared(ada, model)) <= 0.7
    assert 0.7 <= kappa(shared(ada, bea)) <= 0.9
    assert len(shared(ada, bea)) == len(bea)


def test_relevance_grades_agree_as_assessors_do() -> None:
    ada, bea, model = (grades(name) for name in ("ada", "bea", "model"))
    assert 0.5 <= kappa(shared(ada, bea)) <= 0.7
    assert 0.4 <= kappa(shared(ada, model)) < kappa(shared(ada, bea))
    assert 0.4 <= len(bea) / len(ada) <= 0.6


def test_support_labels_agree_moderately_on_first_citations() -> None:
    first = {
        judge: {
            (row["topic_id"], row["run_id"], str(sentence["sentenceID"])): mark
            for row in rows(f"support/{judge}.jsonl")
            for sentence in row["sentences"]
            for mark in [item["support"] for item in sentence["citations"][:1]]
        }
        for judge in ("ada", "model")
    }
    both = shared(first["ada"], first["model"])
    assert len(both) == len(first["ada"]) > 100
    assert 0.4 <= kappa(both) <= 0.75


def test_ada_has_finished_five_topics_and_begun_a_sixth() -> None:
    done: dict[str, int] = {}
    for row in rows("assignments/ada.jsonl"):
        done[row["qid"]] = done.get(row["qid"], 0) + 1
    answered = {
        topic: sum(found == topic for found, _ in responses()) for topic in done
    }
    assert {topic for topic in done if done[topic] == answered[topic]} == set(FINISHED)
    assert done["1006"] == 3
