/** A gold answer, saved while it is written, with its nuggets, next to the passages.
 *
 * The content of the page is stored at once in this browser's draft. The outbox has at
 * most one save in progress; the next one is sent after the response.
 */

import { Steps } from "./answer_steps.js";
import { chipOf, drawChips, shown, stored, withoutChips } from "./citations.js";
import { clock } from "../../assess/judging/clock.js";
import { setOut, stay } from "../../assess/judging/course.js";
import { leave } from "../../components/departure.js";
import { say, tell } from "../../components/live.js";
import { openReading, reread } from "../../texts/marks.js";
import { claim, decided, overtaken, pending, send } from "../../outbox/outbox.js";
import { Pane } from "../../assess/judging/pane.js";
import { note } from "../../outbox/save_state.js";
import { person } from "../../components/session.js";
import { get, put as keepIn, remove } from "../../components/storage.js";
import { brief } from "../../texts/spans.js";
import { focus, openText } from "../../assess/judging/text_screen.js";
import { allSent } from "../../assess/judging/turn.js";
import { markWords, stemsOf } from "../../texts/words.js";

const REST = 800; // milliseconds without a key before the text is sent
const WORD = /(?:[^\s\u001c-\u001f\u0085]|\ufeff)+/gu; // as Python splits a text

const form = document.getElementById("answer");
const text = document.getElementById("text");
const LISTS = ["covered", "used"];
const boxes = (name) => [...form.querySelectorAll(`[name=${name}]`)];
const ticked = (name, by = "checked") => boxes(name).filter((box) => box[by]).map(({ value }) => value);
const item = `answer:${form.dataset.work}`;
const place = `assay.draft.${person}.${form.dataset.work}`;
const atNugget = `assay.lit.${form.dataset.work}`;
const own = new Set(pending().filter((action) => action.item === item).map(({ key }) => key));
let base = Number(form.dataset.seen); // the version on which the text is based
let kept = loaded(); // what the server has, as far as this page knows
let other = null; // a version made elsewhere, until the person has chosen
let timer = null;
let caret = null; // the person's place in the text
let steps = null; // for undo and redo
let turnedTo = null; // the passage that was requested last
const pane = new Pane("passage", "passage");

/** The answer on the page. */

const read = () => ({ text: stored(text.value), covered: ticked("covered"), used: ticked("used") });

/** Return the answer as it was loaded: the page may have been edited since. */
function loaded() {
  const [covered, used] = LISTS.map((name) => ticked(name, "defaultChecked"));
  return { text: text.defaultValue, covered, used };
}

function put(said) {
  if (stored(text.value) !== said.text) text.value = shown(said.text);
  for (const name of LISTS) {
    for (const box of boxes(name)) box.checked = said[name].includes(box.value);
  }
  refresh();
}

const same = (one, two) =>
  one.text === two.text &&
  LISTS.every((name) => String([...one[name]].sort()) === String([...two[name]].sort()));

/** Saving. */

const isWaiting = () => pending().some((action) => action.item === item);

/** Store the page's content as a draft, unless the server has it. */
function remember() {
  if (!other && !isWaiting() && same(read(), kept)) forget();
  else keepIn(place, JSON.stringify({ base, ...read() }));
}

const forget = () => remove(place);
const remembered = () => JSON.parse(get(place));

/** Record a step for undo: a tick at once, text after a pause. */
function changed(event) {
  if (event?.target.type === "checkbox") steps.note(read());
  remember();
  refresh();
  clearTimeout(timer);
  timer = setTimeout(keep, REST);
  note("answer", same(read(), kept) ? "idle" : "saving");
}

function keep() {
  clearTimeout(timer);
  note("answer", "idle");
  if (!other) steps.note(read());
  if (other || isWaiting() || same(read(), kept)) return;
  own.add(
    send({
      url: form.dataset.api,
      item,
      body: { ...read(), seen: base },
      words: `your answer, ${counted()}: “${read().text}”`,
      whole: true,
      activeMs: clock.take(),
    }),
  );
}

function saved({ action, answer }) {
  if (action.item !== item) return;
  if (!own.has(action.key) && !same(read(), kept) && !same(read(), action.body)) {
    showOther({ ...action.body, version: answer.version });
    return;
  }
  const untouched = same(read(), kept);
  base = answer.version;
  kept = action.body;
  if (!own.has(action.key) && untouched) put(kept);
  if (same(read(), kept)) remember();
  else changed();
}

/** An answer that was changed elsewhere: both versions are shown, until one is chosen. */

