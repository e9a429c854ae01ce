import csv
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.models import Judge
from nuggets.banks.beginnings import first_bank, first_judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, BankVersion, Condition
from nuggets.scores.basis import basis_of
from runs.models import Response, Run, Subnarrative, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.labelled import importances, label_all
from tests.page import select, texts

QUERIES = 20


@pytest.fixture
def vera(db: None) -> User:
    return User.objects.create_user("vera", password="vera")


@pytest.fixture
def track(omar: User, ada: User, vera: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=vera)


@pytest.fixture
def judge(track: Track) -> Judge:
    return make_judge(track, "lexical", kind=Judge.BASELINE)


@pytest.fixture
def bank(track: Track, judge: Judge) -> Bank:
    """Two topics, the second without vital nuggets, and runs of both tasks."""
    bank = make_bank(track)
    first, second = make_topic(track, "1"), make_topic(track, "2")
    versions = [
        make_version(bank, first, ["frost", "salt"], importance=importances(1, 1)),
        make_version(bank, second, ["ice"], importance=importances(0, 1)),
    ]
    for name, task, values in (
        ("best", Run.RAG, "SN"),
        ("worst", Run.AG, "NS"),
        ("partly", Run.RAG, "P-"),
    ):
        run = make_run(track, name, task=task, group=f"group-{name}")
        label_all(versions[0], make_response(run, first), judge, values)
    best = Run.objects.get(name="best")
    label_all(versions[1], make_response(best, second), judge, "S")
    return bank


