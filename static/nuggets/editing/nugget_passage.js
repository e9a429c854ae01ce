/** The passage next to the list: shown, and chosen from sentence by sentence. */

import { isPlain } from "../../components/keys.js";
import { say, tell } from "../../components/live.js";
import { reread } from "../../texts/marks.js";
import { chosen, editor } from "../../assess/judging/lists/list.js";
import { Pane } from "../../assess/judging/pane.js";
import { selectedSpan, textOf } from "../../texts/spans.js";

const WAIT = 120; // milliseconds before a selected nugget's passage is fetched
let shown = "";
let timer = null;
let entering = false; // the person wants to go to its sentences once it is there
let asked = false; // the person named the passage that is loading
let missed = false; // one arrived while they were choosing words
let passed = ""; // what was chosen when they went on in the list
let taken = null; // [first, last] sentence, if several are chosen

const passages = new Pane("passage", "passage");
const pane = () => document.getElementById("passage");
const whole = () => pane().querySelector(".whole");
const sentences = () => [...pane().querySelectorAll("input[name=span]")];
const sourcesOf = (choice) => choice.closest(".nugget").dataset.sources.split(/\s+/).filter(Boolean);

const inside = () => document.activeElement.matches("input[name=span]");

const words = () => chosenSpan()?.span ?? "";

/** Return whether the person is choosing words, by the mouse or among the sentences. */
const choosing = () => inside() || pane().matches(":active") || !["", passed].includes(words());

/** Show a passage; without one, the selected nugget's source, or the current one.
 *
 * While words are being chosen, the passage stays.
 */
export function show(uuid = null) {
  clearTimeout(timer);
  timer = null;
  missed = !uuid && choosing();
  if (missed) return;
  const choice = chosen();
  const passage = pane();
  const sources = choice ? sourcesOf(choice) : [];
  document.getElementById("to-source")?.toggleAttribute("hidden", !sources.length);
  const here = passage.dataset.uuid;
  const wanted = uuid ?? (sources.includes(here) ? here : (sources[0] ?? here));
  const name = `${wanted} ${choice?.value}`;
  if (name === shown && uuid) passages.isThere(); // requested twice
  if (!wanted || name === shown) return;
  shown = name;
  asked = uuid !== null;
  bring(`${passage.dataset.base}${wanted}/?nugget=${choice?.value ?? ""}`);
}

async function bring(address) {
  const came = await passages.show(address, { fits });
  if (came) arrived();
  else if (came === false || missed) shown = "";
  if (came === false) entering = false;
  else if (entering && !passages.isComing) enter();
}

function fits() {
  missed = !asked && choosing();
  return !missed;
}

/** Show the selected nugget's passage after a pause. */
export function showSoon() {
  clearTimeout(timer);
  passed = words();
  timer = setTimeout(() => show(), WAIT);
}

function toSource() {
  const choice = chosen();
  const sources = choice ? sourcesOf(choice) : [];
  const here = sources.indexOf(pane().dataset.uuid);
  if (sources.length) show(sources[(here + 1) % sources.length]);
}

/** Show what arrived too early, once nothing is being chosen. */
function catchUp() {
  if (missed && !choosing()) show();
}

function arrived() {
  taken = null;
  mark();
  const source = document.querySelector("#box [name=source]");
  if (source) source.value = pane().dataset.uuid;
  document.getElementById("passages").scrollTop = 0;
  reread();
  if (apart() || asked) pane().querySelector("mark:not(.mine)")?.scrollIntoView({ block: "nearest" });
}

/** Mark the shown passage in the list of all passages. */
function mark() {
  for (const link of document.querySelectorAll(".all-passages [data-passage]")) {
    if (link.dataset.passage === pane().dataset.uuid) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-passage]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  const choice = link.closest(".nugget")?.querySelector("input[name=nugget]");
  if (choice) choice.checked = true;
  show(link.dataset.passage);
});

/** Sentence by sentence. */

function toPassage() {
  if (timer) show();
  entering = passages.isComing;
  if (!entering) enter();
}

function enter() {
  entering = false;
  const all = sentences();
  const first = all.find((each) => each.checked) ?? all.find((each) => each.closest("label").querySelector("mark:not(.mine)"));
  (first ?? all[0])?.focus();
  if (!all.length) tell("This passage has no text.");
  else (first ?? all[0]).click();
}

