"""The output of `manage.py COMMAND --help`."""

import pytest
from django.core.management import get_commands, load_command_class

OURS = sorted(
    name
    for name, app in get_commands().items()
    if app in {"config", "accounts", "jobs", "llm", "runs", "assess", "nuggets"}
)


def test_the_commands_are_found() -> None:
    assert {"up", "export", "score", "agreement", "import_run"} <= set(OURS)


@pytest.mark.parametrize("name", OURS)
def test_each_option_says_what_it_is(name: str) -> None:
    parser = load_command_class(get_commands()[name], name).create_parser("", name)
    silent = [action.dest for action in parser._actions if not action.help]
    assert silent == []


def test_export_says_what_each_value_means() -> None:
    shown = load_command_class("assess", "export").create_parser("", "export")
    says = " ".join(shown.format_help().split())
    assert "assignments, nuggets without a label: stop (stop the export" in says
    assert "nuggets-scores, responses with unlabelled nuggets: undefined (have" in says
    assert "the name of the bank that it is made of (" in says
    assert "keep it in the track as a snapshot" in says
