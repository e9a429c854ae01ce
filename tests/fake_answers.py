"""The fake model's answers, computed from the text between the prompt's tags."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

Body = dict[str, Any]
PLACE = re.compile(r"<(\w+) ([0-9a-f]{12})>\n(.*?)\n</\1 \2>", re.DOTALL)
STOP_WORDS = {
    *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have"),
    *("in", "is", "it", "of", "on", "or", "that", "the", "their", "to", "was", "with"),
}


def places(body: Body) -> dict[str, str]:
    """Return the text between each pair of tags of the first user message."""
    user = next((m["content"] for m in body["messages"] if m["role"] == "user"), "")
    return {name: text for name, _code, text in PLACE.findall(user)}


def sensible_answer(body: Body) -> str:
    """Answer our prompts, recognized by their places; as an object if one is wanted."""
    shown = places(body)
    if set(shown) == {"query", "response", "nuggets"} and not _is_three_way(body):
        return in_schema(_assign(shown).replace("partial_support", "not_support"), body)
    for wanted, reply in ANSWERS:
        if wanted == set(shown):
            return in_schema(reply(shown), body)
    return "I have no answer to that."


def _is_three_way(body: Body) -> bool:
    return "partial_support" in str(body["messages"])


def in_schema(text: str, body: Body) -> str:
    """Return a reply as the JSON object that a request's schema asks for."""
    wanted = body.get("response_format")
    if wanted is None:
        return text
    kinds: Body = wanted["json_schema"]["schema"]["properties"]
    return json.dumps({key: _valued(key, text) for key in kinds}, ensure_ascii=False)


def _valued(key: str, text: str) -> object:
    match key:
        case "labels" | "grade":
            return json.loads(text)
        case "questions" | "grades":
            return json.loads(text)[key]
        case "texts" if text.startswith("["):
            return json.loads(text)
        case "texts":
            lines = [line.removeprefix("- ") for line in text.splitlines()]
            return [] if lines == ["no nuggets"] else lines
        case "score":
            return int(text.rpartition(" ")[2])
        case "subnarratives":
            return re.findall(r"\b[A-Z]\b", text.partition("##final")[0])
    return text


def words(text: str) -> set[str]:
    """Return the content words, in lower case."""
    return set(re.findall(r"\w+", text.lower())) - STOP_WORDS


def share(part: str, whole: str) -> float:
    """Return the share of a text's words that another contains, 0 without words."""
    wanted = words(part)
    return len(wanted & words(whole)) / len(wanted) if wanted else 0.0


def _listed(text: str) -> list[str]:
    found: list[str] = json.loads(text)
    return found


def _graded(value: float, low: float, high: float, names: Sequence[str]) -> str:
    return names[0] if value >= high else names[1] if value >= low else names[2]


def _create(shown: Mapping[str, str]) -> str:
    nuggets = _listed(shown["nuggets"])
    for passage in re.split(r"\n\n(?=\[\d+\] )", shown["passages"]):
        for sentence in re.split(r"(?<=[.!?])\s+", re.sub(r"^\[\d+\] ", "", passage)):
            short = " ".join(sentence.replace('"', "").split()[:12]).rstrip(".!?,;:")
            if len(short.split()) >= 3 and short not in nuggets:
                nuggets.append(short)
    return json.dumps(nuggets[:30], ensure_ascii=False)


def _importance(shown: Mapping[str, str]) -> str:
    count = len(_listed(shown["nuggets"]))
    return json.dumps(["okay" if n % 3 == 2 else "vital" for n in range(count)])


def _assign(shown: Mapping[str, str]) -> str:
    names = ("support", "partial_support", "not_support")
    return json.dumps(
        [
            _graded(share(nugget, shown["response"]), 0.4, 0.7, names)
            for nugget in _listed(shown["nuggets"])
        ]
    )


def _support(shown: Mapping[str, str]) -> str:
    names = ("full_support", "partial_support", "no_support")
    found = share(shown["sentence"], shown["passage"])
    return _graded(found, 0.35, 0.65, names)


def _relevance(shown: Mapping[str, str]) -> str:
    found = share(shown["query"], shown["passage"])
    return f"##final score: {sum(found >= step for step in (0.1, 0.35, 0.6))}"


