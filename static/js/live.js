/** Say a sentence to screen readers: on what is in hand, or on whether it is saved. */

function put(name, words) {
  const region = document.getElementById(name);
  if (region && region.textContent !== words) region.textContent = words;
}

/** Say where I am, or what was just done. */
export const say = (words) => put("live", words);

/** Say that something is not saved, or is again; it takes no other words' place. */
export const sayState = (words) => put("live-state", words);