function showOther(stands) {
  other = stands;
  const box = document.getElementById("both");
  const why = stands.detail ?? "It was changed since you opened it, in another window.";
  const says = `${why} Yours is in the box below; the other is:`;
  document.getElementById("both-says").textContent = says;
  document.getElementById("theirs").textContent = shown(stands.text);
  box.hidden = false;
  document.getElementById("both-says").focus();
  say(says);
}

function settle(take) {
  base = other.version;
  kept = { text: other.text, covered: other.covered, used: other.used };
  other = null;
  document.getElementById("both").hidden = true;
  if (take) {
    put(kept);
    forget();
  } else {
    remember();
    keep();
  }
  decided(item);
  text.focus();
}

/** Messages of the page. */

function count() {
  const said = read().text;
  const words = form.dataset.counter === "nfkc" ? said.normalize("NFKC") : said;
  return words.match(WORD)?.length ?? 0;
}

function counted() {
  const words = count();
  const { limit } = form.dataset;
  return `${words}${limit ? ` of ${limit}` : ""} word${words === 1 ? "" : "s"}`;
}

const rows = () => [...form.querySelectorAll(".covering .nugget")];
const lit = () => form.querySelector(".covering .nugget.lit");
const passage = () => document.getElementById("passage");
const useBox = () => form.querySelector(`[name=used][value="${passage().dataset.uuid}"]`);

function refresh() {
  const words = document.getElementById("words");
  const { limit } = form.dataset;
  words.textContent = counted();
  words.classList.toggle("alarm", Boolean(limit) && count() > Number(limit));
  if (limit && count() > Number(limit)) words.textContent += ": too long";
  document.getElementById("used").textContent = String(ticked("used").length);
  document.getElementById("position").textContent =
    `${ticked("covered").length} of ${rows().length} nuggets covered`;
  const use = document.querySelector("[data-act=use]");
  use.setAttribute("aria-pressed", String(Boolean(useBox()?.checked)));
  drawChips(text.value);
  hint();
}

/** Show how many of a nugget's words occur in the text; for the current nugget, where. */
function hint() {
  const have = stemsOf(withoutChips(text.value));
  for (const row of rows()) {
    const wanted = [...stemsOf(row.querySelector(".text").textContent)];
    const found = wanted.filter((stem) => have.has(stem)).length;
    const place = row.querySelector(".hint");
    place.replaceChildren(found ? `${found} of ${wanted.length} words in your text` : "");
    if (found && row === lit()) place.append(": ", where(row, new Set(wanted)));
  }
}

/** Return the sentence of the text that has most of a nugget's words, with these marked. */
function where(row, wanted) {
  const cut = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(withoutChips(text.value));
  const sentences = [...cut].map(({ segment }) => segment.trim());
  const hits = (sentence) => [...stemsOf(sentence)].filter((stem) => wanted.has(stem)).length;
  const best = sentences.reduce((a, b) => (hits(b) > hits(a) ? b : a));
  const quote = document.createElement("q");
  quote.dir = "auto";
  quote.textContent = best;
  markWords(quote, row.querySelector(".text"));
  return quote;
}

function show(row) {
  lit()?.classList.remove("lit");
  row.classList.add("lit");
  row.scrollIntoView({ block: "nearest" });
  sessionStorage[atNugget] = row.querySelector("input").value;
  hint();
}

function light(row) {
  if (!row) return;
  show(row);
  const box = row.querySelector("input");
  const state = box.checked ? "covered" : "not covered";
  say(`${row.querySelector(".text").textContent}, ${state}. ${row.querySelector(".hint").textContent}`);
}

function move(by) {
  const all = rows();
  light(all[all.indexOf(lit()) + by]);
}

/** Actions of the person. */

function toggle(box, words) {
  if (!box) return;
  steps.note(read());
  box.checked = !box.checked;
  changed({ target: box });
  say(`${words} ${box.checked ? "" : "not "}${box.name}`);
}

function write() {
  stay();
  text.focus();
  if (caret) text.setSelectionRange(caret[0], caret[1]);
}

/** Cite the passage where the text was left; the focus stays. */
function cite() {
  const { docid, uuid } = passage().dataset;
  if (!uuid) return;
  steps.note(read());
  const inside = document.activeElement === text;
  const [start, end] = inside ? [text.selectionStart, text.selectionEnd] : (caret ?? [text.value.length, text.value.length]);
  const mark = `${/\S$/.test(text.value.slice(0, start)) ? " " : ""}${chipOf(docid)}`;
  text.setRangeText(mark, start, end, "end");
  caret = [start + mark.length, start + mark.length];
  useBox().checked = true;
  changed({ target: useBox() });
  say(`Cited: ${docid}`);
}

