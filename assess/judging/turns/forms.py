"""The forms of turns: a rule, and what is decided about one turn."""

from __future__ import annotations

from django import forms

from assess.judging.kernel.turn_rules import Rule
from assess.judging.turns.marks import Marks

WORDS = {
    "statement": "with a statement of the person that bears on them",
    "response": "with a response of the organizers",
    "no_question": "where that response does not ask back",
    "answerable": "not marked as unanswerable",
}


class RuleForm(forms.Form):
    """The rule that chooses the assessed turns."""

    statement = forms.BooleanField(required=False, label=WORDS["statement"])
    response = forms.BooleanField(required=False, label=WORDS["response"])
    no_question = forms.BooleanField(required=False, label=WORDS["no_question"])
    answerable = forms.BooleanField(required=False, label=WORDS["answerable"])
    most = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=10_000,
        label="At most this many of a conversation",
        help_text="Spread evenly over those that fit. Empty: all that fit.",
    )

    @property
    def rule(self) -> Rule:
        """Return the valid form's rule."""
        return Rule(**self.cleaned_data)

    @property
    def in_words(self) -> str:
        """Return the valid form's rule in words."""
        rule = self.rule
        said = [words for name, words in WORDS.items() if getattr(rule, name)]
        if rule.most is not None:
            said.append(f"at most {rule.most:,} of a conversation")
        return "turns " + ", ".join(said) if said else "all turns"


class MarksForm(forms.Form):
    """What is decided about a turn."""

    assessed = forms.BooleanField(required=False)
    unanswerable = forms.BooleanField(required=False)
    gold_answer = forms.BooleanField(required=False)
    seen = forms.IntegerField(min_value=0)

    @property
    def marks(self) -> Marks:
        """Return the valid form's decision."""
        data = self.cleaned_data
        return Marks(data["assessed"], data["unanswerable"], data["gold_answer"])
