/** One-key shortcuts: elements have `data-key`; the character typed presses them. */

import { tell } from "./live.js";

const settings = JSON.parse(document.getElementById("key-preferences")?.textContent || '""') || {};
const moved = settings.map ?? {};

/** Whether this person has the one-key shortcuts on. */
export const usesKeys = !settings.off;

const TYPING = "textarea, select, [contenteditable]:not([contenteditable=false])";
const NOT_TEXT = ["checkbox", "radio", "button", "submit", "reset", "range", "color", "file"];
const SIGNS = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Backspace: "⌫",
  Escape: "Esc",
  PageUp: "PgUp",
  PageDown: "PgDn",
};
const NAMES = Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [sign, name]));
const REPEATING = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", ",", "."];

export function typesText(element) {
  if (element.matches("input")) return !NOT_TEXT.includes(element.type);
  return element.isContentEditable || element.matches(TYPING);
}

/** Return whether a click is meant for the page, not for a new tab or window. */
export const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);

/** Return the key that this person presses for a key of the page. */
const mine = (key) => moved[key] ?? key;

/** Return the keys of an element, as this person presses them; those of a list stay as shown. */
export function keysOf(element) {
  const keys = element.dataset.key.split(/\s+/);
  return "listed" in element.dataset ? keys : keys.map(mine);
}

function usable(element) {
  return !element.disabled && !element.hidden && element.getClientRects().length > 0;
}

function bound() {
  const all = [...document.querySelectorAll("[data-key]")];
  return all.filter((element) => !element.closest("dialog") && usable(element));
}

/** Return the name of a pressed key: a character in lower case, or a form like Shift+ArrowUp.
 */
export function chord(event) {
  const key = event.key === " " ? "Space" : event.key;
  if (key.length === 1) return key.toLowerCase();
  return event.shiftKey ? `Shift+${key}` : key;
}

/** Return the element that a key presses: Shift and a letter before the letter alone. */
function pressedBy(event, key) {
  const all = bound();
  const find = (name) => all.find((each) => keysOf(each).includes(name));
  const shifted = event.shiftKey && /^\p{L}$/u.test(key) ? find(`Shift+${key}`) : null;
  return shifted ?? find(key);
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

/** Return whether the browser's own meaning of a key on this element has priority. */
function native(event, key) {
  if (!event.target.matches("a[href], button, summary, input")) return false;
  if (event.target.matches("[type=radio]") && key.startsWith("Arrow")) return true;
  return key === "Enter" || key === "Space";
}

const repeats = (element) => REPEATING.includes(element?.dataset.key);

function press(element) {
  if (typesText(element)) element.focus();
  else element.click();
}

document.addEventListener("keydown", (event) => {
  if (!(event.target instanceof Element) || resting(event)) return;
  const key = chord(event);
  const help = key === mine("?");
  if (native(event, key) || (settings.off && !help)) return;
  const element = pressedBy(event, key);
  if (!element && !help) return;
  event.preventDefault(); // while a key is held, the browser ignores it too
  if (event.repeat && !repeats(element)) return;
  if (help) legend();
  else press(element);
});

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-key="?"]')) legend();
});

/** Ignore the second click of a double click, meant for what the first has changed. */
function once(event) {
  const button = event.target.closest("button, [data-act], [data-go], .button");
  if (event.detail < 2 || !button || repeats(button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tell("A double click counts once.");
}

addEventListener("click", once, { capture: true });

/** Return the focus when the mouse presses a button that has a key: otherwise Enter,
 * meant for the work, would press that button again.
 */
export function leadBack(focus) {
  // Not on click: the second click of a double click is suppressed.
  document.addEventListener("mouseup", ({ target }) => {
    const button = target.closest(".frame-foot button");
    if (button && button === document.activeElement) focus();
  });
}

function wordsOf(element) {
  if (element.dataset.says) return element.dataset.says;
  const copy = (element.labels?.[0] ?? element).cloneNode(true);
  for (const hint of copy.querySelectorAll("kbd")) hint.remove();
  return copy.textContent.trim() || element.getAttribute("aria-label") || element.title;
}

/** Return a key as buttons show it: `Shift+ArrowUp` is “Shift ↑”. */
export function written(key) {
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

/** Return [key, elements] for each key that several elements of this screen have. */
function shared() {
  const found = new Map();
  for (const element of bound()) {
    for (const key of keysOf(element)) found.set(key, [...(found.get(key) ?? []), element]);
  }
  return [...found].filter(([, elements]) => elements.length > 1);
}

/** Show on the page's hints the keys that this person presses. */
function showMine() {
  for (const shown of document.querySelectorAll("kbd:not([data-shows])")) {
    const page = shown.textContent.split(" ").map((part) => NAMES[part] ?? part).join("+");
    if (!moved[page]) continue;
    shown.dataset.shows = page;
    shown.textContent = written(moved[page]);
  }
}

function sentence([key, elements]) {
  const does = elements.map((element) => `“${wordsOf(element)}”`).join(" and ");
  return `${written(key)} means ${does} here; only the first works.`;
}

/** Tell the person, above the page, about keys with two meanings on it. */
function tellShared(twice) {
  document.getElementById("key-conflict")?.remove();
  if (!twice.length) return;
  const made = document.getElementById("two-meanings").content.firstElementChild.cloneNode(true);
  made.querySelector("span").textContent = twice.map(sentence).join(" ");
  document.getElementById("messages")?.before(made);
}

export function check() {
  showMine();
  const twice = settings.off ? [] : shared();
  const keys = twice.map(([key]) => key).join(" ");
  const root = document.documentElement;
  if ((root.dataset.keyConflicts ?? "") === keys) return;
  if (keys) root.dataset.keyConflicts = keys;
  else delete root.dataset.keyConflicts;
  tellShared(twice);
}

document.addEventListener("htmx:afterSettle", check);
check();
