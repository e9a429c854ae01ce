"""The settings of a worker with the counting app."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SHIPPED

INSTALLED_APPS = [*SHIPPED, "tests.jobs.counter"]
