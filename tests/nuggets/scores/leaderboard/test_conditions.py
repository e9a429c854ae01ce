"""Conditions named on the leaderboard, and those held to topics."""

from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, Condition
from nuggets.scores.basis import basis_of
from runs.models import Track
from tests.make import NOW, make_bank, make_judge, make_topic
from tests.nuggets.scores.leaderboard.pages import chosen, page
from tests.page import markup, select


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
    text = markup(omar_client.get(url))
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


def test_another_bank_or_judge_replaces_a_condition(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    row = save_condition(track, "first", bank=bank, judge=judge, now=NOW)
    other = make_bank(track, "other")
    held = f"&condition={row.uuid}&task=rag"
    same = omar_client.get(page(track, chosen(bank, judge, held)))
    assert same.context["basis"].condition == "first"
    [form] = select(same, "form.choosing")
    assert len(form.css("button")) == 1
    names = {each.attributes["name"] for each in form.css("select")}
    assert names >= {"bank", "judge", "task", "group", "type"}
    r = omar_client.get(page(track, chosen(other, judge, held)))
    assert (r.context["basis"].bank, r.context["basis"].condition) == (other, "")
    assert not select(r, '[name="condition"]')


def test_a_condition_held_to_topics_says_which(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    topics = list(track.topics.filter(name="1"))
    made = save_condition(
        track, "first", bank=bank, judge=judge, topics=topics, now=NOW
    )
    text = markup(omar_client.get(page(track, f"?condition={made.uuid}")))
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
