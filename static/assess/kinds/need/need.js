/** Uncited sentences: the sentences of a response that cite nothing, one highlighted. */

import { openSheets, sheet } from "../../judging/sheet.js";

openSheets({
  things: "sentences",
  body: (row) => ({ sentence: row.dataset.sentence }),
  texts: () => [...sheet().querySelectorAll(".response-lines [dir]")],
  complete: "Every sentence without a citation has its label. Enter for the next response.",
});
