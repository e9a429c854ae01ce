/** Assignment: one nugget highlighted next to the whole response. */

import { readAsChosen } from "../../texts/answer.js";
import { openSheets, sheet } from "../../assess/judging/sheet.js";

openSheets({
  things: "nuggets",
  body: (row) => ({ response: sheet().dataset.response, nugget: row.dataset.nugget }),
  complete: "Every nugget has its label. Enter for the next response.",
  begin: readAsChosen,
});
