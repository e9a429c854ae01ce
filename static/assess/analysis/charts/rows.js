/** The drawings in a leaderboard's rows: intervals over one axis, and brackets. */

import { d3, endsOf } from "./frame.js";

const [WIDE, HIGH, MARGIN] = [168, 20, 14]; // of an interval's drawing
const LANE = 7; // distance of brackets
const BRACKET = {
  "┌": (x) => `M${x + 3} 5H${x}V${HIGH}`,
  "│": (x) => `M${x} 0V${HIGH}`,
  "└": (x) => `M${x} 0V15H${x + 3}`,
};

function drawing(wide) {
  return d3
    .create("svg")
    .attr("viewBox", `0 0 ${wide} ${HIGH}`)
    .attr("width", wide)
    .attr("aria-hidden", "true");
}

/** Draw `data-line`, a mean with its two ends if it has them, and `data-brackets`, one
 * sign per lane.
 */
export function drawRows(table) {
  table.dataset.drawn = "";
  const cells = [...table.querySelectorAll("[data-line]")];
  const lines = cells.map((cell) => cell.dataset.line.split(" ").map(Number));
  const x = d3.scaleLinear(endsOf({}, lines.flat()), [MARGIN, WIDE - MARGIN]);
  axis(d3.select(table).select("th.line svg"), x);
  cells.forEach((cell, index) => cell.append(interval(lines[index], x)));
  for (const cell of table.querySelectorAll("[data-brackets]")) {
    cell.append(brackets(cell.dataset.brackets));
  }
}

function axis(svg, x) {
  for (const value of x.ticks(3)) {
    svg.append("text").attr("x", x(value)).attr("y", 13).text(x.tickFormat(3)(value));
    svg.append("path").attr("d", `M${x(value)} 16v4`);
  }
}

function interval([mean, low, high], x) {
  const svg = drawing(WIDE).attr("height", HIGH);
  if (low !== undefined) svg.append("path").attr("d", `M${x(low)} ${HIGH / 2}H${x(high)}`);
  svg.append("circle").attr("cx", x(mean)).attr("cy", HIGH / 2).attr("r", 3);
  return svg.node();
}

/** Return one row's brackets, stretched to its height, so that they meet those of other rows.
 */
function brackets(signs) {
  const svg = drawing(LANE * signs.length + 1).attr("preserveAspectRatio", "none");
  [...signs].forEach((sign, lane) => {
    if (sign in BRACKET) svg.append("path").attr("d", BRACKET[sign](4 + lane * LANE));
  });
  return svg.node();
}
