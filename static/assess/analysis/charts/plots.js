/** The charts of a page, drawn by Observable Plot from `data-drawing`. */

import { curves } from "./curves.js";
import { give } from "./file.js";
import { Plot } from "./frame.js";
import { intervals } from "./intervals.js";
import { matrix } from "./matrix.js";
import { letReach } from "./mark_texts.js";
import { scatter } from "./scatter.js";

const KINDS = { curves, intervals, matrix, scatter };
const MOST = { curves: 900, intervals: 900, matrix: 0, scatter: 580 }; // widths

/** Return the size of a drawing: as wide as its column, a scatter as much higher.
 *
 * @param {SVGSVGElement} svg
 * @param {string} kind
 */
function sizeIn(svg, kind) {
  const { width, height } = svg.viewBox.baseVal;
  const room = Math.floor(svg.closest(".scroll").clientWidth);
  const more = Math.max(0, Math.min(room, MOST[kind]) - width);
  const size = { width: width + more, height: height + (kind === "scatter" ? more : 0) };
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.setAttribute("width", `${size.width}`);
  svg.setAttribute("height", `${size.height}`);
  return size;
}

/** Draw into the page's svg, which has the chart's least size and description. */
function draw(svg) {
  const { kind, ...drawing } = JSON.parse(svg.dataset.drawing);
  const size = sizeIn(svg, kind);
  const drawn = Plot.plot({ ...KINDS[kind](drawing, size), ...size });
  drawn.querySelector("style").remove(); // the policy has no inline style; css/charts.css has it
  const all = document.createElementNS(svg.namespaceURI, "g");
  all.setAttribute("fill", "currentColor");
  all.setAttribute("text-anchor", "middle");
  all.append(...drawn.children);
  for (const part of all.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  for (const row of all.querySelectorAll(".cloud, .dots, .place, .cells")) row.dataset.row = "";
  delete svg.dataset.drawing;
  svg.append(all);
  letReach(svg);
}

function drawAll() {
  for (const svg of document.querySelectorAll("svg.chart[data-drawing]")) {
    try {
      draw(svg);
    } catch (error) {
      reportError(error); // the other charts are still drawn
    }
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-svg]");
  if (link) give(link);
});

document.addEventListener("htmx:load", drawAll);
drawAll();
