"""URLs of judging: a track's overview and allocations, and work by person."""

from django.urls import path

from assess.analysis.agreement import urls as agreement
from assess.analysis.boards import urls as boards
from assess.analysis.comparison import urls as comparison
from assess.analysis.over_time import urls as over_time
from assess.analysis.quality import people
from assess.analysis.quality import urls as quality
from assess.analysis.rankings import urls as rankings
from assess.analysis.report import urls as report
from assess.analysis.rounds import urls as compared_rounds
from assess.analysis.scores.group import urls as group
from assess.analysis.scores.leaderboard import urls as scores
from assess.analysis.scores.pair import urls as pair
from assess.analysis.trust import urls as trust
from assess.exchange.archive import urls as archive
from assess.exchange.exports import urls as exports
from assess.exchange.ledger import views as ledger
from assess.judging import api
from assess.judging.adjudication import urls as adjudication
from assess.judging.allocations import views as allocations
from assess.judging.budgets import views as budgets
from assess.judging.guidelines import views as guidelines
from assess.judging.judges import views as judges
from assess.judging.overview import views as overview
from assess.judging.practice import views as practice
from assess.judging.prompts import views as prompts
from assess.judging.queues import views as queues
from assess.judging.rounds import views as rounds
from assess.judging.test_items import views as known
from assess.judging.threads import urls as threads
from assess.judging.turns import api as turn_api
from assess.judging.turns import views as turns
from assess.judging.work import entrance as work
from assess.judging.work.urls import api_addresses, desk_addresses
from assess.kinds.subnarratives import urls as subnarratives

app_name = "assess"
urlpatterns = [
    # /work/<allocation>/
    path("work/<uuid:allocation>/", work.work, name="work"),
    path("work/<uuid:allocation>/practice/", practice.practice, name="practice"),
    path("work/<uuid:allocation>/practice/end/", practice.end, name="practice_end"),
    path("work/<uuid:allocation>/guidelines/", guidelines.read, name="guidelines_read"),
    path("work/<uuid:allocation>/put-back/", queues.put_back, name="put_back"),
    # /work/take/<track>/<work>/
    path("work/take/<uuid:track>/<slug:work>/", queues.take, name="take"),
    # /tracks/<track>/
    path("tracks/<uuid:track>/", overview.overview, name="track"),
    path("tracks/<uuid:track>/waiting/", overview.waiting, name="waiting"),
    path(
        "tracks/<uuid:track>/topics/<uuid:topic>/progress/",
        overview.topic_progress,
        name="topic_progress",
    ),
    # /tracks/<track>/judges/
    path("tracks/<uuid:track>/judges/", judges.judges, name="judges"),
    path("tracks/<uuid:track>/judges/new/", judges.judge_new, name="judge_new"),
    path("tracks/<uuid:track>/judges/<uuid:judge>/", judges.judge, name="judge"),
    path("tracks/<uuid:track>/calls/", ledger.calls, name="calls"),
    path("tracks/<uuid:track>/calls/export/", ledger.calls_export, name="calls_export"),
    path("tracks/<uuid:track>/calls/import/", ledger.calls_import, name="calls_import"),
    path("tracks/<uuid:track>/calls/<uuid:call>/", ledger.call, name="call"),
    path("tracks/<uuid:track>/prompts/", prompts.prompts, name="prompts"),
    path("tracks/<uuid:track>/prompts/<slug:name>/", prompts.prompt, name="prompt"),
    path(
        "tracks/<uuid:track>/prompts/<slug:name>/use/",
        prompts.prompt_use,
        name="prompt_use",
    ),
    path(
        "tracks/<uuid:track>/prompts/<slug:name>/try/",
        prompts.prompt_try,
        name="prompt_try",
    ),
    path("tracks/<uuid:track>/budget/", budgets.track_budget, name="budget"),
    path(
        "tracks/<uuid:track>/jobs/<uuid:job>/budget/",
        budgets.job_budget,
        name="job_budget",
    ),
    path("tracks/<uuid:track>/judging/new/", judges.judging_new, name="judging_new"),
    # /tracks/<track>/work/
    path("tracks/<uuid:track>/work/", allocations.allocations, name="allocations"),
    path(
        "tracks/<uuid:track>/work/<uuid:allocation>/release/",
        allocations.release,
        name="release",
    ),
    path(
        "tracks/<uuid:track>/work/<uuid:allocation>/again/", queues.again, name="again"
    ),
    path("tracks/<uuid:track>/work/new/", allocations.hand_out, name="hand_out"),
    path("tracks/<uuid:track>/work/rounds/new/", rounds.round_new, name="round_new"),
    path("tracks/<uuid:track>/work/queue/withdraw/", queues.withdraw, name="withdraw"),
    path(
        "tracks/<uuid:track>/work/people/<uuid:person>/", people.person, name="person"
    ),
    path(
        "tracks/<uuid:track>/work/people/<uuid:person>/known/<slug:kind>/<uuid:judge>/",
        known.known,
        name="known",
    ),
    # /tracks/<track>/turns/
    path("tracks/<uuid:track>/turns/", turns.turns, name="turns"),
    path("tracks/<uuid:track>/turns/take-back/", turns.take_back, name="turns_back"),
    path("tracks/<uuid:track>/turns/<uuid:topic>/mark/", turns.mark, name="turn_mark"),
    # /tracks/<track>/guidelines/
    path("tracks/<uuid:track>/guidelines/", guidelines.guidelines, name="guidelines"),
    path(
        "tracks/<uuid:track>/guidelines/<slug:work>/",
        guidelines.guideline,
        name="guideline",
    ),
    path(
        "tracks/<uuid:track>/guidelines/<slug:work>/<int:number>/",
        guidelines.version,
        name="guideline_version",
    ),
    *exports.urlpatterns,
    *adjudication.urlpatterns,
    *agreement.urlpatterns,
    *archive.urlpatterns,
    *boards.urlpatterns,
    *comparison.urlpatterns,
    *desk_addresses(app_name),
    *threads.urlpatterns,
    *over_time.urlpatterns,
    *quality.urlpatterns,
    *rankings.urlpatterns,
    *report.urlpatterns,
    *compared_rounds.urlpatterns,
    *scores.urlpatterns,
    *pair.urlpatterns,
    *group.urlpatterns,
    *trust.urlpatterns,
    *subnarratives.urlpatterns,
]

api_urlpatterns = [
    # /api/tracks/
    path("tracks/", api.tracks, name="tracks"),
    path("tracks/<uuid:track>/topics/", api.topics, name="topics"),
    path("tracks/<uuid:track>/runs/", api.runs, name="runs"),
    path("tracks/<uuid:track>/judges/", api.judges, name="judges"),
    path("tracks/<uuid:track>/labels/<slug:kind>/", api.labels, name="labels"),
    path("tracks/<uuid:track>/turns/<uuid:topic>/", turn_api.turn, name="turn"),
    *api_addresses(),
    *threads.api_urlpatterns,
    *subnarratives.api_urlpatterns,
]