def page(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/scores/{more}"


def chosen(bank: Bank, judge: Judge, more: str = "") -> str:
    return f"?bank={bank.uuid}&judge={judge.uuid}{more}"


def order(client: Client, url: str) -> list[str]:
    return [row.name for row in client.get(url).context["page"].rows]


def test_it_invites_where_there_is_nothing(track: Track, omar_client: Client) -> None:
    r = omar_client.get(page(track))
    assert r.status_code == 200
    assert "No scores yet" in r.content.decode()


def test_it_ranks_the_runs_by_the_primary_measure(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    url = page(track, chosen(bank, judge))
    assert order(omar_client, url) == ["best", "worst", "partly"]
    first = omar_client.get(url).context["page"].rows[0]
    assert (first.rank, first.n, first.values[0].value) == (1, 1, 1.0)


def test_it_chooses_something_where_nobody_chose(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    assert omar_client.get(page(track)).context["basis"].bank == bank


def test_it_begins_with_the_condition_that_has_the_most_scores(
    track: Track, bank: Bank, judge: Judge, ada: User, omar_client: Client
) -> None:
    """A few labels by people do not replace a machine's many."""

    def begins() -> tuple[Judge, str]:
        basis = omar_client.get(page(track)).context["basis"]
        assert basis.bank == bank
        return basis.judge, basis.condition

    person = make_person(ada, track)
    people = Judge.objects.get(track=track, rule="assessors")
    first, second = bank.versions.order_by("topic__name")
    for name, by, on, topics in (
        ("drafted", judge, make_bank(track, "drafted"), []),
        ("second", people, bank, [second.topic]),
        ("people", people, bank, []),
    ):
        save_condition(track, name, bank=on, judge=by, topics=topics, now=NOW)
    assert begins() == (judge, "")
    save_condition(track, "machine", bank=bank, judge=judge, now=NOW)
    assert begins() == (judge, "machine")
    assert first_judge(track) == judge
    label_all(first, Response.objects.filter(topic=first.topic)[0], person, "SS")
    assert begins() == (judge, "machine")
    assert (first_bank(track), first_judge(track)) == (bank, people)


def test_it_begins_with_the_latest_bank_that_lists_what_is_labelled(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    later = make_bank(track, "later")
    assert omar_client.get(page(track)).context["basis"].bank == bank
    Bank.objects.filter(pk=bank.pk).update(deleted_at=NOW)
    assert omar_client.get(page(track)).context["basis"].bank == later
    Bank.objects.filter(pk=later.pk).update(deleted_at=NOW)
    assert "No scores yet" in omar_client.get(page(track)).content.decode()


def test_a_condition_outlives_its_bank_in_the_list(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    row = save_condition(track, "old", bank=bank, judge=judge, now=NOW)
    Bank.objects.filter(pk=bank.pk).update(deleted_at=NOW)
    r = omar_client.get(page(track, f"?condition={row.uuid}"))
    assert r.context["basis"].bank == bank
    assert [each.name for each in r.context["page"].rows] == ["best", "worst", "partly"]


def test_it_begins_with_the_first_condition_where_none_has_labels(
    track: Track, ada: User, omar_client: Client
) -> None:
    person = make_person(ada, track)
    for name, judge in (("machine", make_judge(track, "lexical")), ("person", person)):
        save_condition(track, name, bank=make_bank(track, name), judge=judge, now=NOW)
    assert omar_client.get(page(track)).context["basis"].judge == person
    assert first_judge(track) == person


def test_it_says_what_counts_apart_and_names_baselines(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    text = omar_client.get(page(track, chosen(bank, judge))).content.decode()
    assert "baseline" in texts(text, "span.tag")
    assert "left unanswered counts 0, here 2 times" in text
    assert "1 response judged in part has no score yet" in text
    assert "Topic 2: no vital nugget, so V strict, V are undefined there" in text


def test_it_counts_the_subnarratives_that_no_nugget_is_mapped_to(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    version = bank.versions.get(topic__name="1")
    pinned = pin(version, "the <cold>", "the salt")
    version.listings.filter(position=0).update(subnarrative=pinned[0])
    text = omar_client.get(page(track, chosen(bank, judge))).content.decode()
    assert "1 sub-narrative without a nugget in the bank stands outside" in text
    assert "topic 1 “\u2068the salt\u2069”" in text
    said = StringIO()
    names = ["--bank", bank.name, "--judge", judge.name]
    call_command("score", track.slug, *names, stdout=StringIO(), stderr=said)
    assert "1 sub-narrative without a nugget in the bank stands" in said.getvalue()
    assert "assigned by lexical (baseline)" in said.getvalue()


def pin(version: BankVersion, *texts: str) -> list[Subnarrative]:
    """Pin sub-narratives to a version, as freezing does."""
    found = []
    for place, text in enumerate(texts):
        part = Subnarrative.objects.create(
            topic=version.topic, text=text, folded=text, position=place
        )
        wording = part.wordings.create(text=text, at=NOW)
        version.pins.create(wording=wording, position=place)
        found.append(part)
    return found


def test_an_undefined_number_has_its_reason(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    text = omar_client.get(page(track, chosen(bank, judge))).content.decode()
    reason = "not everything that it needs is labelled yet"
    assert select(text, f'[title="{reason}"]')
    assert reason in texts(text, "span.unseen")


def test_every_column_sorts_both_ways_with_undefined_last(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    up, down = (page(track, chosen(bank, judge, f"&sort={s}")) for s in ("V", "-V"))
    assert order(omar_client, up) == ["worst", "best", "partly"]
    assert order(omar_client, down) == ["best", "worst", "partly"]
    assert select(omar_client.get(up), '[aria-sort="ascending"]')


def test_a_heading_keeps_the_rest_of_the_query(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    query = chosen(bank, judge, "&group=group-best")
    for sort, turned in (("-V_strict", "V_strict"), ("V_strict", "-V_strict")):
        r = omar_client.get(page(track, f"{query}&sort={sort}"))
        kept = query.replace("&", "&amp;")
        assert f'<a href="{kept}&amp;sort={turned}"' in r.content.decode()
    assert '<a href="?sort=-A"' in omar_client.get(page(track)).content.decode()
    odd = omar_client.get(page(track, "?x=1&x=%3Cb%3E&sort=V")).content.decode()
    assert '<a href="?x=1&amp;x=%3Cb%3E&amp;sort=-A"' in odd


def test_a_filter_shows_what_is_chosen(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    Run.objects.filter(name="best").update(group="<b>")
    r = omar_client.get(page(track, chosen(bank, judge, "&group=<b>&task=rag")))
    text = r.content.decode()
    assert "<b>" in texts(text, 'option[value="<b>"][selected]')
    assert select(text, 'option[value="rag"][selected]')
    assert text.count('<option value="" selected>') == 1  # both types


def test_the_rule_on_unlabelled_nuggets_stays_chosen(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    rule, marked = "&unlabelled=not_support", '<option value="not_support" selected>'
    for query in (chosen(bank, judge), f"?condition={bank.uuid}"):  # no such condition
        text = omar_client.get(page(track, query + rule)).content.decode()
        assert marked in text
    wrong = omar_client.get(page(track, chosen(bank, judge, "&unlabelled=odd")))
    assert select(wrong, '[aria-describedby="id_unlabelled_error"]')
    assert marked not in wrong.content.decode()


def test_it_filters_by_task_group_and_type(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    for filters, names in (
        ("&task=ag", ["worst"]),
        ("&group=group-best", ["best"]),
        ("&type=manual", []),
    ):
        assert order(omar_client, page(track, chosen(bank, judge, filters))) == names


def test_the_switches_change_what_counts(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    url = page(track, chosen(bank, judge, "&unlabelled=not_support"))
    rows = {row.name: row for row in omar_client.get(url).context["page"].rows}
    assert rows["partly"].values[1].value == 0.5
    assert rows["worst"].values[4].value == 0.25
    url = page(track, chosen(bank, judge, "&unanswered=left_out"))
    rows = {row.name: row for row in omar_client.get(url).context["page"].rows}
    assert rows["worst"].values[4].value == 0.5


def test_it_rejects_a_bank_of_another_track(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    foreign = make_bank(make_track(), "foreign")
    for asked, said in (
        (chosen(foreign, judge), "This bank can’t be chosen here, or no longer"),
        (f"?condition={foreign.uuid}", "This condition can’t be chosen here"),
        ("?sort=-foo", "Sort: There is no “-foo” to choose."),
    ):
        r = omar_client.get(page(track, asked))
        assert r.status_code == 422
        assert said in r.content.decode()
        assert "No scores yet" not in r.content.decode()


def test_it_needs_no_more_queries_for_more_runs(
    track: Track,
    bank: Bank,
    judge: Judge,
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    version = bank.versions.get(topic__name="1")
    for number in range(30):
        response = make_response(make_run(track, f"run-{number}"), version.topic)
        label_all(version, response, judge, "SP")
    with django_assert_max_num_queries(QUERIES):
        omar_client.get(page(track, chosen(bank, judge)))


def test_a_viewer_sees_scores_and_runs_but_no_items(
    track: Track, bank: Bank, judge: Judge, vera: User, client: Client
) -> None:
    client.force_login(vera)
    run = Run.objects.get(name="best")
    response = run.responses.first()
    assert response is not None
    bodies = [
        client.get(page(track, chosen(bank, judge))),
        client.get(page(track, f"{run.uuid}/{chosen(bank, judge)}")),
    ]
    for body in bodies:
        assert body.status_code == 200
        assert str(response.uuid) not in body.content.decode()
        assert "frost" not in body.content.decode()
    url = page(track, f"responses/{response.uuid}/{chosen(bank, judge)}")
    assert client.get(url).status_code == 404


def test_an_assessor_and_a_stranger_find_nothing(
    track: Track, bank: Bank, judge: Judge, ada_client: Client, bea_client: Client
) -> None:
    run = Run.objects.get(name="best")
    for url in (
        page(track),
        f"/tracks/{track.uuid}/scores.csv{chosen(bank, judge)}",
        page(track, f"{run.uuid}/{chosen(bank, judge)}"),
    ):
        assert ada_client.get(url).status_code == 404
        assert bea_client.get(url).status_code == 404


def test_the_anonymous_are_sent_to_sign_in(track: Track, client: Client) -> None:
    assert client.get(page(track)).status_code == 302


def test_it_rejects_the_wrong_method(track: Track, omar_client: Client) -> None:
    assert omar_client.post(page(track)).status_code == 405


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


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


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


def score(*arguments: str) -> str:
    out = StringIO()
    call_command("score", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_prints_what_the_page_gives(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    names = ["--bank", bank.name, "--judge", judge.name, "--intervals"]
    url = f"/tracks/{track.uuid}/scores.csv{chosen(bank, judge)}"
    assert score(track.slug, *names) == omar_client.get(url).getvalue().decode()
    by_topic = omar_client.get(f"{url}&rows=topics").getvalue().decode()
    assert score(track.slug, *names, "--per-topic") == by_topic
    rows = {(row["run"], row["topic"]): row for row in read(by_topic)}
    assert rows["worst", "2"]["A"] == "0.0"
    assert rows["worst", "2"]["V_strict"] == rows["worst", "2"]["L"] == ""


def test_the_command_ends_with_min_median_max_on_request(
    track: Track, bank: Bank, judge: Judge
) -> None:
    names = ["--bank", bank.name, "--judge", judge.name, "--summary"]
    rows = read(score(track.slug, *names))
    assert [row["run"] for row in rows[-3:]] == ["min", "median", "max"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--bank", "none", "--judge", "lexical"], "Banks: post-edited"),
        (["--bank", "post-edited", "--judge", "none"], "Judges: lexical"),
        (["--condition", "none"], "Conditions: none yet"),
        (["--bank", "post-edited"], "Give --bank and --judge, or --condition"),
        (["--condition", "a", "--judge", "lexical"], "or --condition alone"),
    ],
)
def test_the_command_names_what_there_is(
    track: Track, bank: Bank, given: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        score(track.slug, *given)


def test_an_organizer_names_a_condition_and_drops_the_name(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    new = f"/tracks/{track.uuid}/conditions/new/"
    form = {"bank": bank.uuid, "judge": judge.uuid, "name": "edited / lexical"}
    r = omar_client.post(new, form, follow=True)
    row = Condition.objects.get()
    assert (row.bank, row.assignment_judge) == (bank, judge)
    assert r.context["basis"].bank == bank
    omar_client.post(new, form)
    assert Condition.objects.count() == 1
    omar_client.post(f"/tracks/{track.uuid}/put-away/condition/{row.uuid}/")
    assert not Condition.objects.exists()


def test_a_condition_keeps_whose_qrels_the_nuggets_came_from(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    bank.qrels_judge = make_judge(track, "nist", kind=Judge.IMPORT)
    bank.drafted_by = make_judge(track, "extractor")
    bank.save(update_fields=["qrels_judge", "drafted_by"])
    made = save_condition(track, "manual", bank=bank, judge=judge, now=NOW)
    assert made.qrels_judge == bank.qrels_judge
    url = page(track, f"?condition={made.uuid}")
    text = omar_client.get(url).content.decode()
    assert 'by extractor <span class="tag">baseline</span>' in text
    assert 'labels of nist <span class="tag">import</span>' in text


def test_nobody_but_organizers_names_conditions(
    track: Track, bank: Bank, judge: Judge, vera: User, ada_client: Client
) -> None:
    new = f"/tracks/{track.uuid}/conditions/new/"
    form = {"bank": bank.uuid, "judge": judge.uuid, "name": "mine"}
    viewer = Client()
    viewer.force_login(vera)
    assert viewer.post(new, form).status_code == 404
    assert ada_client.post(new, form).status_code == 404
    assert not Condition.objects.exists()


def test_a_condition_keeps_its_topics_through_filters(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    row = Condition.objects.create(
        track=track, name="first", bank=bank, assignment_judge=judge
    )
    row.topics.set(track.topics.filter(name="1"))
    r = omar_client.get(page(track, f"?condition={row.uuid}&task=rag"))
    assert [topic.name for topic in r.context["board"].scored.topics] == ["1"]
    assert select(r, f'[name="condition"][value="{row.uuid}"]')


def test_a_condition_held_to_topics_says_which(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    topics = list(track.topics.filter(name="1"))
    made = save_condition(
        track, "first", bank=bank, judge=judge, topics=topics, now=NOW
    )
    text = omar_client.get(page(track, f"?condition={made.uuid}")).content.decode()
    assert "· condition first: topic 1 only" in text
    assert f'?condition={made.uuid}" aria-current="true">first</a>' in text
    bare = omar_client.get(page(track, chosen(bank, judge))).content.decode()
    assert "· condition" not in bare
    assert 'aria-current="true">first' not in bare


def test_a_condition_held_to_many_topics_names_ten(
    track: Track, bank: Bank, judge: Judge
) -> None:
    topics = [make_topic(track, str(name)) for name in range(11, 24)]
    made = save_condition(track, "many", bank=bank, judge=judge, topics=topics, now=NOW)
    named = ", ".join(str(name) for name in range(11, 21))
    assert basis_of(made).condition == f"many: topics {named} and 3 more only"


def test_the_command_scores_a_saved_condition_with_its_topics(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    topics = list(track.topics.filter(name="1"))
    made = save_condition(
        track, "first", bank=bank, judge=judge, topics=topics, now=NOW
    )
    url = f"/tracks/{track.uuid}/scores.csv?condition={made.uuid}"
    printed = score(track.slug, "--condition", "first", "--intervals")
    assert printed == omar_client.get(url).getvalue().decode()
    assert {row["topics"] for row in read(printed)} <= {"0", "1"}
    told = StringIO()
    given = ["--condition", "first"]
    call_command("score", track.slug, *given, stdout=StringIO(), stderr=told)
    assert "Condition first: topic 1 only." in told.getvalue()
