"""Texts that are too long to be stored or shown whole."""

MARK = "…"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters, cut between words.

    A mark at its end says that it goes on. Inside a word is cut only one that is
    longer than that by itself.
    """
    if len(text) <= longest:
        return text
    head = text[: longest - len(MARK)]
    if not text[len(head)].isspace() and (words := head.split()):
        whole = head[: head.rindex(words[-1])].rstrip()
        head = whole or head
    return f"{head.rstrip(' ,;:')}{MARK}"
