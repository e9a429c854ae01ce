"""Creating a track: the message of each refusal."""

from unittest.mock import patch

import pytest
from django.db import IntegrityError

from runs.actions.tracks import TrackExists, create_track
from runs.models import Track


def test_a_short_name_that_is_taken_is_refused(db: None) -> None:
    create_track("ice", name="Ice", profile="rag25")
    with pytest.raises(TrackExists, match="There is a track 'ice' already"):
        create_track("ice", name="Ice again", profile="rag25")


def test_another_rule_of_the_database_is_not_told_as_a_taken_name(db: None) -> None:
    refused = patch.object(Track.objects, "create", side_effect=IntegrityError("other"))
    with refused, pytest.raises(IntegrityError, match="other"):
        create_track("ice", name="Ice", profile="rag25")
