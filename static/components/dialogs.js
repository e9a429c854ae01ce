/** Dialogs: their results, and whether the person is typing or in one. */

import { typesText } from "./keys.js";

const LEFT = ["focusout", "close"]; // a field, a dialog

/** Enter in a text sends its dialog, and begins a line with Shift. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  const form = event.target.closest?.("dialog textarea")?.form;
  if (!form) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button.primary:not([hidden])"));
});

/** Return once nobody types and no dialog is open. */
export function handsFree() {
  const busy = () => typesText(document.activeElement) || document.querySelector("dialog[open]");
  return new Promise((resolve) => {
    const look = () => {
      if (busy()) return;
      for (const name of LEFT) document.removeEventListener(name, soon, true);
      resolve();
    };
    const soon = () => setTimeout(look); // nothing has the focus while it moves
    for (const name of LEFT) document.addEventListener(name, soon, true);
    look();
  });
}

/** Return `read` of the value of the pressed button, null if the dialog was cancelled. */
export function answerOf(dialog, read) {
  return new Promise((resolve) => {
    let said = null;
    const submitted = ({ defaultPrevented, submitter }) => {
      if (!defaultPrevented) said = read(submitter.value);
    };
    const closed = () => {
      if (said === null && dialog.open) return; // the previous dialog was closed
      dialog.removeEventListener("submit", submitted);
      dialog.removeEventListener("close", closed);
      resolve(said);
    };
    dialog.addEventListener("submit", submitted);
    dialog.addEventListener("close", closed);
  });
}
