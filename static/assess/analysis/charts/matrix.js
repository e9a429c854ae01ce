/** A matrix of counts, shaded by size. */

import { AXIS, cut, d3, folded, Plot } from "./frame.js";

const SHADE = 0.08; // how much darker each of five levels is

export function matrix(drawing, { width, height }) {
  const { left, rows, columns } = drawing;
  const room = (width - left - 12) / columns.length;
  return {
    marginLeft: left,
    marginRight: 12,
    marginTop: 56,
    marginBottom: 12,
    x: { type: "band", domain: d3.range(columns.length), padding: 0 },
    y: { type: "band", domain: d3.range(rows.length), padding: 0 },
    marks: [
      Plot.axisX({
        ...AXIS,
        anchor: "top",
        label: cut(drawing.across, width - left),
        tickFormat: (at) => folded(columns[at], room - 6),
      }),
      Plot.axisY({
        ...AXIS,
        label: cut(drawing.down, height - 68),
        tickFormat: (at) => cut(rows[at], left - 30),
      }),
      squares(drawing.squares),
    ],
  };
}

function squares(rows) {
  const cells = rows.map((row, y) =>
    row.map(([level, same, text, says], x) => ({ x, y, level, same, text, says })),
  );
  const [same, other] = [true, false].map((kind) =>
    cells.flat().filter((cell) => cell.same === kind),
  );
  const at = { x: "x", y: "y" };
  return [
    cells.map((row) =>
      Plot.cell(row, {
        ...at,
        fillOpacity: { value: (cell) => cell.level * SHADE, scale: null },
        title: "says",
        className: "cells",
      }),
    ),
    Plot.cell(same, { ...at, inset: 0.5, fill: "none", className: "diagonal" }),
    Plot.text(same, { ...at, text: "text", className: "in same" }),
    Plot.text(other, { ...at, text: "text", className: "in" }),
  ];
}
