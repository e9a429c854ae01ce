from importlib import import_module

from django.apps import AppConfig


class CountingConfig(AppConfig):
    name = "tests.jobs.counting"
    label = "counting"

    def ready(self) -> None:
        import_module("tests.jobs.counting.job_kinds")
