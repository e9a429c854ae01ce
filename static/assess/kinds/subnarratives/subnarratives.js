/** The list of sub-narratives: each key acts at once on the selected one; the outbox saves.
 *
 * The page shows the expected list, and replaces it by the server's as soon as nothing
 * waits to be sent. Without this script the forms do the same work.
 */

import { clock } from "../../judging/clock.js";
import { mayEdit } from "../../judging/course.js";
import { discard, putAway, takeUp } from "../../../outbox/drafts.js";
import { check } from "../../../components/keys.js";
import { say, tell } from "../../../components/live.js";
import { openReading } from "../../../texts/marks.js";
import { pending, send } from "../../../outbox/outbox.js";
import { person } from "../../../components/session.js";
import { openTalks, refreshTalk } from "../../judging/threads/talk.js";
import { untilDone } from "../../../outbox/tries.js";
import { leaveFor } from "../../judging/turn.js";

const review = document.getElementById("review");
const list = document.getElementById("parts");
const form = document.getElementById("act");
const done = document.getElementById("done");
const { api, topic } = review.dataset;
const item = `subnarratives:${topic}`;
const IMPORTANCE = { vital: "vital", okay: "okay", unset: "" };

let parts = [...list.children].map(partOf); // the expected list: {uuid, text, importance, ticked}
let version = Number(form.elements.seen.value);
let can = { undo: review.dataset.undo === "1", redo: review.dataset.redo === "1" };
let late = null; // the server's list, which arrived while a box was open
const travels = new Map(); // key of an undo or redo → the one selected when it was pressed

const $ = (selector) => review.querySelector(selector);
const chosen = () => $("input[name=on]:checked")?.value ?? "";
const rowOf = (uuid) => document.getElementById(`part-${uuid}`);
const find = (uuid) => parts.find((part) => part.uuid === uuid);
const waiting = () => pending().filter((action) => action.item === item);
const made = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

function partOf(row) {
  const importance = row.querySelector(".importance").textContent;
  return {
    uuid: row.dataset.uuid,
    text: row.querySelector(".text").textContent,
    importance: importance in IMPORTANCE ? importance : "",
    ticked: Number(row.dataset.ticked),
  };
}

const focusChosen = () => $("input[name=on]:checked")?.focus();

/** The result of a step on the list: the same list if it changes nothing. */

function after({ action, on, text }, key) {
  const place = parts.findIndex((part) => part.uuid === on);
  if (action === "add") {
    const part = { uuid: key, text, importance: "", ticked: 0 };
    return parts.toSpliced(on ? place + 1 : parts.length, 0, part);
  }
  if (place < 0) return parts;
  if (action === "drop") return parts.toSpliced(place, 1);
  if (action === "up" || action === "down") return moved(place, action === "up" ? -1 : 1);
  const change = action === "reword" ? { text } : { importance: IMPORTANCE[action] };
  const [[name, value]] = Object.entries(change);
  return parts[place][name] === value ? parts : parts.with(place, { ...parts[place], ...change });
}

function moved(place, by) {
  const to = place + by;
  if (to < 0 || to >= parts.length) return parts;
  return parts.toSpliced(place, 1).toSpliced(to, 0, parts[place]);
}

/** Steps. */

function step(body) {
  const back = { undo: "redo", redo: "undo" }[body.action];
  if (back && !can[body.action]) {
    tell(`Nothing to ${body.action}.`);
    return;
  }
  if (!back && body.action !== "add" && after(body) === parts) {
    tell(body.on ? "It already is." : "No sub-narrative is chosen.");
    return;
  }
  const words = wordsOf(body);
  const next = neighbour(body.on);
  const key = send({ url: api, item, words, activeMs: clock.take(), body: { ...body, seen: version } });
  if (back) {
    can = { ...can, [back]: true };
    travels.set(key, chosen());
    return;
  }
  parts = after(body, key);
  can = { undo: true, redo: false };
  draw(body.action === "add" ? key : body.action === "drop" ? next : body.on);
  say(words);
}

