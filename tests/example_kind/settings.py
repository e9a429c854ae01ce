"""The settings of an installation with the example's kinds of label."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SHIPPED

INSTALLED_APPS = [
    *SHIPPED,
    "tests.example_kind.quizzes",
    "tests.example_kind.preferences",
]
