/** Exact spans: between a selection on a page and code points of a stored text.
 *
 * `root` shows a stored text and nothing else, cut into any number of nodes. A span is
 * [start, end) in Unicode code points, as Python slices the text.
 */

const KIND = "span[data-spans]"; // what `paint` wraps

/** @returns {Text[]} */
function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found;
}

/** Return how many code points a string has. */
export function lengthOf(text) {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}

/** Return the code units before a number of code points. */
function unitsOf(text, points) {
  let units = 0;
  for (const point of text) {
    if (points <= 0) break;
    points -= 1;
    units += point.length;
  }
  return units;
}

/** Return the text of a span.
 *
 * @param {Element} root
 * @param {number[]} span its start and end
 */
export function textOf(root, [start, end]) {
  const text = root.textContent;
  return text.slice(unitsOf(text, start), unitsOf(text, end));
}

const BRIEF = 50; // code points

/** Return the beginning of a text as a name: whole words unless they are long. */
export function brief(text) {
  const points = [...text];
  if (points.length <= BRIEF) return text;
  const start = points.slice(0, BRIEF).join("");
  const word = points[BRIEF].trim() ? start.search(/\s\S*$/u) : -1;
  return `${(word > 0 ? start.slice(0, word) : start).trimEnd()}…`;
}

/** From the page to the text. */

/** Return the text before a place on the page: all of it for a place after the end. */
function before(root, node, offset) {
  const range = document.createRange();
  range.selectNodeContents(root);
  const side = range.comparePoint(node, offset);
  if (side < 0) return "";
  if (side === 0) range.setEnd(node, offset);
  return range.toString();
}

/** Return the span of a range without white space at its ends, null if nothing is left. */
export function spanOf(root, range) {
  const text = root.textContent;
  let start = before(root, range.startContainer, range.startOffset).length;
  let end = before(root, range.endContainer, range.endOffset).length;
  const chosen = text.slice(start, end);
  start += chosen.length - chosen.trimStart().length;
  end -= chosen.length - chosen.trimEnd().length;
  if (start >= end) return null;
  // Half a surrogate pair counts as the whole: scripts can cut there, people cannot.
  if (isPair(text, start)) start -= 1;
  if (isPair(text, end)) end += 1;
  const first = lengthOf(text.slice(0, start));
  return [first, first + lengthOf(text.slice(start, end))];
}

function isPair(text, place) {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(place - 1, place + 1));
}

/** Return the span that the person has selected in a text, else null. */
export function selectedSpan(root) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  return spanOf(root, selection.getRangeAt(0));
}

/** From the text to the page. */

/** Return the range on the page that shows a span. */
export function rangeOf(root, [start, end]) {
  const text = root.textContent;
  const range = document.createRange();
  range.selectNodeContents(root);
  const nodes = textNodes(root);
  if (!nodes.length) return range;
  const [first, from] = placeOf(nodes, unitsOf(text, start), { open: true });
  const [last, to] = placeOf(nodes, unitsOf(text, end));
  range.setStart(first, from);
  range.setEnd(last, to);
  return range;
}

/** Return the node and offset of a code unit; where two nodes meet, `open` is the later. */
function placeOf(nodes, units, { open = false } = {}) {
  let left = units;
  for (const node of nodes) {
    if (left < node.length || (!open && left === node.length)) return [node, left];
    left -= node.length;
  }
  return [nodes.at(-1), nodes.at(-1).length];
}

/** Select a span, as a mouse would. */
export function select(root, span) {
  const selection = getSelection();
  selection.removeAllRanges();
  if (span) selection.addRange(rangeOf(root, span));
}

/** Spans painted over the text. */

/** Wrap the pieces of some spans; where spans overlap, a piece belongs to several.
 *
 * Each span is {start, end, name}; a piece has the names in `data-spans`, their number
 * in `data-depth`, and in `data-opens` those that begin with it. The selection does not
 * change.
 */
export function paint(root, spans) {
  const chosen = selectedSpan(root);
  clear(root);
  const places = spans.flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set(places)].sort((a, b) => a - b);
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const over = spans.filter(({ start, end }) => start <= cuts[at] && cuts[at + 1] <= end);
    if (over.length) wrap(root, [cuts[at], cuts[at + 1]], over);
  }
  if (chosen) select(root, chosen);
}

function wrap(root, span, over) {
  let opens = over.filter(({ start }) => start === span[0]).map(({ name }) => name);
  for (const part of parts(rangeOf(root, span), root)) {
    const made = document.createElement("span");
    made.dataset.spans = over.map(({ name }) => name).join(" ");
    made.dataset.depth = String(Math.min(over.length, 3));
    if (opens.length) made.dataset.opens = opens.join(" ");
    opens = [];
    part.replaceWith(made);
    made.append(part);
  }
}

/** Return the text nodes of a range, cut where it begins and ends. */
function parts({ startContainer, startOffset, endContainer, endOffset }, root) {
  const nodes = textNodes(root);
  const [first, last] = [nodes.indexOf(startContainer), nodes.indexOf(endContainer)];
  const found = nodes.slice(first, last + 1);
  if (endOffset < endContainer.length) endContainer.splitText(endOffset);
  if (startOffset > 0) found[0] = startContainer.splitText(startOffset);
  return found.filter((node) => node.length);
}

/** Remove the painted spans; the text does not change. */
export function clear(root) {
  for (const made of root.querySelectorAll(KIND)) {
    const parent = made.parentNode;
    made.replaceWith(...made.childNodes);
    parent.normalize();
  }
}

/** Return the names of the painted spans at an element of the text. */
export function namesAt(element) {
  const names = [];
  for (let at = element?.closest(KIND); at; at = at.parentElement?.closest(KIND)) {
    names.push(...at.dataset.spans.split(" "));
  }
  return [...new Set(names)];
}
