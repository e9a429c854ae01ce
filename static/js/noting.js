/** Ask for a note in a dialog. */

import { answerOf } from "./dialogs.js";
import { discard, putAway, takeUp } from "./drafts.js";

const dialog = document.getElementById("noting");
const box = dialog.querySelector("textarea");

/** Return the note of an item, "" for an emptied one, null where it was left as it was. */
export function noteOf(item, about, words) {
  document.getElementById("noting-about").textContent = about;
  takeUp(box, `note.${item}`, words, { what: `Note on ${about}` });
  dialog.showModal();
  box.focus();
  return answerOf(dialog, () => {
    putAway(box);
    return box.value.trim();
  });
}

dialog.addEventListener("click", ({ target }) => {
  if (target.closest("[data-close]")) discard(box);
});

box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  dialog.querySelector("form").requestSubmit(dialog.querySelector("button.primary"));
});
