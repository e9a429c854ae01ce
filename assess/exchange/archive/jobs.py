"""The kinds of job about archives; they are no part of what is archived."""

MAKING = "archive"
BRINGING = "archive_import"
OWN_KINDS = (MAKING, BRINGING)
