/** An edited list on the page: the selected item, and edits drawn at once.
 *
 * Drawings are provisional: the server's own list replaces them as soon as nothing
 * waits to be sent.
 */

export const editor = () => document.getElementById("editor");
export const one = editor().dataset.one; // what an item is: a nugget, a question
export const field = editor().dataset.field ?? one; // names the selected one in forms and answers
export const choices = `input[name=${field}]`;
export const chosen = () => editor().querySelector(`${choices}:checked`);
export const rowOf = (name) =>
  name ? (editor().querySelector(`${choices}[value="${CSS.escape(name)}"]`)?.closest(".nugget") ?? null) : null;
export const textOf = (row) => row?.querySelector(".text").textContent ?? "";
export const choiceIn = (row) => row?.querySelector(choices);
export const rows = () => [...editor().querySelectorAll(".nuggets .nugget")];
export const beside = (row, step) => {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  return other?.matches(".nugget") ? other : null;
};

/** Return the items that m would merge: the marked, else the selected one and the one above.
 */
export function together() {
  const marked = [...editor().querySelectorAll("input[name=marked]:checked")].map((box) => box.closest(".nugget"));
  const row = chosen()?.closest(".nugget");
  if (marked.length < 2 && row && !marked.includes(row)) marked.push(row);
  if (marked.length < 2 && row) marked.unshift(beside(row, -1));
  return rows().filter((each) => marked.includes(each));
}

/** Parts of drawings. */

export function word(row, text) {
  row.querySelector(".text").textContent = text;
}

/** Draw a new item below another one, at the end without one. */
export function made(text, name, below) {
  const row = editor().querySelector("template[data-row]").content.firstElementChild.cloneNode(true);
  word(row, text);
  Object.assign(choiceIn(row), { value: name, disabled: !name });
  row.querySelector(".mark")?.remove();
  row.classList.add("pending");
  if (below) below.after(row);
  else editor().querySelector(".nuggets").append(row);
  return row;
}

export function choose(row) {
  const choice = choiceIn(row);
  if (!choice) return;
  choice.checked = true;
  if (editor().contains(document.activeElement) || document.activeElement === document.body) choice.focus();
}

export function drop(row) {
  const other = beside(row, 1) ?? beside(row, -1);
  const led = choiceIn(row).checked;
  row.remove();
  if (led) choose(other);
}

/** Return the drawing of an importance. */
export function importance(value) {
  return (row) => {
    row.querySelector(".importance").textContent = value || "–";
    row.classList.toggle("vital", value === "vital");
  };
}

/** Return the drawing of a move by one row. */
export function shift(step) {
  return (row) => {
    const other = beside(row, step);
    if (other) (step < 0 ? other.before(row) : other.after(row));
    choose(row);
  };
}

/** Draw where an item belongs. */
export function goal(row, words, none = "unmapped") {
  const place = row.querySelector(".goal");
  place.textContent = words || none;
  place.title = place.textContent;
  place.dataset.letter = words ? letterOf(words) : "–";
  place.classList.toggle("none", !words);
}

const option = (uuid) =>
  editor().querySelector("template[data-box=map]").content.querySelector(`option[value="${CSS.escape(uuid)}"]`);

/** Return the letter of a sub-narrative by its words, "" for a new one. */
function letterOf(words) {
  const all = editor().querySelector("template[data-box=map]")?.content.querySelectorAll("option[value]") ?? [];
  return [...all].find((each) => each.value && titleOf(each.value) === words)?.dataset.letter ?? "";
}

/** Return the words of a sub-narrative, "" for none. */
export function titleOf(uuid) {
  const found = uuid && option(uuid);
  return found ? found.textContent.trim().slice(found.dataset.letter.length).trim() : "";
}
