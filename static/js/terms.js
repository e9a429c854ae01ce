/** My own terms, marked in the text in front of me: mine on every item, in this browser. */

import { person } from "./session.js";

const NAME = `assay.terms.${person}`;
let hits = [];
let at = -1;

function stored() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function store(words) {
  try {
    localStorage.setItem(NAME, words);
  } catch {
    // Closed storage: the terms hold for this item alone.
  }
}

function pattern(words) {
  const terms = words.split(",").map((term) => term.trim()).filter(Boolean);
  if (!terms.length) return null;
  const longest = terms.sort((a, b) => b.length - a.length);
  const plain = longest.map((term) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const source = plain.map((term) => term.replace(/\s+/g, "\\s+")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(${source})`, "giu");
}

function unmark(root) {
  for (const mark of root.querySelectorAll("mark.mine")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}

function mark(root, wanted) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parts = text.data.split(wanted);
    if (parts.length === 1) continue;
    text.replaceWith(...parts.map((part, place) => (place % 2 ? marked(part) : part)));
  }
}

function marked(words) {
  const made = document.createElement("mark");
  made.className = "mine";
  made.textContent = words;
  return made;
}

function show(texts) {
  const box = document.getElementById("terms");
  const wanted = pattern(box.value);
  texts.forEach(unmark);
  if (wanted) texts.forEach((text) => mark(text, wanted));
  hits = texts.flatMap((text) => [...text.querySelectorAll("mark.mine")]);
  at = -1;
  const count = `${hits.length} hit${hits.length === 1 ? "" : "s"}`;
  document.getElementById("hits").textContent = wanted ? count : "";
  for (const button of document.querySelectorAll('[data-act="back"], [data-act="on"]')) {
    button.hidden = !hits.length;
  }
}

/** Go to the hit that many steps on, round the ends; return its words, "" for none. */
export function step(by) {
  if (!hits.length) return "";
  hits[at]?.classList.remove("here");
  at = at < 0 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length;
  hits[at].classList.add("here");
  hits[at].scrollIntoView({ block: "center" });
  return `${at + 1} of ${hits.length}: ${hits[at].textContent}`;
}

/** Mark my terms in some texts, and again on each change; `done` leaves the field. */
export function begin(texts, { done }) {
  const box = document.getElementById("terms");
  box.value = stored();
  box.addEventListener("input", () => {
    store(box.value);
    show(texts);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    done();
  });
  show(texts);
}
