import pytest

from runs.models import Import, Topic, Track
from tests.make import make_response, make_run, make_topic, make_track
from tests.runs.import_form import bring_in, found, row_counts, sentence

pytestmark = pytest.mark.both_stacks

TSV = "14\twhy do harbours freeze?\n31\twho pays for tides?\n"


@pytest.fixture
def track(db: None) -> Track:
    return make_track()


def texts(track: Track) -> dict[str, str]:
    return dict(track.topics.values_list("name", "text"))


def test_it_brings_topics_in_their_order(track: Track) -> None:
    row = bring_in(track, "topics", TSV)
    assert (row.state, row.counts) == (Import.LANDED, {"topics": 2})
    assert [(t.name, t.position) for t in track.topics.all()] == [("14", 1), ("31", 2)]
    assert row.finished_at is not None


def test_the_same_topics_again_change_nothing(track: Track) -> None:
    bring_in(track, "topics", TSV)
    before = row_counts()
    assert bring_in(track, "topics", TSV).state == Import.UNCHANGED
    assert row_counts() == before


def test_new_topics_join_those_that_are_in(track: Track) -> None:
    bring_in(track, "topics", TSV)
    row = bring_in(track, "topics", TSV + "40\tmore\n")
    assert row.counts == {"topics": 1}
    assert Topic.objects.get(name="40").position == 3


def test_it_refuses_other_texts_and_names_the_labels_on_them(track: Track) -> None:
    from assess.kinds.relevance.kind import RELEVANCE
    from tests.make import make_judge, make_label, make_segment

    bring_in(track, "topics", TSV)
    topic, segment = Topic.objects.get(name="14"), make_segment(track, "d1")
    make_label(RELEVANCE, make_judge(track), topic, segment, value="2")
    before = row_counts()
    row = bring_in(track, "topics", "14\tanother text\n")
    assert "topics 14 with other texts, under which 1 relevance labels" in sentence(row)
    assert "“replace”" in sentence(row)
    assert row_counts() == before
    assert texts(track)["14"] == "why do harbours freeze?"


def test_replace_changes_the_text_and_keeps_the_topic(track: Track) -> None:
    bring_in(track, "topics", TSV)
    uuid = Topic.objects.get(name="14").uuid
    row = bring_in(track, "topics", "14\tanother text\n", replace=True)
    assert row.counts == {"reworded": 1}
    assert Topic.objects.get(name="14").uuid == uuid
    assert texts(track) == {"14": "another text", "31": "who pays for tides?"}


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        ("14\ta\tb\n", "wrong_columns", 1),
        ("14\ta\n14\tb\n", "duplicate_topic", 2),
        ("14\ta\n15\t \n", "empty_text", 2),
        ("14\ta\n" + "x" * 65 + "\tb\n", "long_name", 2),
        (b"14\ta\n15\t\xff\n", "bad_encoding", 2),
        (b"14\ta\n15\tb\0c\n", "nul_character", 2),
        (
            '{"id": "14", "title": "a"}\n{"id": "15", "title": "\\ud800"}',
            "lone_surrogate",
            2,
        ),
        ('{"id": "14"}\n', "missing_field", 1),
        ("[" * 5000, "bad_json", None),
        ('{"id": ' + "9" * 5000 + ', "title": "a"}', "bad_json", 1),
        ("", "empty_file", None),
        (b"\x1f\x8b\x08\x00nonsense", "bad_gzip", 1),
    ],
)
def test_it_refuses_bad_files_by_line(
    track: Track, content: str | bytes, kind: str, line: int | None
) -> None:
    before = row_counts()
    row = bring_in(track, "topics", content)
    assert row.state == Import.REFUSED
    assert found(row)[kind] == [line]
    assert row_counts() == before


def test_it_says_what_another_kind_of_file_looks_like(track: Track) -> None:
    make_topic(track)
    run = make_run(track)
    make_response(run, track.topics.get())
    row = bring_in(track, "topics", "14 Q0 d1 1 2.5 tag\n")
    assert "looks like a ranking in six columns" in sentence(row)