/** Turn that many passages from the one requested last. */
function turn(by) {
  const order = boxes("used").map(({ value }) => value);
  turnTo(order[order.indexOf(pane.isComing ? turnedTo : passage().dataset.uuid) + by]);
}

async function turnTo(uuid) {
  if (!uuid) return;
  turnedTo = uuid;
  if (!(await pane.show(`${passage().dataset.base}${uuid}/`))) return;
  say(passage().querySelector("[data-say]").dataset.say);
  refresh();
  reread();
}

/** Undo or redo a step, and announce what changed. */
function go(back) {
  steps.note(read());
  const before = read();
  const after = steps.go(back ? -1 : 1);
  if (!after) {
    tell(back ? "Nothing to undo." : "Nothing to do again.");
    return;
  }
  put(after);
  changed();
  tell(`${back ? "Undone" : "Done again"}: ${difference(before, after)}`);
}

/** Name a nugget by its words, a passage by its number too: “passage 1, A council's plan”. */
function nameOf(box) {
  const parts = [...box.labels[0].querySelectorAll("span")].map((part) => part.textContent.trim());
  return box.name === "used" ? `passage ${parts.join(", ")}` : brief(parts.join(" "));
}

function difference(before, after) {
  const words = before.text === after.text ? [] : [`the text, ${counted()}`];
  for (const name of LISTS) {
    const moved = boxes(name).filter(({ value }) => before[name].includes(value) !== after[name].includes(value));
    for (const box of moved) {
      words.push(`${nameOf(box)} ${box.checked ? "" : "not "}${name}`);
      if (name === "covered") show(box.closest(".nugget"));
    }
  }
  return words.join("; ");
}

/** Save all of it: return whether nothing of the answer waits to be sent. */
function isSaved() {
  keep();
  return !isWaiting();
}

/** Go to the end once the server has all of it, unless the person continues to write. */
function done() {
  return setOut(async (isWanted) => {
    await allSent(isSaved, "Saving the answer first.");
    if (isWanted() && !other && same(read(), kept)) await leave(form.dataset.finish);
  });
}

const acts = {
  write,
  cite,
  done,
  up: () => move(-1),
  down: () => move(1),
  cover: () => toggle(lit()?.querySelector("input"), "Nugget"),
  use: () => toggle(useBox(), "Passage"),
  undo: () => go(true),
  redo: () => go(false),
  mine: () => settle(false),
  theirs: () => settle(true),
};
const FREE = ["write", "done", "up", "down", "mine", "theirs"]; // while another page comes
const NOT_OF_PASSAGE = [...FREE, "cover", "undo", "redo"]; // while another passage comes

form.addEventListener("input", (event) => {
  stay(); // a person who continues to write does not want to leave
  changed(event);
});
form.addEventListener("submit", (event) => event.preventDefault());
text.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  text.blur();
  keep();
});
text.addEventListener("blur", () => {
  caret = [text.selectionStart, text.selectionEnd];
});
document.addEventListener("outbox:done", ({ detail }) => saved(detail));
document.addEventListener("outbox:conflict", ({ detail }) => {
  if (detail.action.item === item) showOther(detail.answer);
});
addEventListener("pagehide", keep);

function begin() {
  claim(item);
  text.value = shown(text.value);
  steps = new Steps(`assay.steps.${person}.${form.dataset.work}`, kept, same);
  const lost = overtaken(item);
  const draft = remembered() ?? lost?.body;
  if (draft && !same(draft, kept)) {
    const stands = { ...kept, version: base };
    put(draft);
    if (!isWaiting() && (lost || draft.base < base)) showOther(stands);
    else if (!isWaiting()) keep();
    say("Your unsaved text was restored.");
  } else {
    decided(item);
    if (!same(read(), kept)) changed();
    else if (draft) remember();
  }
  refresh();
  const left = rows().find((row) => row.querySelector("input").value === sessionStorage[atNugget]);
  if (left) show(left);
  openReading({ done: focus });
  if (!other) focus();
}

openText({
  item,
  acts,
  free: FREE,
  isThere: (act) => NOT_OF_PASSAGE.includes(act) || pane.isThere(),
  presses: {
    "#passage [data-turn]": ({ dataset }) => void turn(Number(dataset.turn)),
    "#chips a": ({ dataset }) => void turnTo(dataset.cites),
    ".covering .nugget": (row) => light(row) ?? null,
  },
  inHand: () => ({ item: form.dataset.topic, about: form.dataset.about }),
});
begin();
