/** Say a sentence to screen readers. */

export function say(words) {
  const live = document.getElementById("live");
  if (live && live.textContent !== words) live.textContent = words;
}
