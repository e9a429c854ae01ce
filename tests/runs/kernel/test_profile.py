import json
import tomllib
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.kernel.limits import LIMITS
from runs.kernel.profile import BadProfile, Profile, parse_profile, read_profile
from tests.real_data import ROOT

FILES = sorted((ROOT / "runs" / "profiles").glob("*.toml"))
RAG25 = (ROOT / "runs" / "profiles" / "rag25.toml").read_text()
NEEDED = sorted(tomllib.loads(RAG25).keys() - {"primary"})


def changed(path: str, value: object) -> dict[str, object]:
    data = deepcopy(tomllib.loads(RAG25))
    *tables, key = path.split(".")
    inner = data
    for table in tables:
        inner = inner.setdefault(table, {})
    inner[key] = value
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_profile_reads_and_survives_a_copy_as_json(path: Path) -> None:
    profile = read_profile(path.read_text())
    assert profile.name == path.stem
    assert parse_profile(json.loads(json.dumps(asdict(profile)))) == profile


def test_there_are_four_profiles() -> None:
    assert [path.stem for path in FILES] == ["ikat24", "rag24", "rag25", "rag26"]


def by_name(name: str) -> Profile:
    return read_profile((ROOT / "runs" / "profiles" / f"{name}.toml").read_text())


def test_the_years_differ_as_the_tracks_did() -> None:
    rag24, rag25, rag26 = (by_name(f"rag{year}") for year in (24, 25, 26))
    assert [len(p.relevance.grades) for p in (rag24, rag25, rag26)] == [4, 5, 5]
    assert [p.nuggets.score_cap for p in (rag24, rag25)] == [20, None]
    assert [p.responses.word_limit for p in (rag24, rag25, rag26)] == [400, 400, 1024]
    assert [p.responses.max_references for p in (rag24, rag25, rag26)] == [
        20,
        100,
        None,
    ]
    assert [p.runs.depth for p in (rag24, rag25, rag26)] == [100, 100, None]
    assert [p.responses.asks_need for p in (rag24, rag25, rag26)] == [
        True,
        False,
        False,
    ]


def test_a_profile_from_before_a_setting_still_reads() -> None:
    data = json.loads(json.dumps(asdict(by_name("rag24"))))
    del data["responses"]["asks_need"]
    assert not parse_profile(data).responses.asks_need


def test_exams_without_settings_are_those_of_the_paper() -> None:
    data = json.loads(json.dumps(asdict(by_name("rag24"))))
    del data["exam"]
    found = parse_profile(data).exam
    assert (found.questions, found.question_words, found.key_fact_words) == (10, 25, 4)
    assert (found.depth, found.unit, found.tau) == (20, "paragraph", 4)
    assert (found.mode, found.unreadable, found.match) == ("rate", "fail", "paper")
    assert found.batch == 1


@pytest.mark.parametrize("other", [{"mode": "key"}, {"unreadable": "paper"}])
def test_a_batch_needs_strictly_read_ratings(other: dict[str, str]) -> None:
    assert parse_profile(changed("exam", {"batch": 10})).exam.batch == 10
    with pytest.raises(BadProfile, match=r"exam\.batch above 1 needs"):
        parse_profile(changed("exam", {"batch": 10, **other}))


