"""The prompts by name: the shipped ones, or those in a folder of the organizer's."""

import tomllib
from pathlib import Path

from django.apps import apps
from django.conf import settings

from llm.kernel.prompt import BadPrompt, Prompt, read_prompt

SHIPPED = Path(__file__).resolve().parent / "prompts"

CREATE_NUGGETS = "create_nuggets"
NUGGET_IMPORTANCE = "nugget_importance"
ASSIGN_NUGGETS = "assign_nuggets"
ASSIGN_NUGGETS_TWO_WAY = "assign_nuggets_two_way"
JUDGE_RELEVANCE = "judge_relevance"
JUDGE_RELEVANCE_SUBNARRATIVES = "judge_relevance_subnarratives"
JUDGE_SUPPORT = "judge_support"
MAP_SUBNARRATIVES = "map_subnarratives"


class UnknownPrompt(LookupError):
    """No prompt file has this name."""


def prompt_names() -> list[str]:
    """Return the names of the shipped prompts of all apps, sorted.

    Each app has its prompts in a folder `prompts`.
    """
    return sorted(_shipped())


def _shipped() -> dict[str, Path]:
    own = [Path(app.path) / SHIPPED.name for app in apps.get_app_configs()]
    folders = [each for each in own if each != SHIPPED]
    files = [file for each in (*folders, SHIPPED) for file in each.glob("*.toml")]
    return {file.stem: file for file in files}


def prompt_named(name: str) -> Prompt:
    """Return a prompt, from the folder LLM_PROMPTS if it has a file of that name.

    Raise UnknownPrompt, or BadPrompt for an unusable file: one that is not TOML, or
    whose values differ from those of the shipped prompt.
    """
    shipped = _shipped().get(name)
    if shipped is None:
        raise UnknownPrompt(f"No prompt is called {name!r}.")
    ours = _read(name, shipped)
    if not settings.LLM_PROMPTS:
        return ours
    replacing = Path(settings.LLM_PROMPTS) / f"{name}.toml"
    return _replaced(ours, replacing) if replacing.is_file() else ours


def _replaced(ours: Prompt, path: Path) -> Prompt:
    theirs = _read(ours.name, path)
    if dict(theirs.values) != dict(ours.values):
        raise BadPrompt(f"{path}: [values] must be as shipped: {dict(ours.values)}.")
    return theirs


def _read(name: str, path: Path) -> Prompt:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadPrompt(f"{path}: {error}") from error
    return read_prompt(name, content)
