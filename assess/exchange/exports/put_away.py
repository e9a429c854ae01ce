"""Labels that an export omits because they depend on rows that are put away."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from assess.exchange.exports.parts import single_judges
from assess.exchange.exports.registry import Exporter, LeftOut, Wanted
from assess.judging.kinds import get_kind
from assess.judging.labels.availability import away


def left_away(exporter: Exporter, wanted: Wanted) -> Iterator[LeftOut]:
    """Yield how many labels of an export's judges are omitted.

    Only on the selected topics, if the export selects some.
    """
    track, topics = wanted.track, wanted.topics
    for part in exporter.parts if track.revision else ():
        if part.kind:
            kind = get_kind(part.kind)
            judges = single_judges(part.judge(wanted.parts[part.name]))
            asked = Q() if topics is None else Q(**{f"{kind.topic}__in": topics})
            given = kind.model.objects.given().filter(asked, judge__in=judges)
            yield LeftOut(
                f"{kind.title.lower()} labels on what is put away",
                given.filter(away(kind, track)).count(),
                "in no file and no score; they count again once it is restored",
            )
