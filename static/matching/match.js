/** Matching: one nugget and one response, yes or no, then the next pair. */

import { openSingle } from "../assess/judging/single_item.js";
import { sheet } from "../assess/judging/walk.js";
import { readAsChosen } from "../texts/answer.js";

function how() {
  const guide = document.getElementById("how");
  guide.open = !guide.open;
}

openSingle({
  done: "matched",
  own: () => {
    const { title, nugget, response } = sheet().dataset;
    return { about: title, body: { nugget, response } };
  },
  begun: readAsChosen,
  acts: { how },
});
