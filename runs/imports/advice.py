"""What to do about each kind of finding, for pages and commands."""

from collections.abc import Mapping

AGAIN = "Mend these lines and bring the file in again."
TOPICS = "Check the topic’s name. If it is new, import the topics first."
HARMLESS = "Nothing to do, unless you meant otherwise."

WHAT_TO_DO: Mapping[str, str] = {
    "bad_encoding": "Save the file as UTF-8.",
    "nul_character": "Take the NUL characters out of the text.",
    "lone_surrogate": "Write the character as UTF-8, or as both of its escapes.",
    "bad_gzip": "Pack the file again, or send it unpacked.",
    "too_large": "Split the file, or have it imported by a command on the server.",
    "empty_file": "Check that this is the file you meant.",
    "blank_line": HARMLESS,
    "byte_order_mark": HARMLESS,
    "bad_json": "Check the JSON. Each line of a JSONL file is one object of its own.",
    "long_name": "Choose a shorter name.",
    "bad_name": "Names stand in columns of other files: leave no white space in them.",
    "duplicate_topic": "Keep one record for each topic.",
    "duplicate_row": HARMLESS,
    "contradicting_row": "Keep one of the rows.",
    "duplicate_docid": HARMLESS,
    "duplicate_nugget": "They are kept as two. Merge them if they are one.",
    "unknown_topic": TOPICS,
    "missing_topic": "A run that gave no answer there needs nothing done.",
    "changing_run_tag": "A file holds one run: split it.",
    "bad_docid": "Check that the run was made on this track’s corpus.",
    "too_deep": "The rows below the depth are left out.",
    "wrong_topic_text": "Check that the run answers this year’s topics.",
    "empty_answer": "It counts as a response without words.",
    "over_length": "The whole answer is kept.",
    "unlisted_citation": "Name the document among the references.",
    "off_scale": "The track’s profile says which grades there are.",
    "unjudged": HARMLESS,
    "failed_label": "These items stay without a label.",
    "no_response": "Import the run first, or check its tag.",
    "unknown_nugget": "Check that this is the bank that the labels are over.",
    "unknown_statement": "Check that this is the conversations’ own numbering.",
    "unknown_alias": "These labels are left out. Name the run to bring them in.",
}


def advice_on(kind: str, severity: str) -> str:
    """Return what to do about findings of one kind; "" for a warning without advice."""
    return WHAT_TO_DO.get(kind, AGAIN if severity == "error" else "")
