/** Words half written: kept in this window, across reloads, until they are sent or left. */

import { say } from "./live.js";
import { person } from "./session.js";

const name = (field) => `assay.words.${person}.${field.dataset.draft}`;

function kept(field) {
  try {
    return sessionStorage.getItem(name(field));
  } catch {
    return null;
  }
}

function keep(field) {
  try {
    sessionStorage.setItem(name(field), field.value);
  } catch {
    // Closed storage: the words stand in the field alone.
  }
}

/** Begin a field with some words, or with what was half written at its place before. */
export function takeUp(field, place, words = "") {
  field.dataset.draft = place;
  field.defaultValue = words;
  const before = kept(field);
  field.value = before ?? words;
  if (before !== null) say("What you had written is here again.");
}

/** Forget what a field holds: it is sent, or left for good. */
export function putAway(field) {
  try {
    sessionStorage.removeItem(name(field));
  } catch {
    // Closed storage holds nothing of ours.
  }
}

document.addEventListener("input", ({ target }) => {
  if (!target.dataset?.draft) return;
  if (target.value === target.defaultValue) putAway(target);
  else keep(target);
});
