import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from runs.models import Membership, Track
from tests.make import make_allocation, make_topic, make_track

GOOD = "harbour-ice-41"


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


def people(track: Track) -> str:
    return reverse("runs:people", args=(track.uuid,))


def removal(track: Track, user: User) -> str:
    return reverse("runs:person_remove", args=(track.uuid, user.uuid))


def role(track: Track, name: str) -> str | None:
    found = Membership.objects.filter(track=track, user__username=name).first()
    return found.role if found else None


def test_an_existing_account_gets_a_role(
    omar_client: Client, track: Track, bea: User
) -> None:
    answer = omar_client.post(people(track), {"username": "bea", "role": "viewer"})
    assert answer.status_code == 302
    assert role(track, "bea") == "viewer"


def test_a_first_password_makes_an_account(omar_client: Client, track: Track) -> None:
    data = {"username": "cleo", "role": "assessor", "password": GOOD}
    assert omar_client.post(people(track), data).status_code == 302
    assert User.objects.get(username="cleo").check_password(GOOD)


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("cleo", "", "Nobody is called cleo yet"),
        ("cleo", "short1", "too short"),
        ("cleo", "12345678901", "entirely numeric"),
        ("cleo", "password123", "too common"),
        ("cleopatra", "cleopatra1", "too similar"),
        ("no spaces", GOOD, "Enter a valid username"),
        ("", GOOD, "required"),
        ("ada", GOOD, "ada has an account already"),
    ],
)
def test_it_refuses_bad_names_and_passwords(
    omar_client: Client, track: Track, name: str, password: str, words: str
) -> None:
    data = {"username": name, "role": "viewer", "password": password}
    answer = omar_client.post(people(track), data)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not User.objects.filter(username__startswith="cleo").exists()


def test_no_password_of_an_account_is_ever_changed(
    omar_client: Client, track: Track, ada: User
) -> None:
    data = {"username": "ada", "role": "viewer", "password": GOOD}
    omar_client.post(people(track), data)
    ada.refresh_from_db()
    assert ada.check_password("ada")
    assert role(track, "ada") == "assessor"


def test_a_role_is_changed_by_giving_another(omar_client: Client, track: Track) -> None:
    omar_client.post(people(track), {"username": "ada", "role": "viewer"})
    assert role(track, "ada") == "viewer"
    assert Membership.objects.count() == 2


def test_the_last_organizer_stays(
    omar_client: Client, track: Track, omar: User, bea: User
) -> None:
    answer = omar_client.post(people(track), {"username": "omar", "role": "viewer"})
    assert answer.status_code == 422
    assert "omar is the only organizer." in answer.content.decode()
    page = omar_client.post(removal(track, omar), follow=True).content.decode()
    assert "Make somebody else organizer first." in page
    assert role(track, "omar") == "organizer"
    omar_client.post(people(track), {"username": "bea", "role": "organizer"})
    assert omar_client.post(removal(track, omar)).status_code == 302
    assert role(track, "omar") is None


def test_an_assessor_with_open_work_stays(
    omar_client: Client, track: Track, ada: User
) -> None:
    work = make_allocation(make_topic(track), ada)
    page = omar_client.post(removal(track, ada), follow=True).content.decode()
    assert "ada has 1 piece of unfinished work here." in page
    answer = omar_client.post(people(track), {"username": "ada", "role": "viewer"})
    assert answer.status_code == 422
    assert role(track, "ada") == "assessor"
    type(work).objects.update(finished_at=work.created_at)
    omar_client.post(removal(track, ada))
    assert role(track, "ada") is None


def test_a_person_of_another_track_is_a_404(
    omar_client: Client, track: Track, bea: User
) -> None:
    make_track(assessors=[bea])
    assert omar_client.post(removal(track, bea)).status_code == 404


def test_others_give_no_roles(
    ada_client: Client, bea_client: Client, client: Client, track: Track, ada: User
) -> None:
    data = {"username": "ada", "role": "organizer"}
    for url in (people(track), removal(track, ada)):
        assert ada_client.post(url, data).status_code == 404
        assert bea_client.post(url, data).status_code == 404
        assert client.post(url, data).status_code == 302
    assert role(track, "ada") == "assessor"


def test_a_superuser_who_sees_all_labels_cannot_assess(
    omar_client: Client, track: Track, bea: User
) -> None:
    User.objects.filter(pk=bea.pk).update(is_superuser=True)
    data = {"username": "bea", "role": "assessor"}
    answer = omar_client.post(people(track), data)
    assert answer.status_code == 422
    assert "cannot assess" in answer.text
    assert role(track, "bea") is None


def test_removal_is_a_post(omar_client: Client, track: Track, ada: User) -> None:
    assert omar_client.get(removal(track, ada)).status_code == 405


def test_only_superusers_make_tracks(omar_client: Client, omar: User) -> None:
    url = reverse("runs:track_new")
    data = {"name": "Tides", "slug": "tides", "profile": "rag25"}
    assert omar_client.post(url, data).status_code == 404
    User.objects.filter(pk=omar.pk).update(is_superuser=True)
    assert omar_client.post(url, {**data, "slug": "no spaces"}).status_code == 422
    assert omar_client.post(url, data).status_code == 302
    assert Track.objects.get().slug == "tides"
    assert omar_client.post(url, data).status_code == 422
