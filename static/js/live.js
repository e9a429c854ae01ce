/** Say a sentence to screen readers: on what is in hand, or on whether it is saved. */

function put(name, words) {
  const region = document.getElementById(name);
  if (region && region.textContent !== words) region.textContent = words;
}

/** What was said before a key or a press is over: said again, it is heard again. */
function hush() {
  put("live", "");
}

for (const sign of ["keydown", "pointerdown"]) addEventListener(sign, hush, { capture: true });

/** Say where I am, or what was just done. */
export const say = (words) => put("live", words);

/** Say something that is to be seen too, in the line beside the keys. */
export function tell(words) {
  const place = document.getElementById("say");
  if (place) place.textContent = words;
  say(words);
}

/** Take back what was told, where nothing else was told since. */
export function untell(words) {
  const place = document.getElementById("say");
  if (place?.textContent === words) place.textContent = "";
}

/** Say that something is not saved, or is again; it takes no other words' place. */
export const sayState = (words) => put("live-state", words);
