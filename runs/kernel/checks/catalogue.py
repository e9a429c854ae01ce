"""All types of finding with their default severities and messages."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]
Setting = Literal["error", "warning", "off"]


class Kind(NamedTuple):
    """One type of finding; a fixed one means that data were lost: always an error.

    like: the kind whose severity it takes if a profile sets only that one, as profiles
    do that are older than this kind.
    """

    severity: Setting
    message: str
    fixed: bool = False
    like: str = ""


RANKS = "sparse_rank"


def _lost(message: str) -> Kind:
    return Kind("error", message, fixed=True)


KINDS: Mapping[str, Kind] = {
    # The file as bytes and lines
    "bad_encoding": _lost("This line is not valid UTF-8."),
    "nul_character": _lost("The text contains a NUL character."),
    "lone_surrogate": _lost("The text contains half of a surrogate pair."),
    "bad_gzip": _lost("The gzip file is damaged or cut short."),
    "too_large": _lost("The file is larger than the limit once unpacked."),
    "too_packed": _lost("The file unpacks to far more than files of text do."),
    "too_many_lines": _lost("The file has more lines than we read."),
    "too_many_values": _lost("This JSON contains more values than we read."),
    "long_line": _lost("This line is longer than any that we read."),
    "empty_file": Kind("error", "The file contains no records."),
    "byte_order_mark": Kind("warning", "A byte order mark was dropped."),
    "blank_line": Kind("warning", "A blank line was skipped."),
    # JSON and columns
    "bad_json": _lost("This is not valid JSON."),
    "duplicate_key": _lost("An object names the same key twice."),
    "wrong_columns": _lost("The line has the wrong number of columns."),
    "missing_field": _lost("A required field is missing."),
    "wrong_type": _lost("A value has the wrong type."),
    "bad_name": _lost("A name must not be empty or contain white space."),
    "long_name": _lost("A name is longer than we can keep."),
    "too_many": _lost("There are more than this track takes."),
    "too_long": _lost("The text is longer than this track takes."),
    "bad_number": _lost("This is not a number that is allowed here."),
    "bad_label": _lost("This label is not one that the field knows."),
    # Relations between records
    "empty_text": Kind("error", "The text is empty."),
    "duplicate_topic": Kind("error", "This topic occurs twice in the file."),
    "duplicate_row": Kind("warning", "This row occurs twice, with the same value."),
    "contradicting_row": Kind("error", "This row occurs twice, with two values."),
    "duplicate_docid": Kind("warning", "This docid occurs twice; the first was kept."),
    "duplicate_nugget": Kind("warning", "Two nuggets of a topic have the same text."),
    "repeated_subnarrative": Kind(
        "error", "Two sub-narratives of a topic have the same wording."
    ),
    "unknown_topic": Kind("error", "This topic is not in the track."),
    "missing_topic": Kind("error", "The file ends without this topic."),
    # Runs
    "changing_run_tag": Kind("error", "The run tag changes within the file."),
    "changing_team": Kind("error", "The team changes within the file."),
    "changing_run_type": Kind("error", "The type of run changes within the file."),
    "changing_category": Kind(
        "warning", "The category of the run changes within the file."
    ),
    "unknown_run_type": Kind("warning", "The type of run is not a known one."),
    "missing_run_type": Kind("off", "The file does not say the run's type."),
    "other_group": Kind("warning", "The file names another team than the run's group."),
    "other_type": Kind("warning", "The file names another type than the run's."),
    "not_control": Kind("warning", "A run that was in already is no control run."),
    "bad_run_tag": Kind("warning", "The run tag breaks the track's rule for tags."),
    "bad_docid": Kind("error", "The docid does not have the corpus's form."),
    "bad_q0": Kind("warning", "The second column should be Q0."),
    "bad_score": _lost("A score must be a finite number."),
    "rising_score": Kind("error", "The score rises within a topic."),
    "sparse_rank": Kind("warning", "Ranks should count 1, 2, 3 in file order."),
    "zero_rank": Kind("warning", "A rank is 0; ranks count from 1.", like=RANKS),
    "repeated_rank": Kind(
        "warning", "Two documents of a topic have the same rank.", like=RANKS
    ),
    "repeated_document": Kind("error", "This document occurs twice under one topic."),
    "too_deep": Kind("warning", "The topic has more rows than are used."),
    # Responses
    "missing_metadata": Kind("error", "A required metadata field is missing."),
    "wrong_topic_text": Kind("warning", "The topic's text is not the track's own."),
    "empty_answer": Kind("warning", "The answer is empty."),
    "empty_sentence": Kind("warning", "A sentence of the answer is empty."),
    "over_length": Kind("warning", "The answer is longer than the track allows."),
    "wrong_length": Kind("warning", "The stated length is not the counted one."),
    "too_many_references": Kind("error", "There are more references than allowed."),
    "duplicate_reference": Kind("warning", "A reference occurs twice."),
    "outside_reference_list": Kind(
        "warning", "The document is not on the topic's reference list."
    ),
    "uncited_reference": Kind("off", "A reference is never cited."),
    "citation_range": _lost("The citation points outside the references."),
    "bad_citation": _lost("A citation is an index or a docid."),
    "unlisted_citation": Kind("error", "The cited docid is not among the references."),
    "docid_citation": Kind("off", "This track cites by index, not by docid."),
    "mixed_citations": Kind("off", "Indices and docids are mixed in one answer."),
    "duplicate_citation": Kind("warning", "A sentence cites a document twice."),
    "too_many_citations": Kind(
        "warning", "A sentence has more citations than allowed."
    ),
    # Labels and nuggets
    "off_scale": Kind("error", "The grade is not on the track's scale."),
    "off_scale_judgment": Kind(
        "warning", "The grade is not on the track's scale; it was kept as it is."
    ),
    "bad_label_docid": Kind(
        "warning", "The docid of a label does not have the corpus's form."
    ),
    "decimal_grade": Kind("warning", "A whole grade is written with a decimal point."),
    "unjudged": Kind("warning", "Marked as unjudged (-1); no label was read."),
    "unknown_pair": Kind("warning", "The task does not ask for this pair."),
    "missing_pair": Kind("warning", "The run does not judge this pair."),
    "failed_label": Kind("warning", "Marked as failed; no label was read."),
    "no_response": Kind("error", "The track has no response of this run to the topic."),
    "unknown_sentence": Kind("error", "The response has no such sentence."),
    "other_sentence": Kind("warning", "The sentence is not the one of the run."),
    "unknown_citation": Kind("error", "The sentence does not cite this document."),
    "no_run": Kind("error", "No run of the track has this name."),
    "unknown_nugget": Kind("error", "The bank has no such nugget on this topic."),
    "unknown_extractor": Kind("error", "No response nuggets of this judge."),
    "unknown_response_nugget": Kind("error", "The response has no such nugget."),
    "lost_span": Kind("warning", "The response does not have this text; it counts."),
    "unknown_statement": Kind("error", "This turn's person made no such statement."),
    "unknown_run": Kind("warning", "The track has no run of this name."),
    "unknown_question": Kind("error", "The bank has no such question on this topic."),
    "bank_item_topic_differs": Kind(
        "error", "The item names another topic than its line."
    ),
    "repeated_item_id": Kind("warning", "This id occurs twice; the first was kept."),
    "no_items": Kind("warning", "The line has no items."),
    "id_is_not_md5": Kind("warning", "The id does not end in its text’s MD5."),
    "repeated_grades": Kind(
        "warning", "A passage has two grade blocks of one judge; the first was kept."
    ),
    "unread_reply": Kind("warning", "No grade was read from this reply; no label."),
    "unknown_alias": Kind("warning", "The alias file does not name this run."),
}
