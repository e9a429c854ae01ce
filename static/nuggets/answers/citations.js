/** Citations in the text: stored as `[docid]`, written as a chip `[1]` that shows its passage.
 *
 * In the field a chip has an invisible joiner after its bracket, so that “[1]” as somebody
 * types it stays what it is. A layer over the field draws the chips in their places.
 */

const CHIP = /(\[\u2060\d+\])/;
const card = document.getElementById("cited");
const field = document.getElementById("text");
const layer = document.getElementById("chips");
const boxes = [...document.querySelectorAll("#answer [name=used]")]; // the passages, from 1
const numbers = new Map(boxes.map((box, place) => [box.dataset.docid, place + 1]));
const boxOf = (chip) => boxes[Number(chip.replace(/\D/g, "")) - 1];

/** Return a passage's chip as it stands in the field. */
export const chipOf = (docid) => `[\u2060${numbers.get(docid)}]`;

/** Return a stored text as it is written in the field. */
export const shown = (text) =>
  text.replace(/\[([^\][]+)\]/g, (whole, docid) => (numbers.has(docid) ? chipOf(docid) : whole));

/** Return a field's text as it is stored; what is left of a chip that was cut is plain. */
export const stored = (text) => text.split(CHIP).map(storedPart).join("");

const storedPart = (part, place) =>
  place % 2 && boxOf(part) ? `[${boxOf(part).dataset.docid}]` : part.replaceAll("[\u2060", "[");

/** Return a field's text without chips. */
export const withoutChips = (text) => text.split(CHIP).filter((_, place) => place % 2 === 0).join("");

function drawn(part) {
  const made = document.getElementById("chip").content.firstElementChild.cloneNode(true);
  const { value, labels } = boxOf(part);
  made.textContent = part;
  made.dataset.cites = value;
  made.href = `?passage=${value}`;
  made.setAttribute("hx-get", document.getElementById("passage").dataset.base + `${value}/`);
  made.setAttribute("aria-label", `Citation of passage ${labels[0].textContent.trim().replace(/\s+/g, " ")}`);
  return made;
}

/** Draw the chips of the field's text. */
export function drawChips(text) {
  if (layer.textContent === `${text}\u200b`) return; // a chip may have the focus
  const parts = text.split(CHIP).map((part, place) => (place % 2 && boxOf(part) ? drawn(part) : part));
  layer.replaceChildren(...parts, "\u200b"); // a last line that is empty has its height too
  window.htmx.process(layer);
  card.hidden = true;
}

/** Show a chip's card below it, or above it in the lower half of the window. */
function show(chip) {
  card.replaceChildren();
  card.hidden = false;
  const { left, top, bottom } = chip.getBoundingClientRect();
  const isLow = bottom > innerHeight / 2;
  card.style.left = `${Math.max(0, Math.min(left, innerWidth - card.offsetWidth))}px`;
  card.style.top = isLow ? "auto" : `${bottom}px`;
  card.style.bottom = isLow ? `${innerHeight - top}px` : "auto";
}

for (const sign of ["mouseover", "focusin"]) {
  document.addEventListener(sign, ({ target }) => {
    const chip = target.closest("#chips a");
    if (chip) show(chip);
    else if (!target.closest("#cited") && !document.activeElement.matches("#chips a")) card.hidden = true;
  });
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") card.hidden = true;
});

field.addEventListener("keydown", ({ key }) => {
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (key !== "Backspace" || start !== end) return;
  const [chip] = /\[\u2060\d+\]$/.exec(value.slice(0, start)) ?? [];
  if (chip) field.setSelectionRange(start - chip.length, start); // it goes whole
});
