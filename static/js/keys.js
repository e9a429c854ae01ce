/** One-key shortcuts: elements say `data-key`, the character typed presses them. */

const settings = JSON.parse(document.getElementById("key-preferences")?.textContent || '""') || {};
const moved = settings.map ?? {};
const TYPING = "textarea, select, [contenteditable]:not([contenteditable=false])";
const NOT_TEXT = ["checkbox", "radio", "button", "submit", "reset", "range", "color", "file"];
const SIGNS = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Backspace: "⌫",
};
const REPEATING = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", ",", "."];

function typesText(element) {
  if (element.matches("input")) return !NOT_TEXT.includes(element.type);
  return element.isContentEditable || element.matches(TYPING);
}

/** Return the keys of an element, as this person presses them. */
export function keysOf(element) {
  return element.dataset.key.split(/\s+/).map((key) => moved[key.toLowerCase()] ?? key);
}

function usable(element) {
  return !element.disabled && element.getClientRects().length > 0;
}

function bound() {
  const all = [...document.querySelectorAll("[data-key]")];
  return all.filter((element) => !element.closest("dialog") && usable(element));
}

function chord(event) {
  const key = event.key === " " ? "Space" : event.key;
  if (key.length === 1) return key.toLowerCase();
  return event.shiftKey ? `Shift+${key}` : key;
}

function resting(event) {
  const graph = event.getModifierState("AltGraph");
  return (
    event.defaultPrevented ||
    event.isComposing ||
    event.metaKey ||
    (!graph && (event.ctrlKey || event.altKey)) ||
    typesText(event.target) ||
    document.querySelector("dialog[open]") !== null
  );
}

/** Tell whether the browser's own meaning of a key on this element comes first. */
function native(event, key) {
  if (!event.target.matches("a[href], button, summary, input")) return false;
  if (event.target.matches("[type=radio]") && key.startsWith("Arrow")) return true;
  return key === "Enter" || key === "Space";
}

function press(element) {
  if (typesText(element)) element.focus();
  else element.click();
}

document.addEventListener("keydown", (event) => {
  if (!(event.target instanceof Element) || resting(event)) return;
  const key = chord(event);
  if (native(event, key) || (event.repeat && !REPEATING.includes(key))) return;
  if (settings.off && key !== "?") return;
  const element = bound().find((each) => keysOf(each).includes(key));
  if (!element && key !== "?") return;
  event.preventDefault();
  if (key === "?") legend();
  else press(element);
});

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-key="?"]')) legend();
});

function wordsOf(element) {
  if (element.dataset.says) return element.dataset.says;
  const copy = (element.labels?.[0] ?? element).cloneNode(true);
  for (const hint of copy.querySelectorAll("kbd")) hint.remove();
  return copy.textContent.trim() || element.getAttribute("aria-label") || element.title;
}

/** Return a key as buttons write it: `Shift+ArrowUp` is “Shift ↑”. */
function written(key) {
  if (key.length === 1) return key;
  return key.split("+").map((part) => SIGNS[part] ?? part).join(" ");
}

function hint(key) {
  const made = document.createElement("kbd");
  made.textContent = written(key);
  return made;
}

function row(element) {
  const made = ["div", "dt", "dd"].map((name) => document.createElement(name));
  const [whole, term, words] = made;
  term.append(...keysOf(element).flatMap((key) => [hint(key), " "]));
  words.textContent = wordsOf(element);
  whole.append(term, words);
  return whole;
}

function legend() {
  const dialog = document.getElementById("keys");
  if (!dialog || dialog.open) return;
  dialog.querySelector("dl").replaceChildren(...bound().map(row));
  dialog.showModal();
}

/** Return the keys that stand on more than one element of this screen. */
export function duplicates() {
  const all = bound().flatMap(keysOf);
  return [...new Set(all.filter((key, place) => all.indexOf(key) !== place))];
}

export function check() {
  for (const element of document.querySelectorAll("[data-key]")) {
    const shown = element.querySelector("kbd");
    if (shown && element.dataset.key.length === 1) shown.textContent = keysOf(element)[0];
  }
  const twice = duplicates();
  delete document.documentElement.dataset.keyConflicts;
  if (!twice.length) return;
  document.documentElement.dataset.keyConflicts = twice.join(" ");
  console.error(`Keys with two meanings on this screen: ${twice.join(" ")}`);
}

document.addEventListener("htmx:afterSettle", check);
check();
