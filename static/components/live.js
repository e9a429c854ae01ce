/** Messages for screen readers: about the current item, or about whether it is saved. */

function put(name, words) {
  const region = document.getElementById(name);
  if (region && region.textContent !== words) region.textContent = words;
}

/** Clear the last message before a key or a press, so that its repetition is heard. */
function hush() {
  put("live", "");
}

for (const sign of ["keydown", "pointerdown"]) addEventListener(sign, hush, { capture: true });

/** Announce the current place, or what was just done. */
export const say = (words) => put("live", words);

/** Announce and show a message, in the line next to the keys. */
export function tell(words) {
  const place = document.getElementById("say");
  if (place) place.textContent = words;
  say(words);
}

/** Remove a message, unless another one was shown since. */
export function untell(words) {
  const place = document.getElementById("say");
  if (place?.textContent === words) place.textContent = "";
}

/** Announce that something is not saved, or is saved again; it replaces no other message. */
export const sayState = (words) => put("live-state", words);
