"""Which tracks match nuggets."""

from runs.models import Track


def has_matching(track: Track) -> bool:
    """Return whether a track's pages show matching: its topics are turns."""
    return track.profile.topics == "conversations"
