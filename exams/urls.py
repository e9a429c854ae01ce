"""URLs of exams: question banks, their scores, the editor."""

from django.urls import path

from assess.judging.work.urls import desk_addresses
from exams.banks import views as banks
from exams.boards import views as boards
from exams.creation import views as founding
from exams.drafting import views as drafting
from exams.editing import api as editing_api
from exams.editing import views as editing
from exams.launch import views as launch
from exams.oversight import views as oversight
from exams.passages import views as passages
from exams.rereading import views as rereading
from exams.scores import views as scores
from exams.trial import views as trial
from exams.verification import views as verification

app_name = "exams"
TRACK = "tracks/<uuid:track>/exams/"
BANK = f"{TRACK}<uuid:questions>/"
TOPIC = f"{BANK}topics/<uuid:topic>/"

urlpatterns = [
    # /tracks/<track>/exams/
    path(TRACK, banks.banks, name="banks"),
    path(f"{TRACK}new/", founding.found, name="found"),
    path(f"{TRACK}draft/", drafting.draft_new, name="draft_new"),
    path(BANK, banks.bank, name="bank"),
    path(f"{BANK}release/", banks.release, name="release"),
    path(f"{BANK}released/", banks.released, name="released"),
    path(f"{BANK}pool/", passages.pool, name="pool"),
    path(f"{BANK}pool/fill/", passages.fill, name="fill_pool"),
    path(f"{BANK}grade/", launch.grade, name="grade"),
    path(f"{BANK}reread/", rereading.reread, name="reread"),
    path(f"{BANK}trial/", trial.trial, name="trial"),
    path(f"{BANK}verification/", verification.verification, name="verification"),
    path(f"{BANK}scores/", scores.scores, name="scores"),
    path(f"{BANK}boards/", boards.boards, name="boards"),
    path(f"{BANK}lists/", oversight.lists, name="lists"),
    path(f"{BANK}map/", oversight.coverage, name="map"),
    path(f"{BANK}questions/<uuid:question>/", oversight.question, name="question"),
    path(TOPIC, editing.editor, name="editor"),
    path(f"{TOPIC}list/", editing.question_list, name="question_list"),
    path(f"{TOPIC}passages/", editing.passages, name="question_passages"),
    path(f"{TOPIC}effect/", editing.effect, name="effect"),
    path(f"{TOPIC}act/", editing.act, name="act"),
    path(f"{BANK}what-if/", editing.what_if, name="what_if"),
    path(f"{BANK}withdraw/", editing.withdraw, name="withdraw"),
    path(f"{BANK}draft/", editing.change_draft, name="draft"),
    path(f"{BANK}versions/<uuid:question_version>/", editing.version, name="version"),
    *desk_addresses(app_name),
]
api_urlpatterns = [
    # /api/tracks/<track>/exams/<bank>/topics/<topic>/
    path(TOPIC, editing_api.edit, name="questions"),
]
