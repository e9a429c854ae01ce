"""The form of a SHA-256 in Assay."""

import re

SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def is_sha256(value: object) -> bool:
    """Return whether a value is 64 lower-case hexadecimal digits."""
    return isinstance(value, str) and SHA256.fullmatch(value) is not None
