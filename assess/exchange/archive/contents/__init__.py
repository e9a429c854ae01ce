"""The contents of archives: accounts, jobs, the ledger, imported data and judging."""

from assess.exchange.archive.contents import jobs, labels, people, submissions

__all__ = ["jobs", "labels", "people", "submissions"]
