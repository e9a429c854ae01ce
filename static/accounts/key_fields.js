/** Fields that take the key pressed in them; Tab moves on, Backspace empties a full one. */

import { chord, written } from "../components/keys.js";

const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"];

function take(event) {
  const { target, key } = event;
  const held = event.ctrlKey || event.metaKey || event.altKey;
  const typed = event.getModifierState("AltGraph");
  if (key === "Tab" || MODIFIERS.includes(key) || (held && !typed) || event.isComposing) return;
  event.preventDefault();
  target.value = key === "Backspace" && target.value ? "" : written(chord(event));
}

for (const field of document.querySelectorAll("[data-takes-key]")) {
  field.addEventListener("keydown", take);
}
for (const words of document.querySelectorAll("[data-with-script]")) words.hidden = false;
