import os
from importlib import import_module

from django.apps import AppConfig

from config.celery import app
from tests.jobs.counter.consumer import Mortal


class CountingConfig(AppConfig):
    name = "tests.jobs.counter"
    label = "counting"

    def ready(self) -> None:
        import_module("tests.jobs.counter.job_kinds")
        if "MORTAL_CONSUMER" in os.environ:
            app.steps["consumer"].add(Mortal)