function wordsOf({ action, on, text }) {
  const about = `“${find(on)?.text ?? text ?? ""}”`;
  const said = {
    add: `“${text}” added`,
    reword: `${about} in other words: “${text}”`,
    drop: `${about} dropped`,
    up: `${about} moved up`,
    down: `${about} moved down`,
    unset: `${about} without importance`,
    undo: "undo",
    redo: "redo",
  };
  return said[action] ?? `${about} is ${action}`;
}

/** Return the one to select after a removal: that below it, else that above. */
function neighbour(uuid) {
  const place = parts.findIndex((part) => part.uuid === uuid);
  return (parts[place + 1] ?? parts[place - 1])?.uuid ?? "";
}

/** Display. */

function draw(choose = chosen()) {
  const held = list.contains(document.activeElement) || document.activeElement === document.body;
  const known = new Map([...list.children].map((row) => [row.dataset.uuid, row]));
  const rows = parts.map((part) => known.get(part.uuid) ?? rowFor(part));
  for (const row of known.values()) if (!rows.includes(row)) row.remove();
  rows.forEach((row, place) => {
    fill(row, parts[place]);
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  });
  const choice = (rowOf(choose) ?? list.firstElementChild)?.querySelector("input");
  if (choice) choice.checked = true;
  if (held && !$("#box")) choice?.focus();
  count();
  refreshTalk();
}

function rowFor({ uuid }) {
  const row = made("part-row");
  row.id = `part-${uuid}`;
  row.dataset.uuid = uuid;
  row.querySelector("input").value = uuid;
  return row;
}

function fill(row, { text, importance, ticked }) {
  row.classList.toggle("vital", importance === "vital");
  row.querySelector(".importance").textContent = importance || "–";
  row.querySelector(".text").textContent = text;
  row.dataset.ticked = ticked;
  const note = row.querySelector(".ticked");
  note.hidden = !ticked;
  note.textContent = `ticked in ${ticked} of your grades`;
}

function count() {
  const given = { all: parts.length, vital: 0, okay: 0, unset: 0 };
  for (const { importance } of parts) given[importance || "unset"] += 1;
  for (const place of review.querySelectorAll("[data-count]")) {
    place.textContent = given[place.dataset.count];
  }
  document.getElementById("no-part").hidden = parts.length > 0;
}

function inHand() {
  const part = find(chosen());
  return part ? { item: part.uuid, about: `Sub-narrative “${part.text}”` } : null;
}

list.addEventListener("change", ({ target }) => {
  target.closest(".nugget").scrollIntoView({ block: "nearest" });
  refreshTalk();
});

/** Responses of the server. */

function adopt(answer, choose) {
  if (answer.version < version) return; // overtaken by a newer one
  version = answer.version;
  late = $("#box") ? answer : null;
  if (late || waiting().length) return;
  parts = answer.parts;
  can = { undo: answer.undo, redo: answer.redo };
  draw(choose);
}

const ask = untilDone(async () => {
  const headers = { Accept: "application/json", "X-Assay-User": person };
  const reply = await fetch(api, { headers }).catch(() => null);
  const answer = reply?.ok && (await reply.json().catch(() => null));
  if (answer) adopt(answer);
  else tell("The list cannot be loaded yet: it is tried again by itself.");
  return Boolean(answer);
});

function on(kind, act) {
  document.addEventListener(`outbox:${kind}`, ({ detail }) => {
    if (detail.action.item === item) act(detail.action, detail.answer);
  });
}

/** An undo selects what it touched, unless the person has moved on. */
on("done", ({ key, body }, answer) => {
  adopt(answer, travels.get(key) === chosen() ? answer.at : undefined);
  if (travels.delete(key) && !late && !waiting().length) say(`${body.action}: ${find(answer.at)?.text ?? "the list is empty"}`);
});

on("refused", ask);

on("conflict", (_action, answer) => {
  if (answer.open) adopt(answer);
  else location.reload();
});

