/** What this browser stores, by name; where its storage is full or closed, in memory.
 *
 * What is only in memory goes with the page: the page says so, and asks before it goes.
 */

import { mention } from "./save.js";

const memory = new Map();

/** Store a text under a name. */
export function put(name, text) {
  try {
    localStorage.setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
  report();
}

/** Keep a text in memory alone: there is too much of its kind in storage. */
export function hold(name, text) {
  memory.set(name, text);
  report();
}

/** Return the text stored under a name, null for none. */
export function get(name) {
  if (memory.has(name)) return memory.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Take a text out. */
export function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Closed storage holds nothing of ours.
  }
  report();
}

/** Return the names that begin in one way, sorted. */
export function names(prefix) {
  const inMemory = [...memory.keys()];
  let stored = [];
  try {
    stored = Object.keys(localStorage);
  } catch {
    // Closed storage holds nothing of ours.
  }
  const found = [...new Set([...stored, ...inMemory])];
  return found.filter((name) => name.startsWith(prefix)).sort();
}

function report() {
  const words = "This browser’s storage is full or closed: keep this page open until all is sent.";
  mention("storage", memory.size ? { words } : null);
}

addEventListener("beforeunload", (event) => {
  if (memory.size) event.preventDefault();
});
