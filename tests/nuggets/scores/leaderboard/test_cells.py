"""A row opens to its topics, a cell to its response; the file has them too."""

from django.test import Client

from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Response, Run, Track
from tests.make import make_response, make_run, make_track
from tests.nuggets.scores.campaign import label_all
from tests.nuggets.scores.leaderboard.pages import chosen, page, read


def test_a_row_opens_to_its_topics(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    run = Run.objects.get(name="worst")
    r = omar_client.get(page(track, f"{run.uuid}/{chosen(bank, judge)}"))
    rows = {row.topic.name: row for row in r.context["topics"]}
    assert rows["1"].values[0].value == 0.0
    assert rows["2"].values[0].reason == "no vital nugget on this topic"
    assert rows["2"].values[4].value == 0.0
    assert rows["2"].response is None


def test_a_run_of_another_track_is_hidden(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    other = make_run(make_track(), "other")
    url = page(track, f"{other.uuid}/{chosen(bank, judge)}")
    assert omar_client.get(url).status_code == 404


def test_a_cell_opens_to_the_response_and_its_labels(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    response = Response.objects.get(run__name="partly")
    url = page(track, f"responses/{response.uuid}/{chosen(bank, judge)}")
    r = omar_client.get(url)
    assert [each.value for each in r.context["nuggets"]] == ["partial_support", ""]
    assert "Fresh water floats on salt." in r.content.decode()


def test_text_of_a_run_is_escaped(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    run = make_run(track, "tag<b>")
    version = bank.versions.get(topic__name="1")
    label_all(version, make_response(run, version.topic), judge, "SS")
    text = omar_client.get(page(track, chosen(bank, judge))).content.decode()
    assert "tag<b>" not in text
    assert "tag&lt;b&gt;" in text


def test_the_csv_leaves_the_undefined_empty(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    url = f"/tracks/{track.uuid}/scores.csv{chosen(bank, judge)}"
    text = omar_client.get(url).getvalue().decode()
    assert text.splitlines()[0] == (
        "run,group,task,type,topics,V_strict,V,W_strict,W,A_strict,A,coverage,L,"
        "V_strict_low,V_strict_high,alike"
    )
    rows = {row["run"]: row for row in read(text)}
    assert (rows["best"]["V_strict"], rows["best"]["topics"]) == ("1.0", "1")
    assert (rows["partly"]["V_strict"], rows["best"]["L"]) == ("", "8.0")
