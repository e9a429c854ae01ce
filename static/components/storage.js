/** This browser's storage, by name; in memory if the storage is full or closed.
 *
 * What is only in memory is lost with the page: the page says so, and asks before it is
 * left.
 */

import { mention } from "../outbox/save_state.js";

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

/** Store a text only in memory: there is too much of its kind in storage. */
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

/** Remove a text. */
export function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Closed storage contains nothing of ours.
  }
  report();
}

/** Return the names with a prefix, sorted. */
export function names(prefix) {
  const inMemory = [...memory.keys()];
  let stored = [];
  try {
    stored = Object.keys(localStorage);
  } catch {
    // Closed storage contains nothing of ours.
  }
  const found = [...new Set([...stored, ...inMemory])];
  return found.filter((name) => name.startsWith(prefix)).sort();
}

/** Return what this tab stored under a name for a reload, null for nothing. */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Store a value for this tab; without storage it lasts as long as the page. */
export function memorize(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Closed or full.
  }
}

function report() {
  const words = "This browser’s storage is full or blocked: keep this page open until everything is sent.";
  mention("storage", memory.size ? { rank: 3, brief: "Keep this page open", words } : null);
}

addEventListener("beforeunload", (event) => {
  if (memory.size) event.preventDefault();
});
