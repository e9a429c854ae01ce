"""The forms of judges: new ones of three kinds, and work for them."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.db.models import QuerySet

from assess.judging.judges.setting_fields import setting_fields, with_settings
from assess.judging.kernel.panels import ASSESSORS, MAJORITY_OF_THREE, RULES
from assess.judging.machine.baselines import all_baselines
from assess.judging.machine.readiness import PRICE, BadPrice, read_price
from assess.judging.machine.registry import Machine, all_machines
from assess.judging.models import Judge
from assess.judging.screens import Subject
from llm.endpoints.fields import endpoint_field
from llm.endpoints.lookup import NotServed, check_served
from runs.forms.topics import TopicsField, topics_in
from runs.models import Topic, Track

RULE_NAMES = {
    "assessors": "All assessors of the track: the label given first",
    "first": "The first member’s label, else the next one’s",
    "majority": "The label that most members gave; none on a tie",
    "majority_of_three": "The majority of at least three labels, work that failed its "
    "test items left out",
    "median": "The middle label; of two in the middle the lower: with two judges, the "
    "lower of their labels",
    "upper_median": "The middle label; of two in the middle the higher: with two "
    "judges, the higher of their labels",
    "rounded_mean": "The mean place on the scale, a half rounded up",
}


OF_ALL = (ASSESSORS, MAJORITY_OF_THREE)  # rules without explicit members


class JudgeForm(forms.Form):
    """The field of every new judge: a name that is free in the track."""

    name = forms.CharField(
        max_length=150, help_text="Shown with each of its labels and scores."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track

    def clean_name(self) -> str:
        """Reject a name that is taken."""
        name: str = self.cleaned_data["name"]
        if Judge.objects.filter(track=self.track, name=name).exists():
            raise forms.ValidationError("The track already has a judge of this name.")
        return name


class ModelForm(JudgeForm):
    """A model behind the endpoint of the settings."""

    model = forms.CharField(
        max_length=200, help_text="As the endpoint calls it, such as gpt-4o."
    )
    parameters = forms.JSONField(
        required=False,
        initial=dict,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="A JSON object for each request, such as "
        '{"temperature": 0, "seed": 7}. null removes one of Assay’s own.',
    )
    batch = forms.IntegerField(
        label="Gold nuggets in a call",
        required=False,
        min_value=1,
        max_value=Judge.MOST_IN_BATCH,
        initial=1,
        help_text="For matching by responses. CONE-RAG asks for one at a time; more "
        "cost less, and are named with the judge.",
    )
    prompt_price = forms.DecimalField(
        label="Price of a million prompt tokens", required=False, min_value=0
    )
    completion_price = forms.DecimalField(
        label="Price of a million reply tokens", required=False, min_value=0
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.fields["model"].initial = settings.LLM_MODEL
        self.fields["name"].initial = settings.LLM_MODEL
        self.fields.update(endpoint_field())
        self.fields.update(setting_fields(self.track))

    def clean_parameters(self) -> dict[str, object]:
        """Read a JSON object, with its price if it has one."""
        found = self.cleaned_data["parameters"] or {}
        if not isinstance(found, dict):
            raise forms.ValidationError('Write a JSON object, such as {"seed": 7}.')
        try:
            read_price(found.get(PRICE))
        except BadPrice as error:
            raise forms.ValidationError(str(error)) from error
        return {name: value for name, value in found.items() if name != Judge.BATCH}

    def clean(self) -> dict[str, Any]:
        """Put the two prices into the parameters; reject one without the other."""
        data = super().clean() or {}
        self._check_model(data)
        if (data.get("batch") or 1) > 1 and "parameters" in data:
            data["parameters"] = {**data["parameters"], Judge.BATCH: data["batch"]}
        prices = {name: data.get(f"{name}_price") for name in ("prompt", "completion")}
        if None not in prices.values() and "parameters" in data:
            amounts = {name: str(amount) for name, amount in prices.items()}
            data["parameters"] = {**data["parameters"], PRICE: amounts}
        elif any(amount is not None for amount in prices.values()):
            self.add_error("completion_price", "Give both prices, or none.")
        if "parameters" in data:
            data["parameters"] = with_settings(self.track, data["parameters"], data)
        return data

    def _check_model(self, data: dict[str, Any]) -> None:
        try:
            check_served(data.get("endpoint", ""), data.get("model", ""))
        except NotServed as error:
            self.add_error("model", str(error))


class EntailmentForm(JudgeForm):
    """An entailment model behind the endpoint of the settings."""

    model = forms.CharField(
        max_length=200, help_text="What the endpoint runs, as tables name it."
    )
    threshold = forms.FloatField(
        label="Threshold in percent",
        min_value=0,
        max_value=99.9,
        initial=50,
        help_text="A pair matches if its probability of entailment is above it.",
    )


class BaselineForm(JudgeForm):
    """A rule that needs no model."""

    baseline = forms.ChoiceField(
        choices=lambda: [
            (each.name, f"{each.title}: {each.does}") for each in all_baselines()
        ],
        initial="overlap",
        widget=forms.RadioSelect,
    )

    threshold = forms.FloatField(
        label="Threshold in percent",
        required=False,
        min_value=0,
        max_value=99.9,
        help_text="For word cover: a match has more of the nugget’s words than this. "
        "Left empty: 50.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = "baseline"

    def clean(self) -> dict[str, Any]:
        """Reject a threshold for a baseline that has none."""
        data = super().clean() or {}
        have = {each.name for each in all_baselines() if each.threshold is not None}
        if data.get("threshold") is not None and data.get("baseline") not in have:
            self.add_error("threshold", "This baseline has no threshold.")
        return data


class PanelForm(JudgeForm):
    """A rule over other judges' labels."""

    rule = forms.ChoiceField(
        choices=[(rule, RULE_NAMES[rule]) for rule in RULES],
        initial="majority",
        widget=forms.RadioSelect,
    )
    members = forms.ModelMultipleChoiceField(
        label="Members, in the order of their names",
        queryset=Judge.objects.none(),
        to_field_name="uuid",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="The panel of all assessors has no members of its own; without "
        "members, the majority of three is over all assessors too.",
    )
    pass_mark = forms.IntegerField(
        label="Right test items, in percent, at least",
        min_value=1,
        max_value=100,
        initial=100,
        required=False,
        help_text="For the majority of three: work below it does not count, and can be "
        "handed out again.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.fields["members"].queryset = (  # type: ignore[attr-defined]
            Judge.objects.visible().on_the_scale().filter(track=self.track)
        )

    def clean(self) -> dict[str, Any]:
        """Require members if the rule has some."""
        data = super().clean() or {}
        has_members = bool(data.get("members"))
        if data.get("rule") == ASSESSORS and has_members:
            self.add_error("members", "The panel of all assessors takes no members.")
        elif data.get("rule") not in (None, *OF_ALL) and not has_members:
            self.add_error("members", "Choose at least one member.")
        return data


