/** The charts of a page, drawn by Observable Plot from `data-drawing`, and the drawings
 * in a leaderboard's rows.
 */

import { curves } from "./curves.js";
import { give } from "./file.js";
import { Plot } from "./frame.js";
import { intervals } from "./intervals.js";
import { matrix } from "./matrix.js";
import { letReach } from "./mark_texts.js";
import { drawRows } from "./rows.js";
import { scatter } from "./scatter.js";

const KINDS = { curves, intervals, matrix, scatter };

/** Draw into the page's svg, which has the chart's size and description. */
function draw(svg) {
  const { kind, ...drawing } = JSON.parse(svg.dataset.drawing);
  const { width, height } = svg.viewBox.baseVal;
  const drawn = Plot.plot({ ...KINDS[kind](drawing, { width, height }), width, height });
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
  document.querySelectorAll("table.leaderboard:not([data-drawn])").forEach(drawRows);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-svg]");
  if (link) give(link);
});

document.addEventListener("htmx:load", drawAll);
drawAll();
