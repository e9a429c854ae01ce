"""Shorten texts that are too long to be stored or shown whole."""

MARK = "…"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters, cut between words.

    A mark at its end shows that the text was cut. A word is cut only if it alone
    exceeds the length.
    """
    if len(text) <= longest:
        return text
    head = text[: longest - len(MARK)]
    if not text[len(head)].isspace() and (words := head.split()):
        whole = head[: head.rindex(words[-1])].rstrip()
        head = whole or head
    return f"{head.rstrip(' ,;:')}{MARK}"
