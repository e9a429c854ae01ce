"""What a judge's labels may be used for, and the thresholds that decide it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.analysis.models import TrustThresholds
from assess.analysis.trust.differences import Differences, RunDifference
from assess.analysis.trust.figures import ALIKE, KAPPA, TrustFigure
from assess.analysis.trust.fitness import FIRST_PASS, LABELS, NOT, OPEN, fitness_of
from assess.analysis.trust.thresholds import Thresholds, thresholds_of
from assess.judging.kernel.agreement import Measured
from runs.models import Run
from tests.make import make_track
from tests.page import texts


def kappa(value: float | None, low: float | None, high: float | None) -> TrustFigure:
    return TrustFigure(KAPPA, Measured(value, low, high), 100, "")


def favouring(excess: Measured) -> Differences:
    return Differences([RunDifference(Run(name="own"), 0.5, excess, 9)], 0.01, [])


@pytest.mark.parametrize(
    ("figure", "says"),
    [
        (kappa(0.7, 0.60, 0.8), LABELS),
        (kappa(0.7, 0.59, 0.8), FIRST_PASS),
        (kappa(0.5, 0.40, 0.6), FIRST_PASS),
        (kappa(0.5, 0.39, 0.6), OPEN),
        (kappa(0.3, 0.2, 0.39), NOT),
        (kappa(0.9, None, None), OPEN),
        (kappa(None, None, None), OPEN),
        (TrustFigure(ALIKE, Measured(1.0, 0.9, 1.0), 100, ""), OPEN),
    ],
)
def test_the_low_end_of_kappa_decides(figure: TrustFigure, says: str) -> None:
    found = fitness_of(figure, None, Thresholds())
    assert (found.says, bool(found.because)) == (says, True)


@pytest.mark.parametrize(
    ("excess", "says"),
    [
        (Measured(0.3, 0.1, 0.5), FIRST_PASS),
        (Measured(-0.3, -0.5, -0.1), FIRST_PASS),
        (Measured(0.3, -0.1, 0.7), LABELS),  # it may be chance
        (Measured(0.1, 0.05, 0.15), LABELS),
        (Measured(0.3), LABELS),
    ],
)
def test_who_favours_a_run_gives_no_labels(excess: Measured, says: str) -> None:
    found = fitness_of(kappa(0.8, 0.7, 0.9), favouring(excess), Thresholds())
    assert found.says == says
    assert ("own" in found.because) == (says == FIRST_PASS)


def test_thresholds_are_set_by_organizers_and_stay_on_record(
    omar: User, ada: User, omar_client: Client, ada_client: Client
) -> None:
    track = make_track(organizer=omar, assessors=[ada])
    address = reverse("assess:trust_thresholds", args=[track.uuid])
    assert thresholds_of(track) == Thresholds(0.6, 0.4, 0.2)
    wanted = {"labels": "0.7", "first_pass": "0.5", "favour": "0.1"}
    assert ada_client.post(address, wanted).status_code == 404
    for _ in range(2):
        assert omar_client.post(address, wanted).status_code == 302
    assert thresholds_of(track) == Thresholds(0.7, 0.5, 0.1)
    row = TrustThresholds.objects.get()
    assert row.by == omar
    assert texts(omar_client.get(address), "tbody tr td")[:4] == [
        *("0.70", "0.50", "0.10", "omar"),
    ]
    for bad in ({"first_pass": "0.8"}, {"favour": "nan"}, {"labels": "2"}):
        answer = omar_client.post(address, wanted | bad)
        assert answer.status_code == 422
        assert texts(answer, ".error, .errorlist")
    assert TrustThresholds.objects.count() == 1
