import pytest
from hypothesis import given
from hypothesis import strategies as st

from nuggets.kernel.extract import ClauseSpan, Extracted, Source, extract_nuggets

TOPIC = "How do tidal lagoons store energy, and what do they cost?"
WALL = "Tidal lagoons hold sea water behind a long wall."
TURBINES = "Turbines in the wall generate power twice every tide."
COST = "The Swansea lagoon would cost 1.3 billion pounds."

texts = st.text(alphabet="abcdefgh ,.;?\n-", max_size=120)


def test_without_segments_there_are_no_nuggets() -> None:
    assert extract_nuggets(TOPIC, []) == []
    assert extract_nuggets(TOPIC, [Source(""), Source("Too short.")]) == []


def test_a_sentence_becomes_a_nugget_with_its_place() -> None:
    text = f"Intro here. {WALL}"
    (found,) = extract_nuggets(TOPIC, [Source(text)])
    assert found.text == WALL.rstrip(".")
    (span,) = found.spans
    assert text[span.start : span.end] == found.text


def test_places_count_code_points() -> None:
    (found,) = extract_nuggets(TOPIC, [Source(f"🌊🌊. {WALL}")])
    assert found.spans == (ClauseSpan(0, 4, 4 + len(WALL) - 1),)


def test_what_repeats_a_better_clause_only_adds_its_place() -> None:
    again = "Behind a long wall, tidal lagoons hold sea water."
    found = extract_nuggets(TOPIC, [Source(WALL), Source(again), Source(COST)])
    wall = next(nugget for nugget in found if nugget.text == WALL[:-1])
    assert {span.segment for span in wall.spans} == {0, 1}
    assert wall.importance == "vital"
    cost = next(nugget for nugget in found if "Swansea" in nugget.text)
    assert cost.importance == "okay"


def test_where_nothing_is_held_twice_the_first_third_is_vital() -> None:
    found = extract_nuggets(TOPIC, [Source(WALL), Source(TURBINES), Source(COST)])
    assert [nugget.importance for nugget in found] == ["vital", "okay", "okay"]


def test_a_higher_grade_comes_first() -> None:
    found = extract_nuggets(TOPIC, [Source(WALL, grade=1), Source(TURBINES, grade=4)])
    assert found[0].text == TURBINES[:-1]


def test_a_question_is_no_nugget() -> None:
    assert extract_nuggets(TOPIC, [Source(WALL[:-1] + "?")]) == []


def test_a_nugget_is_mapped_to_the_subnarrative_it_matches_best() -> None:
    found = extract_nuggets(
        TOPIC,
        [Source(WALL), Source(TURBINES), Source(COST)],
        subnarratives=["cost of a lagoon", "how power is generated", ""],
    )
    mapped = {nugget.text: nugget.subnarrative for nugget in found}
    assert mapped == {WALL[:-1]: 0, TURBINES[:-1]: 1, COST[:-1]: 0}


def test_a_clause_that_matches_none_stays_unmapped() -> None:
    (found,) = extract_nuggets(TOPIC, [Source(TURBINES)], subnarratives=["fish"])
    assert found.subnarrative is None


@pytest.mark.parametrize("most", [0, 1, 2])
def test_the_list_is_cut(most: int) -> None:
    sources = [Source(WALL), Source(TURBINES), Source(COST)]
    assert len(extract_nuggets(TOPIC, sources, most=most)) == most


@given(texts, st.lists(st.builds(Source, texts, st.integers(1, 4)), max_size=5))
def test_every_nugget_is_verbatim_in_its_segments(
    topic: str, sources: list[Source]
) -> None:
    found = extract_nuggets(topic, sources, subnarratives=["abc def"])
    assert len(found) <= 30
    assert len({nugget.text for nugget in found}) == len(found)
    for nugget in found:
        assert nugget.importance in ("vital", "okay")
        assert 1 <= len(nugget.text.split()) <= 12
        first = nugget.spans[0]
        said = sources[first.segment].text[first.start : first.end]
        assert " ".join(said.split()) == nugget.text
    assert extract_nuggets(topic, sources, subnarratives=["abc def"]) == found


@given(st.lists(st.sampled_from([WALL, TURBINES, COST]), max_size=6))
def test_some_nugget_is_vital(sentences: list[str]) -> None:
    found: list[Extracted] = extract_nuggets(TOPIC, [Source(s) for s in sentences])
    assert len(found) == len(set(sentences))
    assert not found or any(nugget.importance == "vital" for nugget in found)
