"""All URLs of scripts, under /api/."""

from assess.urls import api_urlpatterns as assess_api
from exams.urls import api_urlpatterns as exams_api
from nuggets.urls import api_urlpatterns as nuggets_api

app_name = "api"
urlpatterns = [*assess_api, *nuggets_api, *exams_api]
