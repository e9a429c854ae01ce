"""Gold answers, ROUGE and imported scores; PTKB labels of two groups of judges."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError
from django.utils import timezone
from scipy.stats import kendalltau, spearmanr
from sklearn.metrics import cohen_kappa_score

from assess.judging.kernel.agreement import confusion, defined, kappas
from assess.kinds.ptkb.importer import label_as_organizers_did
from assess.kinds.ptkb.models import PtkbLabel
from matching.models import OtherScore, ReferenceAnswer
from matching.personal import personal_topics
from runs.models import Track
from tests.make import make_track
from tests.matching.conftest import Run
from tests.matching.example import make_worked
from tests.real_data import real


def test_rouge_of_ikat_2024_is_that_of_the_packages(ikat: Track, run: Run) -> None:
    answers = real("ikat-2024/gold_response_and_nuggets_human.json")
    run("import_gold_answers", ikat, answers, judge="people")
    assert ReferenceAnswer.objects.count() == 62
    expected = json.loads(real("evaluators/cone/rouge.expected.json").read_text())
    names = {"bergen": "rouge==1.0.1", "standard": "rouge-score==0.1.2 no stemmer"}
    for variant, key in names.items():
        said = run("rouge", ikat, variant=variant, format="json")
        found = json.loads(said)["runs"]
        for tag, row in expected.items():
            ours = {each: found[tag][each] for each in ("R1", "R2", "RL")}
            assert ours == pytest.approx(row[key], abs=1e-9)
            assert found[tag]["turns"] == row["turns"] == 62
    again = run("import_gold_answers", ikat, answers, judge="people")
    assert "nothing changed" in again


def test_the_papers_columns_correlate_as_recomputed() -> None:
    lines = real("evaluators/cone/p3-table9.csv").read_text().splitlines()
    names = lines[0].split(",")
    rows = [dict(zip(names, line.split(","), strict=True)) for line in lines[1:]]
    rows = rows[:19]  # the automatic ones
    for human, model, tau, rho in (
        ("P_h", "P_l", 0.637, 0.800),
        ("R_h", "R_l", 0.720, 0.883),
    ):
        pair = [[float(row[name]) for row in rows] for name in (human, model)]
        assert kendalltau(*pair).statistic == pytest.approx(tau, abs=5e-4)
        assert spearmanr(*pair).statistic == pytest.approx(rho, abs=5e-4)


def _labels(name: str) -> dict[tuple[str, str], int]:
    rows = (line.split() for line in real(name).read_text().splitlines())
    return {(turn, statement): int(value) for turn, _, statement, value in rows}


def test_two_groups_of_judges_on_the_statements_of_2023() -> None:
    nist = _labels("evaluators/cone/ikat23-ptkb_rel_nist")
    organizers = _labels("evaluators/cone/ikat23-ptkb_rel_org")
    assert (len(nist), sum(nist.values())) == (1_030, 224)
    assert (len(organizers), sum(organizers.values())) == (1_158, 182)
    shared = sorted(nist.keys() & organizers.keys())
    pairs = [(str(nist[item]), str(organizers[item])) for item in shared]
    counts = Counter(map("".join, pairs))
    assert [counts[each] for each in ("00", "10", "01", "11")] == [277, 65, 18, 38]
    kappa = defined(kappas(confusion(pairs, ["0", "1"])))
    assert kappa == pytest.approx(0.3616, abs=5e-5)
    left, right = np.array(pairs).T
    assert kappa == pytest.approx(cohen_kappa_score(left, right), abs=1e-12)


def test_the_statements_of_2024_as_the_topics_file_says(db: None, run: Run) -> None:
    track = make_track(profile="ikat24")
    run("import_topics", track, real("ikat-2024/topics.json"))
    label_as_organizers_did(track, "organizers", now=timezone.now())
    labels = PtkbLabel.objects.all()
    assert labels.count() == 3_660
    assert labels.filter(value="relevant").count() == 175
    judge = track.judges.get(name="organizers")
    assert len(personal_topics(track)) == len(personal_topics(track, judge)) == 95
    assert track.topics.count() == 218


def test_scores_of_other_measures(db: None, run: Run, tmp_path: Path) -> None:
    track, _bank = make_worked()
    file = tmp_path / "bem.txt"
    file.write_text("run-a 14_1 BEM 0.25\nrun-a 14_2 BEM 1\nrun-a all BEM 0.625\n")
    run("import_scores", track, file)
    assert sorted(OtherScore.objects.values_list("value", flat=True)) == [0.25, 1]
    assert "nothing changed" in run("import_scores", track, file)
    file.write_text("run-a 14_1 BEM 0.5\n")
    with pytest.raises(CommandError, match="Not accepted"):
        run("import_scores", track, file)
    run("import_scores", track, file, replace=True)
    assert OtherScore.objects.get(topic__name="14_1").value == 0.5


@pytest.mark.parametrize(
    "line", ["run-z 14_1 BEM 1", "run-a 9 BEM 1", "run-a 14_1 BEM nan", "run-a BEM 1"]
)
def test_a_wrong_score_is_refused(
    db: None, run: Run, tmp_path: Path, line: str
) -> None:
    track, _bank = make_worked()
    file = tmp_path / "bem.txt"
    file.write_text(f"run-a 14_2 BEM 1\n{line}\n")
    with pytest.raises(CommandError):
        run("import_scores", track, file)
    assert not OtherScore.objects.exists()


def test_the_statements_that_a_run_chose(db: None, run: Run, tmp_path: Path) -> None:
    track, _bank = make_worked()
    file = tmp_path / "ptkb.txt"
    file.write_text("14_1 0 1 1\n14_1 0 2 0\n14_2 0 1 0\n14_2 0 2 0\n")
    run("import_ptkb", track, file, judge="people")
    file.write_text("14_1 0 1 1\n14_1 0 2 1\n")
    run("import_ptkb", track, file, judge="run-a")
    options = {"judge": "people", "run": ["run-a"], "format": "json"}
    found = json.loads(run("ptkb_scores", track, **options))["runs"]["run-a"]
    assert (found["precision"], found["recall"], found["turns"]) == (0.5, 1, 1)
    assert (found["empty"], found["turns_without"]) == (1, 1)
