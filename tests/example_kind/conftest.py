"""Tests of the example, run where its apps are: tests/house/test_example_kinds.py."""

from django.conf import settings

INSTALLED = "tests.example_kind.quizzes" in settings.INSTALLED_APPS
collect_ignore_glob = [] if INSTALLED else ["test_*.py"]
