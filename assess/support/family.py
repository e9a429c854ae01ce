"""Citation scores in the registry of families."""

from __future__ import annotations

from assess.scores.families import Family, register
from assess.scores.judged import JudgedForm
from assess.scores.scored import Measure
from assess.support.kind import SUPPORT
from assess.support.scoring import MEASURES, PRIMARY, SupportBasis, score_support
from runs.models import Track


class SupportForm(JudgedForm):
    """Whose support labels count."""

    kind = SUPPORT

    @property
    def basis(self) -> SupportBasis | None:
        """Return the valid form's basis, None where nobody labelled anything."""
        judge = self.cleaned_data["judge"]
        return SupportBasis(judge) if judge else None


def _measures(_track: Track) -> tuple[Measure, ...]:
    return MEASURES


def _primary(_track: Track) -> str:
    return PRIMARY


FAMILY = register(
    Family(
        name="support",
        title="Support",
        measures=_measures,
        primary=_primary,
        form=SupportForm,
        score=score_support,
        fits=SUPPORT.fits,
    )
)
