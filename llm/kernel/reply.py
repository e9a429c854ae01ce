"""The one exception for a reply that does not say what was asked."""


class BadReply(ValueError):
    """A model's reply that a strict parser refused; the message says why."""

    is_sentence = True  # a job may show the message as it stands
