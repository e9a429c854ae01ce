"""The measure of each family that ranks runs: the profile's, or the default."""

import tomllib
from typing import Any

import pytest

from runs.kernel.profile import BadProfile, parse_profile
from tests.real_data import ROOT

PROFILES = ROOT / "runs" / "profiles"
USUAL = {
    "rag24": ("V_strict", "ndcg_cut_20"),
    "rag25": ("V_strict", "ndcg_cut_30"),
    "rag26": ("V_strict", "ndcg_cut_30"),
    "ikat24": ("A_strict", "ndcg_cut_5"),
}


def data_of(name: str) -> dict[str, Any]:
    return tomllib.loads((PROFILES / f"{name}.toml").read_text())


@pytest.mark.parametrize(("name", "measures"), USUAL.items())
def test_each_profile_names_its_primary_measures(
    name: str, measures: tuple[str, str]
) -> None:
    primary = parse_profile(data_of(name)).primary
    assert (primary.nuggets, primary.retrieval) == measures
    assert primary.support == "weighted_precision_first_citation"


@pytest.mark.parametrize("name", USUAL)
def test_a_profile_from_before_they_were_named_has_the_usual_ones(name: str) -> None:
    data = data_of(name)
    named = parse_profile(data).primary
    del data["primary"]
    assert parse_profile(data).primary == named


def test_a_profile_may_name_one_and_leave_the_others() -> None:
    primary = parse_profile(data_of("rag25") | {"primary": {"nuggets": "W"}}).primary
    assert (primary.nuggets, primary.retrieval) == ("W", "ndcg_cut_30")


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"nuggets": "v_strict"}, "primary.nuggets must be one of V_strict, V,"),
        ({"retrieval": "ndcg_cut_5"}, "primary.retrieval must be one of ndcg_cut_30"),
        ({"support": 1}, "primary.support must be one of weighted_precision"),
        ({"retrieval": "unjudged_30"}, "primary.retrieval must be one of"),
        ({"relevance": "P_5"}, "primary.relevance is no setting"),
        ("V", "primary must be a table"),
    ],
)
def test_a_measure_that_ranks_nothing_is_refused(said: object, fault: str) -> None:
    with pytest.raises(BadProfile, match=fault):
        parse_profile(data_of("rag25") | {"primary": said})
