"""The budget as a part of a job's page."""

from assess.judging.budgets.panel import budget_panel
from jobs.pages.panels import add_panel

add_panel("assess/judging/budgets/_panel.html", budget_panel)
