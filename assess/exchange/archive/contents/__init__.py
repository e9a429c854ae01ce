"""What archives hold of accounts, jobs, the ledger, of what came in and of judging."""

from assess.exchange.archive.contents import jobs, labels, people, submissions

__all__ = ["jobs", "labels", "people", "submissions"]
