"""Citation scores in the registry of families."""

from __future__ import annotations

from assess.analysis.scores.conditions import offer_judges
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.judge_forms import JudgedForm
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.scoring import (
    SupportBasis,
    measures_of,
    primary_of,
    score_support,
)


class SupportForm(JudgedForm):
    """Whose support labels count."""

    kind = SUPPORT

    @property
    def basis(self) -> SupportBasis | None:
        """Return the valid form's basis, None where nobody labelled anything."""
        judge = self.cleaned_data["judge"]
        return SupportBasis(judge) if judge else None


FAMILY = register(
    Family(
        name="support",
        title="Support",
        measures=measures_of,
        primary=primary_of,
        form=SupportForm,
        score=score_support,
        fits=SUPPORT.fits,
    )
)

offer_judges("support", SUPPORT)
