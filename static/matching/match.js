/** Matching: one nugget and one response, yes or no, then the next pair. */

import { openSingle, wordsOf } from "../assess/judging/single_item.js";
import { sheet } from "../assess/judging/walk.js";
import { readAsChosen } from "../texts/answer.js";

const matched = (value) => wordsOf(value) ?? "no label";

function how() {
  const guide = document.getElementById("how");
  guide.open = !guide.open;
}

openSingle({
  said: ["value", "note"],
  label: "label",
  done: "matched",
  graded: matched,
  words: ({ value, note }) => [matched(value), ...(note ? [`note “${note}”`] : [])].join(", "),
  own: () => {
    const { title, nugget, response } = sheet().dataset;
    return { about: title, body: { nugget, response } };
  },
  begun: readAsChosen,
  acts: { how },
});
