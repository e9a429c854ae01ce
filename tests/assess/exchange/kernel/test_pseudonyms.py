from uuid import UUID

import pytest

from assess.exchange.kernel.pseudonyms import Names, pseudonym, pseudonymous_id

KEY, OTHER = b"key", b"other"


def test_the_same_name_has_the_same_pseudonym_under_the_same_key() -> None:
    assert pseudonym(KEY, "person", "ada") == pseudonym(KEY, "person", "ada")


def test_names_sorts_and_keys_tell_pseudonyms_apart() -> None:
    made = {
        pseudonym(KEY, "person", "ada"),
        pseudonym(KEY, "person", "bea"),
        pseudonym(KEY, "run", "ada"),
        pseudonym(OTHER, "person", "ada"),
    }
    assert len(made) == 4


def test_an_id_is_a_random_one_by_its_looks() -> None:
    made = pseudonymous_id(KEY, "person", "ada")
    assert made.version == 4
    assert made == pseudonymous_id(KEY, "person", "ada") != UUID(int=0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("ada", "P1"),
        ("Ada's labels", "P1's labels"),
        ("by ADA, twice: ada", "by P1, twice: P1"),
        ("Canada", "Canada"),
        ("ada_1 and x-ada.txt", "P1_1 and x-P1.txt"),
        ("Ada Quux", "P2"),
        ("run.a+b", "R1"),
        ("runxa+b", "runxa+b"),
        ("Straße", "P3"),
        ("STRASSE", "STRASSE"),
        ("TERN and Tern, no tern", "P4 and P5, no P4"),
        (r'{"by": "Vé\"il"}', '{"by": "P6"}'),
        (r'{"by": "V\u00e9\"il"}', '{"by": "P6"}'),
        (r"no 'a\\b' here", "no 'P7' here"),
    ],
)
def test_names_are_replaced_where_they_stand_alone(text: str, said: str) -> None:
    known = {"ada": "P1", "Ada Quux": "P2", "run.a+b": "R1", "Straße": "P3", "": "no"}
    known |= {"Tern": "P5", "tern": "P4", 'Vé"il': "P6", r"a\b": "P7"}
    assert Names(known).hide(text) == said


def test_names_in_what_json_holds_are_replaced() -> None:
    value = {"ada": ["by ada", 1, None, {"at": "ada"}]}
    said = {"P1": ["by P1", 1, None, {"at": "P1"}]}
    assert Names({"ada": "P1"}).hide(value) == said


def test_without_names_nothing_is_replaced() -> None:
    assert Names({}).hide("ada, and nobody else") == "ada, and nobody else"
