/** The texts of a chart's marks, without a mouse: by arrow keys, and by a tap.
 *
 * A copy of one mark is drawn over the chart, so that no other mark covers it. Only the
 * copy can be focused, and the keys replace it by a copy of another mark. A chart may
 * have rows of marks (`data-row`): one curve, one line of a matrix, the large points
 * and the small ones.
 */

import { d3 } from "./frame.js";

const REACH = 24; // CSS pixels from a tap to its mark
const STEPS = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

const MARK = ":is(circle, path, rect):has(> title)";
const copied = new WeakMap(); // from a copy to its mark
const rowed = new WeakMap(); // from a chart to its rows of marks, which do not change
const wordsOf = (mark) => mark.querySelector("title").textContent;

const marksOf = (part) => [...part.querySelectorAll(MARK)];

function rowsOf(svg) {
  const rows = [...svg.querySelectorAll("[data-row]")];
  return (rows.length ? rows : [svg]).map(marksOf).filter((marks) => marks.length);
}

/** Return how a mark is moved inside its chart: by its groups, then by itself. */
function movedBy(mark) {
  const own = mark.getAttribute("transform") ?? "";
  const group = mark.parentNode.closest("g[transform]");
  return group ? `${movedBy(group)} ${own}`.trim() : own;
}

function middleOf(mark) {
  const box = mark.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Put a mark's copy over the chart, replacing the previous one. */
function choose(svg, mark) {
  const copy = mark.cloneNode(true);
  copy.setAttribute("transform", movedBy(mark));
  copied.set(copy, mark);
  copy.classList.add("chosen");
  copy.setAttribute("tabindex", "0");
  copy.setAttribute("aria-label", wordsOf(mark));
  copy.setAttribute("role", "img");
  svg.lastChild.replaceChildren(copy);
  return copy;
}

function go(svg, mark) {
  const copy = choose(svg, mark);
  copy.focus({ preventScroll: true });
  copy.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Return the mark to which a key moves. */
function led(svg, from, key) {
  const rows = rowed.get(svg);
  const place = rows.findIndex((marks) => marks.includes(from));
  if (key in DOWN && rows.length > 1) {
    const { x } = middleOf(from);
    const marks = rows[place + DOWN[key]];
    return marks ? d3.least(marks, (mark) => Math.abs(middleOf(mark).x - x)) : from;
  }
  const [marks, step] = [rows[place], STEPS[key] ?? DOWN[key]];
  const to = Math.max(0, Math.min(marks.length - 1, marks.indexOf(from) + step));
  return marks[to];
}

function tapped(svg, event) {
  const own = event.target.closest(MARK);
  if (own) return copied.get(own) ?? own;
  const far = (mark) => {
    const { x, y } = middleOf(mark);
    return Math.hypot(x - event.clientX, y - event.clientY);
  };
  const mark = d3.least(rowed.get(svg).flat(), far);
  return far(mark) <= REACH ? mark : null;
}

/** Make the marks of a drawn chart reachable, beginning with the first prominent one. */
export function letReach(svg) {
  const first = svg.querySelector(`.dots > ${MARK}`) ?? svg.querySelector(MARK);
  if (!first) return;
  svg.dataset.open = "";
  rowed.set(svg, rowsOf(svg));
  svg.setAttribute("role", "group"); // in an img nothing can be reached
  // A group of its own: without one, removing a copy triggers a new layout of the whole
  // chart.
  const over = document.createElementNS(svg.namespaceURI, "g");
  over.classList.add("over");
  svg.append(over);
  choose(svg, first);
  svg.closest(".charted").querySelector(".told").hidden = false;
}

const chartOf = (event) => event.target.closest?.("svg.chart[data-open]");

document.addEventListener("keydown", (event) => {
  const svg = chartOf(event);
  const from = copied.get(event.target);
  if (!svg || !from) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(event.key in STEPS || event.key in DOWN)) return;
  event.preventDefault();
  go(svg, led(svg, from, event.key));
});

document.addEventListener("click", (event) => {
  const svg = chartOf(event);
  const mark = svg && tapped(svg, event);
  if (mark) go(svg, mark);
});

document.addEventListener("focusin", (event) => {
  const svg = chartOf(event);
  if (!svg || !copied.has(event.target)) return;
  svg.closest(".charted").querySelector(".told").textContent = wordsOf(event.target);
});
