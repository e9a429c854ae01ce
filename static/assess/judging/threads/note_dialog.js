/** Ask for a note in a dialog. */

import { answerOf } from "../../../components/dialogs.js";
import { putAway, takeUp } from "../../../outbox/drafts.js";

const dialog = document.getElementById("noting");
const box = dialog.querySelector("textarea");

/** Ask for the note of an item, initially `words`, and `save` it unless the dialog is cancelled.
 */
export function askNote(item, about, words, save) {
  document.getElementById("noting-about").textContent = about;
  takeUp(box, `note.${item}`, words, { what: `Note on ${about}` });
  dialog.showModal();
  box.focus();
  answerOf(dialog, () => {
    save(box.value.trim());
    putAway(box); // afterwards: until they are queued, its words are nowhere else
  });
}
