"""The settings of a worker that knows the counting work too."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SHIPPED

INSTALLED_APPS = [*SHIPPED, "tests.jobs.counting"]
