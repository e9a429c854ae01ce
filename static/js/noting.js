/** Ask for a note in a dialog. */

const dialog = document.getElementById("noting");
const box = dialog.querySelector("textarea");

/** Return the note, "" for an emptied one, null where it was left as it was. */
export function noteOf(about, words) {
  document.getElementById("noting-about").textContent = about;
  box.value = words;
  dialog.returnValue = "";
  dialog.showModal();
  box.focus();
  return new Promise((resolve) => {
    const answer = () => resolve(dialog.returnValue === "keep" ? box.value.trim() : null);
    dialog.addEventListener("close", answer, { once: true });
  });
}

box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  dialog.close("keep");
});
