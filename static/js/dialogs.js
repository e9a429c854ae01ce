/** Dialogs: what one is answered, and whether the person is busy in one or typing. */

import { typesText } from "./keys.js";

const LEFT = ["focusout", "close"]; // a field, a dialog

/** Return once nobody types and no dialog is open. */
export function handsFree() {
  const busy = () => typesText(document.activeElement) || document.querySelector("dialog[open]");
  return new Promise((resolve) => {
    const look = () => {
      if (busy()) return;
      for (const name of LEFT) document.removeEventListener(name, soon, true);
      resolve();
    };
    const soon = () => setTimeout(look); // the focus is nowhere while it moves
    for (const name of LEFT) document.addEventListener(name, soon, true);
    look();
  });
}

/** Return what `read` says of the value of its button pressed, null where it was left. */
export function answerOf(dialog, read) {
  return new Promise((resolve) => {
    let said = null;
    const submitted = ({ defaultPrevented, submitter }) => {
      if (!defaultPrevented) said = read(submitter.value);
    };
    const closed = () => {
      if (said === null && dialog.open) return; // it was this one's predecessor
      dialog.removeEventListener("submit", submitted);
      dialog.removeEventListener("close", closed);
      resolve(said);
    };
    dialog.addEventListener("submit", submitted);
    dialog.addEventListener("close", closed);
  });
}
