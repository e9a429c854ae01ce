/** The nugget list on the page: the selected nugget, and edits drawn at once.
 *
 * Drawings are provisional: the server's own list replaces them as soon as nothing
 * waits to be sent.
 */

export const editor = () => document.getElementById("editor");
export const chosen = () => editor().querySelector("input[name=nugget]:checked");
export const rowOf = (name) =>
  name ? (editor().querySelector(`input[name=nugget][value="${CSS.escape(name)}"]`)?.closest(".nugget") ?? null) : null;
export const textOf = (row) => row?.querySelector(".text").textContent ?? "";
const choiceIn = (row) => row?.querySelector("input[name=nugget]");
const beside = (row, step) => {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  return other?.matches(".nugget") ? other : null;
};

/** Return the nuggets that m would merge: the marked, else the selected one and the one above.
 */
export function together() {
  const marked = [...editor().querySelectorAll("input[name=marked]:checked")].map((box) => box.closest(".nugget"));
  const row = chosen()?.closest(".nugget");
  if (marked.length < 2 && row && !marked.includes(row)) marked.push(row);
  if (marked.length < 2 && row) marked.unshift(beside(row, -1));
  const rows = [...editor().querySelectorAll(".nugget")];
  return rows.filter((each) => marked.includes(each));
}

function importance(value) {
  return (row) => {
    row.querySelector(".importance").textContent = value || "–";
    row.classList.toggle("vital", value === "vital");
  };
}

function shift(step) {
  return (row) => {
    const other = beside(row, step);
    if (other) (step < 0 ? other.before(row) : other.after(row));
  };
}

function word(row, text) {
  row.querySelector(".text").textContent = text;
}

function made(text, name, below) {
  const row = editor().querySelector("template[data-row]").content.firstElementChild.cloneNode(true);
  word(row, text);
  Object.assign(choiceIn(row), { value: name, disabled: !name });
  row.querySelector(".mark").remove();
  row.classList.add("unsent");
  if (below) below.after(row);
  else editor().querySelector(".nuggets").append(row);
  return row;
}

function choose(row) {
  const choice = choiceIn(row);
  if (!choice) return;
  choice.checked = true;
  if (editor().contains(document.activeElement) || document.activeElement === document.body) choice.focus();
}

function drop(row) {
  const other = beside(row, 1) ?? beside(row, -1);
  const led = choiceIn(row).checked;
  row.remove();
  if (led) choose(other);
}

function split(row, { text }) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  word(row, lines[0]);
  lines.slice(1).reduce((last, line) => made(line, "", last), row);
}

function merge(_row, { text, marked }) {
  const [top, ...others] = marked.map(rowOf).filter(Boolean);
  if (!top) return;
  word(top, text);
  choose(top);
  for (const other of others) other.remove();
}

function goal(row, words) {
  const place = row.querySelector(".goal");
  place.textContent = words || "unmapped";
  place.classList.toggle("none", !words);
}

const option = (uuid) =>
  editor().querySelector("template[data-box=map]").content.querySelector(`option[value="${CSS.escape(uuid)}"]`);

/** Return the words of a sub-narrative, "" for none. */
export function titleOf(uuid) {
  const found = uuid && option(uuid);
  return found ? found.textContent.slice(found.dataset.letter.length).trim() : "";
}

const DRAW = {
  vital: importance("vital"),
  okay: importance("okay"),
  unset: importance(""),
  up: shift(-1),
  down: shift(1),
  delete: drop,
  reword: (row, { text }) => word(row, text.trim()),
  split,
  merge,
  map: (row, { subnarrative }) => goal(row, titleOf(subnarrative)),
  map_new: (row, { wording }) => goal(row, wording.trim()),
};

/** Draw one edit before the server has it. */
export function draw({ key, body }) {
  const row = rowOf(body.nugget);
  if (["add", "span"].includes(body.action)) choose(made(body.text.trim(), key, row));
  else if (row && DRAW[body.action]) {
    row.classList.add("unsent");
    DRAW[body.action](row, body);
    if (["up", "down"].includes(body.action)) choose(row);
  }
}
