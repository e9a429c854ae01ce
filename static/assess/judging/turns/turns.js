/** The grid of turns: keys move the selection, and mark the selected turn at once. */

import { isPlain } from "../../../components/keys.js";
import { say } from "../../../components/live.js";
import { pending, seen, send } from "../../../outbox/outbox.js";
import { Pane } from "../pane.js";

const LETTERS = { assessed: "A", unanswerable: "U", gold_answer: "G" };
const WORDS = { assessed: "assessed", unanswerable: "unanswerable", gold_answer: "gold answer wanted" };
const NAMES = Object.keys(LETTERS);
const pane = new Pane("turn", "turn");
const grid = document.getElementById("turns");
const form = document.getElementById("marks");
const cells = () => [...grid.querySelectorAll("[data-turn]")];
const chosen = () => grid.querySelector("[data-turn][aria-current]");
const api = (cell) => cell.dataset.api;
const marksOf = (cell) => new Set(cell.dataset.marks.split(" ").filter(Boolean));

/** Show a turn's marks in its cell, and in the boxes if it is the chosen one. */
function draw(cell, marks) {
  cell.dataset.marks = [...marks].join(" ");
  const letters = NAMES.filter((name) => marks.has(name)).map((name) => LETTERS[name]);
  cell.querySelector(".marks").textContent = letters.join(" ");
  if (cell === chosen()) fill(cell);
}

function fill(cell) {
  const marks = marksOf(cell);
  for (const name of NAMES) form.elements[name].checked = marks.has(name);
}

function count() {
  for (const name of NAMES) {
    const marked = cells().filter((cell) => marksOf(cell).has(name)).length;
    document.querySelector(`[data-count=${name}]`).textContent = marked.toLocaleString("en");
  }
}

function inWords(cell) {
  const marks = marksOf(cell);
  const said = NAMES.filter((name) => marks.has(name)).map((name) => WORDS[name]);
  return said.length ? said.join(", ") : "not marked";
}

function choose(cell) {
  if (!cell || cell === chosen()) return;
  chosen()?.removeAttribute("aria-current");
  cell.setAttribute("aria-current", "true");
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  fill(cell);
  say(`${cell.dataset.about}: ${inWords(cell)}`);
  const address = `?turn=${cell.dataset.turn}`;
  history.replaceState(null, "", address);
  pane.show(address);
}

function move(where) {
  const cell = chosen();
  const row = cell.parentElement;
  if (where === "left" || where === "right") {
    const all = cells();
    choose(all[all.indexOf(cell) + (where === "left" ? -1 : 1)]);
    return;
  }
  const next = where === "up" ? row.previousElementSibling : row.nextElementSibling;
  if (next) choose(next.children[Math.min(cell.cellIndex, next.children.length - 1)]);
}

/** Turn one mark of the chosen turn on or off. */
function mark(name) {
  const cell = chosen();
  const marks = marksOf(cell);
  if (!marks.delete(name)) marks.add(name);
  draw(cell, marks);
  count();
  say(`${cell.dataset.about}: ${inWords(cell)}`);
  send({
    url: api(cell),
    item: api(cell),
    body: { ...Object.fromEntries(NAMES.map((each) => [each, marks.has(each)])), seen: Number(cell.dataset.seen) },
    words: `${inWords(cell)}, for turn ${cell.dataset.name}`,
    whole: true,
  });
}

/** Show what another window of this person's has saved. */
function drawSaved({ detail: { action } }) {
  const cell = cells().find((each) => api(each) === action.item);
  if (!cell || pending().some(({ item }) => item === action.item)) return;
  draw(cell, new Set(NAMES.filter((name) => action.body[name])));
  count();
}

/** Show what this browser has not sent yet. */
function drawPending() {
  for (const cell of cells()) {
    const last = pending().findLast(({ item }) => item === api(cell));
    if (last) draw(cell, new Set(NAMES.filter((name) => last.body[name])));
    cell.dataset.seen = seen(api(cell), Number(cell.dataset.seen));
  }
  count();
}

if (grid) {
  drawPending();
  form.addEventListener("change", ({ target }) => {
    if (NAMES.includes(target.name)) mark(target.name);
  });
  document.addEventListener("outbox:done", drawSaved);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#turns [data-turn]");
    const way = event.target.closest("[data-move]");
    if (way) move(way.dataset.move);
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    choose(link);
  });
}
