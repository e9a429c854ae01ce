"""Advice for each type of finding, for pages and commands."""

from collections.abc import Mapping

AGAIN = "Correct these lines and import the file again."
TOPICS = "Check the topic’s name. If it is new, import the topics first."
OTHER = "The file’s was not used. Change it on the run’s page if it is the right one."
RANKS = "Scores order the documents, as in trec_eval; ranks are only checked."
HARMLESS = "Nothing to do, unless you meant otherwise."

WHAT_TO_DO: Mapping[str, str] = {
    "bad_encoding": "Save the file as UTF-8.",
    "nul_character": "Remove the NUL characters from the text.",
    "lone_surrogate": "Write the character as UTF-8, or as both of its escapes.",
    "bad_gzip": "Pack the file again, or send it unpacked.",
    "too_large": "Split the file, or have it imported by a command on the server.",
    "too_packed": "Send it unpacked, or have the operator raise UNPACKED_RATIO.",
    "too_many_lines": "Split the file, or have the operator raise LINES_LIMIT.",
    "long_line": "Split the line, or have the operator raise LINE_LIMIT_MB.",
    "too_many_values": "Split the file.",
    "empty_file": "Check that this is the file you meant.",
    "blank_line": HARMLESS,
    "byte_order_mark": HARMLESS,
    "bad_json": "Check the JSON. Each line of a JSONL file is one object.",
    "long_name": "Choose a shorter name.",
    "too_many": "Split it, or leave some out.",
    "too_long": "Shorten the text, or split it.",
    "bad_name": "Names are in columns of other files: use no white space in them.",
    "duplicate_topic": "Keep one record for each topic.",
    "duplicate_row": HARMLESS,
    "contradicting_row": "Keep one of the rows.",
    "duplicate_docid": HARMLESS,
    "duplicate_nugget": "They are kept as two. Merge them if they are one.",
    "repeated_subnarrative": "Keep one of them, or reword the other.",
    "unknown_topic": TOPICS,
    "missing_topic": "A run that gave no answer there needs nothing done.",
    "changing_run_tag": "A file contains one run: split it.",
    "changing_team": "A file contains one run of one team: split it or correct it.",
    "changing_run_type": "A file contains one run of one type: correct it.",
    "changing_category": "The first one was kept. Change it on the run’s page.",
    "unknown_run_type": "The type is automatic or manual. This one was not used.",
    "missing_run_type": "Look at the run’s page, and change its type if it is wrong.",
    "other_group": OTHER,
    "other_type": OTHER,
    "not_control": "It stays as it is. Make it one on its page, under Change.",
    "bad_docid": "Check that the run was made on this track’s corpus.",
    "too_deep": "The rows below the depth are left out.",
    "wrong_topic_text": "Check that the run answers this year’s topics.",
    "empty_answer": "It counts as a response without words.",
    "over_length": "The whole answer is kept.",
    "outside_reference_list": "The run stays as it is; the leaderboard says how many.",
    "unlisted_citation": "Name the document among the references.",
    "off_scale_judgment": "If this is intended, choose “On a scale of its own”.",
    "bad_label_docid": "Check that the labels are for this track’s corpus.",
    "zero_rank": RANKS,
    "repeated_rank": RANKS,
    "off_scale": "The track’s profile lists the grades.",
    "unjudged": HARMLESS,
    "unknown_pair": "The judgment was kept.",
    "missing_pair": "It stays without a label, and is counted wherever runs meet.",
    "failed_label": "These items stay without a label.",
    "no_response": "Import the run first, or check its tag.",
    "unknown_sentence": "Sentences count from 0. Check that this is the run’s version.",
    "other_sentence": "Check that this is the run’s version. The label was kept.",
    "unknown_citation": "Sentences count from 0. Check that this is the run’s version.",
    "no_run": "Import the run first, or check its tag.",
    "unknown_nugget": "Check that this is the bank that the labels are over.",
    "unknown_extractor": "Import its response nuggets first, or correct the name.",
    "unknown_response_nugget": "Import the response nuggets first, by the same text.",
    "lost_span": "The file calls it matched, so it counts, without a place.",
    "unknown_statement": "Check that this is the conversations’ own numbering.",
    "unknown_run": "It is kept, and compared once a run of this name is in.",
    "unknown_alias": "These labels are left out. Name the run to import them.",
}


def advice_on(kind: str, severity: str) -> str:
    """Return the advice for findings of one type; "" for a warning without advice."""
    return WHAT_TO_DO.get(kind, AGAIN if severity == "error" else "")
