"""Lists of sub-narratives, brought in by the browser's form."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from jobs.models import Job
from jobs.run import run_here
from runs.models import Import, Subnarrative
from tests.make import make_topic, make_track


def test_an_organizer_brings_a_list_in_by_the_form(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    make_topic(track, "14")
    menu = omar_client.get(reverse("runs:import_new", args=(track.uuid,)))
    url = reverse("runs:import_file", args=(track.uuid, "subnarratives"))
    assert url in menu.content.decode()
    assert b"vital or okay" in omar_client.get(url).content
    file = SimpleUploadedFile("lists.tsv", b"14\t<b>who pays</b>\tvital\n")
    assert omar_client.post(url, {"file": file}).status_code == 302
    run_here(Job.objects.get(kind="import"))
    row = Import.objects.get()
    assert row.state == Import.LANDED
    page = omar_client.get(reverse("runs:import", args=(track.uuid, row.uuid)))
    assert b"sub-narratives" in page.content
    assert Subnarrative.objects.get().text == "<b>who pays</b>"


def test_an_assessor_has_no_such_form(ada: User, ada_client: Client) -> None:
    track = make_track(assessors=[ada])
    url = reverse("runs:import_file", args=(track.uuid, "subnarratives"))
    assert ada_client.get(url).status_code == 404
