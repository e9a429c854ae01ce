/** What a dialog is answered, told once it is closed, whatever was pressed meanwhile. */

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
