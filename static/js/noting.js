/** Ask for a note in a dialog. */

import { putAway, takeUp } from "./drafts.js";

const dialog = document.getElementById("noting");
const box = dialog.querySelector("textarea");

/** Return the note of an item, "" for an emptied one, null where it was left as it was. */
export function noteOf(item, about, words) {
  document.getElementById("noting-about").textContent = about;
  takeUp(box, `note.${item}`, words);
  dialog.returnValue = "";
  dialog.showModal();
  box.focus();
  return new Promise((resolve) => {
    const answer = () => {
      const given = dialog.returnValue === "keep";
      if (given) putAway(box);
      resolve(given ? box.value.trim() : null);
    };
    dialog.addEventListener("close", answer, { once: true });
  });
}

dialog.addEventListener("click", ({ target }) => {
  if (target.closest("[data-close]")) putAway(box);
});

box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  dialog.close("keep");
});
