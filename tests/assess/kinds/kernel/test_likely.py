"""The paragraphs of a long text that are likely to answer a need."""

from assess.kinds.kernel.likely import LONG, likely_starts

NEED = "Why do ferries stop in winter storms?"


def test_the_paragraph_with_most_words_of_the_need_comes_first() -> None:
    rest = "Nothing of it is here. " * (LONG // 20)
    texts = [rest, "A ferry stopped.", "Storms in winter stop the ferries.", "A storm."]
    text = "\n\n".join(texts)
    starts = [text.index(each) for each in texts]
    assert likely_starts(text, NEED) == [starts[2], starts[1], starts[3]]


def test_a_short_text_or_one_paragraph_opens_at_its_beginning() -> None:
    assert likely_starts("Ferries.\nStorms stop ferries.", NEED) == []
    assert likely_starts("Storms stop ferries. " * LONG, NEED) == []
