"""Gold answers as a file."""

import json
from pathlib import Path

import pytest

from accounts.models import User
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import CannotExport, Wanted, get_exporter
from nuggets.answers.actions import Said, finish_answer, save_answer
from tests.make import NOW
from tests.nuggets.answers.answer_work import TEXTS, act_on, make_answering


def test_it_writes_each_answer_with_what_it_rests_on(ada: User, tmp_path: Path) -> None:
    made = make_answering(ada)
    exporter = get_exporter("gold-answers")
    wanted = Wanted(made.track, {"bank": made.bank})
    with pytest.raises(CannotExport):
        export_to(exporter, wanted, tmp_path / "none.jsonl", now=NOW)
    said = Said("Ice “floats”.", (made.nuggets[1].uuid,), (made.segments[1].uuid,))
    save_answer(made.work, made.bank, said, act=act_on(), now=NOW)
    out = tmp_path / "gold.jsonl"
    assert export_to(exporter, wanted, out, now=NOW)["unfinished"] == 1
    finish_answer(made.work, made.bank, now=NOW)
    assert export_to(exporter, wanted, out, now=NOW)["unfinished"] == 0
    (line,) = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {
        "qid": "14_2",
        "query": made.topic.text,
        "author": "ada",
        "answer": "Ice “floats”.",
        "words": 2,
        "nuggets": [TEXTS[1]],
        "passages": ["doc#1"],
        "finished": True,
        "version": 1,
    }