def _relevance_by_parts(shown: Mapping[str, str]) -> str:
    parts = _listed(shown["subnarratives"])
    letters = [
        letter
        for letter, part in zip(ascii_uppercase, parts, strict=False)
        if share(part, shown["passage"]) >= 0.5
    ]
    covered = len(letters)
    if not covered:
        related = share(shown["narrative"], shown["passage"]) >= 0.1
        return f"##final score: {int(related)}"
    grade = 2 if covered == 1 else 3 if covered < 4 else 4
    return f"##sub-narratives: {', '.join(letters)}\n##final score: {grade}"


def _map(shown: Mapping[str, str]) -> str:
    parts = _listed(shown["subnarratives"]) or ["General background"]
    return json.dumps(
        [
            max(parts, key=lambda part, nugget=nugget: share(part, nugget))  # type: ignore[misc]
            for nugget in _listed(shown["nuggets"])
        ],
        ensure_ascii=False,
    )


def _grade(shown: Mapping[str, str]) -> str:
    return str(round(5 * share(shown["question"], shown["passage"])))


def _grades(shown: Mapping[str, str]) -> str:
    asked = _listed(shown["questions"])
    found = [round(5 * share(each, shown["passage"])) for each in asked]
    return json.dumps({"grades": found})


def _answer(shown: Mapping[str, str]) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", shown["source"])
    best = max(sentences, key=lambda each: share(shown["question"], each))
    return best if share(shown["question"], best) else "unanswerable"


def _verify(shown: Mapping[str, str]) -> str:
    keys = _listed(shown["correct"])
    return "yes" if any(share(key, shown["candidate"]) > 0.5 for key in keys) else "no"


def _questions(shown: Mapping[str, str]) -> str:
    found = sorted(words(shown["topic"] + " " + shown.get("facet", "")))
    asked = [f"What is known of {word}?" for word in found[:10]]
    return json.dumps({"questions": asked}, ensure_ascii=False)


def _match(shown: Mapping[str, str]) -> str:
    return "yes" if share(shown["nugget"], shown["response"]) > 0.5 else "no"


def _entail(shown: Mapping[str, str]) -> str:
    return "yes" if share(shown["hypothesis"], shown["premise"]) > 0.5 else "no"


def _matches(shown: Mapping[str, str]) -> str:
    pairs = ({**shown, "nugget": each} for each in _listed(shown["nuggets"]))
    return json.dumps([_match(pair) for pair in pairs])


def _extract(shown: Mapping[str, str]) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", shown["text"])
    return "\n".join(f"- {each}" for each in sentences if each) or "no nuggets"


def _correct(shown: Mapping[str, str]) -> str:
    return "yes" if share(shown["reference"], shown["answer"]) > 0.5 else "no"


def _adds(shown: Mapping[str, str]) -> str:
    return "no" if share(shown["answer"], shown["passages"]) == 1 else "yes"


def sensible_probabilities(pairs: Sequence[Body]) -> list[list[float]]:
    """Return for each pair the share of the hypothesis's words in the premise."""
    found = [share(pair["hypothesis"], pair["premise"]) for pair in pairs]
    return [[each, 1 - each, 0.0] for each in found]


ANSWERS: tuple[tuple[set[str], Callable[[Mapping[str, str]], str]], ...] = (
    ({"query", "passages", "nuggets"}, _create),
    ({"query", "nuggets"}, _importance),
    ({"query", "response", "nuggets"}, _assign),
    ({"sentence", "passage"}, _support),
    ({"query", "passage"}, _relevance),
    ({"narrative", "subnarratives", "passage"}, _relevance_by_parts),
    ({"narrative", "subnarratives", "nuggets"}, _map),
    ({"question", "passage"}, _grade),
    ({"questions", "passage"}, _grades),
    ({"question", "source"}, _answer),
    ({"question", "correct", "candidate"}, _verify),
    ({"topic"}, _questions),
    ({"topic", "facet"}, _questions),
    ({"response", "nugget"}, _match),
    ({"response", "nuggets"}, _matches),
    ({"premise", "hypothesis"}, _entail),
    ({"question", "reference", "answer"}, _correct),
    ({"passages", "answer"}, _adds),
    ({"request", "text"}, _extract),
    ({"text", "line"}, lambda _shown: "no nuggets"),
)