class GiverForm(forms.Form):
    """Who gave the labels of an import."""

    given_by = forms.ChoiceField(
        label="These labels were given by",
        choices=Judge.GIVERS,
        required=False,
        help_text="Shown wherever the judge is named, and to people who correct them.",
    )


class MachineWork(NamedTuple):
    """A kind of label and its subject."""

    machine: Machine
    subject: Subject | None


class JudgingForm(forms.Form):
    """A machine and the work that it judges."""

    judge = forms.ModelChoiceField(
        queryset=Judge.objects.none(), to_field_name="uuid", empty_label=None
    )
    work = forms.ChoiceField(label="What")
    topics = TopicsField(
        help_text="Their names, separated by spaces or commas. Left empty: all. What "
        "the judge has labelled before is not asked again."
    )

    def __init__(self, track: Track, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.track = track
        judge = self.fields["judge"]
        judge.queryset = labelling_judges(track)  # type: ignore[attr-defined]
        judge.label_from_instance = described  # type: ignore[attr-defined]
        self.works = _works(track)
        self.fields["work"].choices = [  # type: ignore[attr-defined]
            (key, _title(work)) for key, work in self.works.items()
        ]

    def clean_work(self) -> MachineWork:
        """Return the kind of label and its subject."""
        return self.works[self.cleaned_data["work"]]

    def clean_topics(self) -> list[Topic]:
        """Return the topics; an empty list means all."""
        return topics_in(self.track, self.cleaned_data["topics"])


def labelling_judges(track: Track) -> QuerySet[Judge]:
    """Return the judges that can be set to label: models, and baselines that label."""
    rules = {machine.baseline for machine in all_machines()}
    machines = Judge.objects.visible().machines().filter(track=track)
    drafters = machines.filter(kind=Judge.BASELINE).exclude(baseline__in=rules)
    return machines.exclude(pk__in=drafters.values("pk"))


def described(judge: Judge) -> str:
    """Return a judge's name and a short description."""
    return f"{judge.name} ({judge.get_kind_display().lower()})"


def _works(track: Track) -> dict[str, MachineWork]:
    found: dict[str, MachineWork] = {}
    for machine in all_machines():
        name = machine.kind.name
        if machine.subjects is None:
            found[f"{name}:"] = MachineWork(machine, None)
            continue
        for subject in machine.subjects(track):
            found[f"{name}:{subject.uuid}"] = MachineWork(machine, subject)
    return found


def _title(work: MachineWork) -> str:
    over = f" over {work.subject.name}" if work.subject else ""
    return f"{work.machine.kind.title}{over}"
