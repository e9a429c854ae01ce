"""The leaderboard: what it begins with, what it counts, and its order."""

from io import StringIO

from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from nuggets.banks.defaults import first_bank, first_judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, BankVersion
from runs.models import Response, Subnarrative, Track
from tests.make import NOW, make_bank, make_judge, make_person
from tests.nuggets.scores.campaign import label_all
from tests.nuggets.scores.leaderboard.pages import chosen, order, page
from tests.page import markup, select, texts


def test_it_invites_where_there_is_nothing(track: Track, omar_client: Client) -> None:
    r = omar_client.get(page(track))
    assert r.status_code == 200
    assert "No scores yet" in markup(r)


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
    assert "No scores yet" in markup(omar_client.get(page(track)))


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


def test_it_says_what_is_counted_separately_and_names_baselines(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    text = markup(omar_client.get(page(track, chosen(bank, judge))))
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
    text = markup(omar_client.get(page(track, chosen(bank, judge))))
    assert "1 sub-narrative without a nugget in the bank is outside coverage" in text
    assert "topic 1 “\u2068the salt\u2069”" in text
    said = StringIO()
    names = ["--bank", bank.name, "--judge", judge.name]
    call_command("score", track.slug, *names, stdout=StringIO(), stderr=said)
    assert "1 sub-narrative without a nugget in the bank is outside" in said.getvalue()
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
    text = markup(omar_client.get(page(track, chosen(bank, judge))))
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
        assert f'<a href="{kept}&amp;sort={turned}"' in markup(r)
    assert '<a href="?sort=-A"' in markup(omar_client.get(page(track)))
    odd = markup(omar_client.get(page(track, "?x=1&x=%3Cb%3E&sort=V")))
    assert '<a href="?x=1&amp;x=%3Cb%3E&amp;sort=-A"' in odd