def test_a_profile_becomes_the_rules_for_its_topics() -> None:
    checks = by_name("rag26").checks({"rag2026-0": "text"})
    assert (checks.word_counter, checks.max_citations) == ("split", 3)
    assert checks.severities["over_length"] == "error"
    assert checks.topics == {"rag2026-0": "text"}


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("name", "", "name must be a string"),
        ("version", 0, "version must be a whole number, 1 or more"),
        ("version", True, "version must be"),
        ("version", 10**12, "version must be at most 1,000,000"),
        ("topics", "documents", "topics must be one of queries, narratives"),
        ("colour", "red", "colour is no setting"),
        ("runs.colour", "red", "runs.colour is no setting"),
        ("runs.docid_pattern", "(", "runs.docid_pattern is no regular expression"),
        ("runs.depth", 0, "runs.depth must be a whole number, 1 or more"),
        ("responses", 3, "responses must be a table"),
        ("responses.word_counter", "letters", "responses.word_counter must be one of"),
        ("responses.citations_judged", "none", "responses.citations_judged must be"),
        ("responses.asks_need", "yes", "responses.asks_need must be true or false"),
        ("responses.metadata", [1], "responses.metadata must be a list of strings"),
        ("relevance.grades", [], "relevance.grades must rise"),
        ("relevance.grades", [{"value": "0"}], "relevance.grades[0].value must be"),
        ("relevance.relevant_from", 9, "relevance.relevant_from must be one of"),
        ("relevance.with_subnarratives", 1, "must be true or false"),
        ("severities.no_such_kind", "error", "severities.no_such_kind is no kind"),
        ("severities.bad_score", "off", "severities.bad_score is always an error"),
        ("severities.bad_q0", "fatal", "severities.bad_q0 must be one of"),
        ("exam", 3, "exam must be a table"),
        ("exam.colour", "red", "exam.colour is no setting"),
        ("exam.questions", 0, "exam.questions must be a whole number, 1 or more"),
        ("exam.questions", 51, "exam.questions must be at most 50"),
        ("exam.depth", "20", "exam.depth must be a whole number"),
        ("exam.tau", 2, "exam.tau must be one of 1, 3, 4, 5"),
        ("exam.unit", "page", "exam.unit must be one of paragraph, response"),
        ("exam.mode", "guess", "exam.mode must be one of rate, key, verify"),
        ("exam.unreadable", "zero", "exam.unreadable must be one of fail, paper"),
        ("exam.match", "exact", "exam.match must be one of paper, workbench"),
        ("exam.batch", 11, "exam.batch must be at most 10"),
    ],
)
def test_a_bad_key_is_named(path: str, value: object, fault: str) -> None:
    with pytest.raises(BadProfile) as caught:
        parse_profile(changed(path, value))
    assert any(fault in sentence for sentence in caught.value.faults)


def test_all_bad_keys_are_named_at_once() -> None:
    with pytest.raises(BadProfile) as caught:
        parse_profile({})
    assert len(caught.value.faults) > 8


@given(st.text())
def test_no_text_raises_anything_else(text: str) -> None:
    for start in ("", "name = ", "[runs]\n"):
        with pytest.raises(BadProfile):
            read_profile(start + text)


@given(st.sampled_from(NEEDED), st.none() | st.lists(st.text()))
def test_no_value_raises_anything_else(key: str, value: object) -> None:
    with pytest.raises(BadProfile):
        parse_profile(changed(key, value))


def test_a_profile_without_limits_has_the_defaults() -> None:
    defaults = {name: limit.default for name, limit in LIMITS.items()}
    assert "[limits]" not in RAG25
    assert by_name("rag25").limits == defaults
    one = read_profile(RAG25 + "\n[limits]\nnuggets = 700\n")
    assert one.limits == defaults | {"nuggets": 700}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nuggets = 1001", "limits.nuggets must be at most 1,000"),
        ("nuggets = 0", "limits.nuggets must be a whole number, 1 or more"),
        ('nuggets = "all"', "limits.nuggets must be a whole number, 1 or more"),
        ("judgements = 5", "limits.judgements is no setting"),
    ],
)
def test_a_limit_that_no_page_would_bear_is_refused(line: str, fault: str) -> None:
    with pytest.raises(BadProfile, match=fault):
        read_profile(f"{RAG25}\n[limits]\n{line}\n")


def test_the_organizers_guide_has_every_limit() -> None:
    guide = (ROOT / "docs" / "organizers.md").read_text()
    rows = [line.split("|") for line in guide.splitlines()]
    told = {
        cells[1].strip(" `"): tuple(cell.strip() for cell in cells[3:5])
        for cells in rows
        if len(cells) == 6
    }
    for name, limit in LIMITS.items():
        assert told[name] == (f"{limit.default:,}", f"{limit.highest:,}")
