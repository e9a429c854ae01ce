"""People from an archive get a first password only from those who may give it."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountChange, User
from runs.models import Membership, Track
from tests.make import make_allocation, make_person, make_topic, make_track


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def cleo(track: Track) -> User:
    """Cleo came with an archive and is an assessor in Omar's track."""
    return arrived("cleo", track)


@pytest.fixture
def root_client(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="root"))
    return client


def arrived(name: str, track: Track) -> User:
    user = User(username=name, is_active=False)
    user.set_unusable_password()
    user.save()
    Membership.objects.create(track=track, user=user, role=Membership.ASSESSOR)
    return user


def here(track: Track, user: User) -> str:
    return reverse("runs:person_activate", args=(track.uuid, user.uuid))


def anywhere(user: User) -> str:
    return reverse("runs:account_activate", args=(user.uuid,))


def password_in(page: str) -> str:
    return page.partition("<code>")[2].partition("</code>")[0]


def is_shut(user: User) -> bool:
    now = User.objects.get(pk=user.pk)
    same = (now.is_active, now.password) == (user.is_active, user.password)
    return same and not AccountChange.objects.filter(user=user).exists()


def signs_in(user: User, password: str) -> bool:
    said = {"username": user.username, "password": password}
    return Client().post(reverse("accounts:sign_in"), said).status_code == 302


def test_an_organizer_lets_somebody_sign_in_who_came_with_an_archive(
    omar_client: Client, omar: User, track: Track, cleo: User
) -> None:
    people = reverse("runs:people", args=(track.uuid,))
    assert "cannot sign in yet" in omar_client.get(people).content.decode()
    answer = omar_client.post(here(track, cleo))
    assert "no-store" in answer["Cache-Control"]
    assert signs_in(cleo, password_in(answer.content.decode()))
    shown = omar_client.get(people).content.decode()
    assert "cannot sign in yet" not in shown
    assert "omar activated the account of cleo" in shown
    change = AccountChange.objects.get()
    assert (change.user, change.by) == (cleo, omar)


def test_a_second_click_changes_no_password(
    omar_client: Client, track: Track, cleo: User
) -> None:
    first = omar_client.post(here(track, cleo)).content.decode()
    assert omar_client.post(here(track, cleo)).status_code == 302
    assert AccountChange.objects.count() == 1
    assert signs_in(cleo, password_in(first))


def switched_off(user: User, _track: Track) -> None:
    user.set_password("harbour-ice-41")


def been_here(user: User, _track: Track) -> None:
    user.last_login = timezone.now()


def superuser(user: User, _track: Track) -> None:
    user.is_superuser = True


def member_elsewhere(user: User, other: Track) -> None:
    Membership.objects.create(track=other, user=user, role=Membership.VIEWER)


def judge_elsewhere(user: User, other: Track) -> None:
    make_person(user, other)


def work_elsewhere(user: User, other: Track) -> None:
    make_allocation(make_topic(other), user)


@pytest.mark.parametrize(
    "change",
    [
        switched_off,
        been_here,
        superuser,
        member_elsewhere,
        judge_elsewhere,
        work_elsewhere,
    ],
)
def test_an_organizer_takes_over_no_account_that_others_know(
    omar_client: Client, root_client: Client, track: Track, cleo: User, change: object
) -> None:
    change(cleo, make_track(name="Another track"))  # type: ignore[operator]
    cleo.save()
    answer = omar_client.post(here(track, cleo), follow=True)
    assert "ask a superuser" in answer.content.decode()
    assert is_shut(cleo)
    password = password_in(root_client.post(here(track, cleo)).content.decode())
    assert signs_in(cleo, password)


def test_an_organizer_of_every_track_of_the_person_may(
    omar_client: Client, omar: User, track: Track, cleo: User
) -> None:
    member_elsewhere(cleo, make_track(name="Another of Omar's", organizer=omar))
    assert omar_client.post(here(track, cleo)).status_code == 200


def test_nobody_activates_who_can_sign_in(
    omar_client: Client, root_client: Client, track: Track, ada: User
) -> None:
    assert omar_client.post(here(track, ada)).status_code == 302
    assert root_client.post(here(track, ada)).status_code == 302
    assert root_client.post(anywhere(ada)).status_code == 302
    assert is_shut(ada)


def test_it_hides_people_of_other_tracks_and_from_others(
    omar_client: Client, ada_client: Client, client: Client, track: Track, cleo: User
) -> None:
    foreign = make_track(name="Another track")
    dora = arrived("dora", foreign)
    for url in (here(foreign, dora), here(track, dora), anywhere(cleo)):
        assert omar_client.post(url).status_code == 404
    assert ada_client.post(here(track, cleo)).status_code == 404
    assert omar_client.get(reverse("runs:accounts")).status_code == 404
    assert client.post(here(track, cleo)).status_code == 302
    assert is_shut(cleo)
    assert is_shut(dora)


def test_it_rejects_a_get(omar_client: Client, track: Track, cleo: User) -> None:
    assert omar_client.get(here(track, cleo)).status_code == 405
    assert omar_client.get(anywhere(cleo)).status_code == 405


def test_a_superuser_finds_everybody_who_cannot_sign_in(
    root_client: Client, track: Track, cleo: User
) -> None:
    shown = root_client.get(reverse("runs:accounts")).content.decode()
    assert "cleo" in shown
    assert str(track) in shown
    assert "omar" not in shown
    password = password_in(root_client.post(anywhere(cleo)).content.decode())
    assert signs_in(cleo, password)
    shown = root_client.get(reverse("runs:accounts")).content.decode()
    assert "Everybody can sign in" in shown
    assert "root activated the account of cleo" in shown


def test_a_command_prints_a_password_once(
    cleo: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("activate_user", "cleo")
    password = capsys.readouterr().out.strip()
    assert signs_in(cleo, password)
    assert AccountChange.objects.get().by is None
    with pytest.raises(CommandError, match="can sign in already"):
        call_command("activate_user", "cleo")
    with pytest.raises(CommandError, match="no user 'nobody'"):
        call_command("activate_user", "nobody")


def test_a_first_password_of_a_new_account_leaves_a_trace(
    omar_client: Client, track: Track
) -> None:
    data = {"username": "dora", "role": "viewer", "password": "harbour-ice-41"}
    omar_client.post(reverse("runs:people", args=(track.uuid,)), data)
    assert str(AccountChange.objects.get()) == "omar made the account of dora"