function paint() {
  for (const [place, each] of sentences().entries()) {
    const inside = taken && taken[0] <= place && place <= taken[1];
    each.closest("label").classList.toggle("taken", Boolean(inside));
  }
}

/** Choose one sentence more, or one less, from where choosing began. */
function extend(step) {
  const all = sentences();
  const from = all.findIndex((each) => each.checked);
  if (from < 0) return;
  const [first, last] = taken ?? [from, from];
  const head = Math.min(Math.max((first === from ? last : first) + step, 0), all.length - 1);
  taken = [Math.min(from, head), Math.max(from, head)];
  paint();
  all[head].closest("label").scrollIntoView({ block: "nearest" });
  say(`${taken[1] - taken[0] + 1} sentences`);
}

const partsOf = (choice) => choice.value.split(" ");

/** Return the chosen words in the form of a request, with their text; else null. */
export function chosenSpan() {
  const root = whole();
  const dragged = root && selectedSpan(root);
  const all = sentences();
  const one = all.findIndex((each) => each.checked);
  if (!dragged && one < 0) return null;
  const [first, last] = taken ?? [one, one];
  const span = dragged ?? [Number(partsOf(all[first])[1]), Number(partsOf(all[last])[2])];
  return { span: [pane().dataset.uuid, ...span].join(" "), text: textOf(root, span) };
}

/** Choose nothing in the passage, and go back to the list. */
export function release({ focus = true } = {}) {
  getSelection().removeAllRanges();
  for (const each of sentences()) each.checked = false;
  taken = null;
  paint();
  offer();
  if (focus) chosen()?.focus();
}

/** Offer a nugget of the chosen words. */
function offer() {
  if (!words()) passed = "";
  pane().classList.toggle("offering", Boolean(words()));
  catchUp();
}

document.addEventListener("selectionchange", offer);
document.addEventListener("focusin", catchUp);
document.addEventListener("mouseup", () => setTimeout(catchUp)); // the pane is :active until then

document.addEventListener("change", (event) => {
  if (event.target.name !== "span") return;
  getSelection().removeAllRanges();
  taken = null;
  paint();
  offer();
});

/** Return whether a key is the passage's: on a sentence, or after choosing by mouse. */
export function concerns({ target, key }) {
  if (target.matches("input[name=span]")) return true;
  const elsewhere = target.closest("a, button, input, select, summary, textarea");
  const offered = pane().querySelector(".offer") && words();
  return ["Enter", "Escape"].includes(key) && !elsewhere && Boolean(offered);
}

/** Handle a key of the passage: `make` is called for Enter. Runs before the page's keys. */
export function pressed(event, make) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.shiftKey && step) extend(step);
  else if (event.key === "Escape") release();
  else if (event.key === "Enter") make();
  else return;
  event.preventDefault();
}

/** Make Tab skip the sources of all nuggets except the selected one. */
export function reach() {
  const row = chosen()?.closest(".nugget");
  for (const link of editor().querySelectorAll(".sources a")) {
    link.tabIndex = link.closest(".nugget") === row ? 0 : -1;
  }
}

/** Return whether the passages scroll by themselves; in a small window everything scrolls. */
function apart() {
  const passages = document.getElementById("passages");
  return passages.scrollHeight > passages.clientHeight;
}

/** Scroll the passage by most of a page; the focus stays. */
function turn(step) {
  const pane = apart() ? document.getElementById("passages") : document.scrollingElement;
  pane.scrollBy({ top: step * 0.85 * pane.clientHeight });
}

/** Begin with the passage that the page contains. */
export function begin() {
  shown = `${pane().dataset.uuid} ${chosen()?.value}`;
  mark();
  offer();
  const to = document.getElementById("to-source");
  to?.toggleAttribute("hidden", !chosen() || !sourcesOf(chosen()).length);
  to?.addEventListener("click", toSource);
  const into = document.getElementById("to-passage");
  into?.toggleAttribute("hidden", false);
  into?.addEventListener("click", toPassage);
  for (const button of document.querySelectorAll("button[data-turn]")) {
    button.hidden = false;
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  }
}
