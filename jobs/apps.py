"""The app of long work."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Name the app; apps above register their kinds and access in their own ready()."""

    name = "jobs"
