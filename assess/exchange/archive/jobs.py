"""The types of job about archives, which archives do not contain."""

MAKING = "archive"
BRINGING = "archive_import"
OWN_KINDS = (MAKING, BRINGING)