/** Draw a step on others' list; rewording a dropped one creates a new one. */
on("again", ({ key, body }) => {
  if (body.text && body.on && !find(body.on)) Object.assign(body, { action: "add", on: chosen() || null });
  parts = after(body, key);
  draw();
});

/** The box for words, or for a warning. */

function openBox(name, uuid) {
  const box = made(`box-${name}`);
  const row = rowOf(uuid);
  (row ?? list.parentElement).append(box);
  const area = box.querySelector("textarea");
  if (name === "reword") row.querySelector(".text").hidden = true;
  const part = name === "reword" ? find(uuid) : null;
  const what = part ? `Rewording of “${part.text}”` : "New sub-narrative";
  if (area) takeUp(area, `${item}.${name}.${part ? uuid : ""}`, part?.text, { what });
  else box.querySelector(".count").textContent = String(find(uuid).ticked);
  const target = area ?? box.querySelector(".asks");
  target.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
  box.scrollIntoView({ block: "nearest" });
  if (!area) say(target.textContent);
}

/** @param {(area: PageElement) => void} done */
function closeBox(done = () => {}) {
  const box = $("#box");
  const row = box.closest(".nugget");
  const area = box.querySelector("textarea");
  if (area) done(area);
  box.remove();
  row?.querySelector(".text").removeAttribute("hidden");
  focusChosen();
  if (late) adopt(late);
}

const fold = (text) => text.replace(/^[\s"'“”‘’]+|[\s"'“”‘’]+$/g, "").replace(/\s+/g, " ").toLowerCase();

function problem(text, uuid) {
  if (!text) return "Write the sub-narrative’s words.";
  const twin = parts.some((part) => part.uuid !== uuid && fold(part.text) === fold(text));
  return twin ? "There is a sub-narrative in these words already." : "";
}

function saveBox() {
  if (!mayEdit()) return;
  const box = $("#box");
  const name = box.dataset.box;
  const uuid = box.closest(".nugget")?.dataset.uuid ?? "";
  const text = box.querySelector("textarea")?.value.split(/\s+/).filter(Boolean).join(" ");
  const wrong = name === "drop" ? "" : problem(text, name === "reword" ? uuid : "");
  const error = box.querySelector(".error");
  error.textContent = wrong;
  error.hidden = !wrong;
  if (wrong) return;
  const answer = late;
  late = null;
  closeBox(putAway);
  step({ action: name, on: uuid || null, text });
  if (answer) adopt(answer);
}

function perform(action) {
  if (!mayEdit()) return;
  tell("");
  const box = $("#box");
  const area = box?.querySelector("textarea");
  if (area && area.value !== area.defaultValue && area.value !== find(chosen())?.text) {
    area.focus();
    tell("Save these words first, or discard them.");
    return;
  }
  if (box) closeBox();
  const uuid = chosen();
  if (action === "add" || (action === "reword" && uuid)) openBox(action, uuid);
  else if (action === "drop" && find(uuid)?.ticked) openBox("drop", uuid);
  else step({ action, on: uuid || null });
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button[name=action]");
    if (event.target.closest(".close-box")) closeBox(discard);
    else if (!form.isSameNode(button?.form)) return;
    else if (button.closest("#box")) saveBox();
    else {
      perform(button.value);
      if (event.detail && !$("#box")) focusChosen(); // Enter would press the button again
    }
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target.closest?.("#box")) {
    const enter = key === "Enter" && !event.shiftKey && !target.matches("a, button");
    if (key !== "Escape" && !enter) return;
    event.preventDefault();
    if (key === "Escape") closeBox();
    else if (!event.isComposing) saveBox();
  } else if (target === document.body && /^Arrow(Up|Down)$/.test(key)) {
    event.preventDefault();
    focusChosen();
  }
});

done.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  leaveFor(done.href);
});

for (const { body, key } of waiting()) parts = after(body, key);
if ($("#box")) $("#box").querySelector("textarea, .asks").focus();
draw();
clock.start(item);
openReading({ done: focusChosen });
openTalks({ inHand, rows: () => [...list.children], itemOf: ({ dataset }) => dataset.uuid });
check();
