/** Adjudication: the judges' labels side by side, settled by one key, then the next item. */

import { readAsChosen } from "../../../texts/answer.js";
import { openSingle } from "../single_item.js";
import { sheet } from "../walk.js";

/** Return what each judge said, for screen readers. */
function sides() {
  const all = [...sheet().querySelectorAll(".side > p:first-child")];
  return all.map((side) => side.textContent.replaceAll(/\s+/g, " ").trim()).join("; ");
}

openSingle({
  done: "settled",
  own: () => ({
    about: sheet().querySelector("[data-about]").textContent,
    body: { item: sheet().dataset.item },
  }),
  prepare: readAsChosen,
  begun: () => sheet().querySelector(".frame-context [aria-current]")?.scrollIntoView({ block: "nearest" }),
  spoken: () => [sides()],
});
