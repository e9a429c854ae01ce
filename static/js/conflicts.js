/** A label that was changed elsewhere: both versions, until one is chosen. */

import { say } from "./live.js";

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function paragraph(words) {
  const made = document.createElement("p");
  made.textContent = words;
  return made;
}

/** Show both versions of an item's label; `keepMine` gives mine once more.
 *
 * Of several actions on one item the last says what is mine.
 */
export function showConflict(item, { title, theirs, mine }, keepMine) {
  document.querySelector(`.conflict[data-item="${item}"]`)?.remove();
  const notice = document.createElement("div");
  notice.className = "message warning conflict";
  notice.dataset.item = item;
  const choose = document.createElement("div");
  choose.className = "actions";
  choose.append(
    button("Keep mine", () => {
      notice.remove();
      keepMine();
    }),
    button("Leave it as it stands", () => notice.remove()),
  );
  const changed = `“${title}” was changed since you opened it, in another window.`;
  const said = `${changed} It stands at: ${theirs}. Yours: ${mine}.`;
  notice.append(paragraph(said), choose);
  document.querySelector(".frame-notes").append(notice);
  say(said);
}
