/** PTKB statements: one highlighted next to the conversation up to its turn. */

import { openSheets, sheet } from "../../judging/sheet.js";

openSheets({
  things: "statements",
  body: (row) => ({ statement: row.dataset.statement }),
  texts: () => [...sheet().querySelectorAll(".conversation p:not(.meant), .meant span[dir]")],
  complete: "Every statement has its label. Enter for the next turn.",
  begin: () => sheet().querySelector(".conversation .now").scrollIntoView({ block: "nearest" }),
});
