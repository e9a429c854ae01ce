/** Rows of values with their intervals, and brackets around indistinguishable rows. */

import { across, cut, d3, endsOf, Plot, widthOf } from "./frame.js";

const LANE = 9; // distance of brackets
const MOST = 240; // room for names
const END = 12; // letters of its end that a long name keeps: a group's runs differ there

export function intervals(drawing, { width }) {
  const rows = drawing.rows.map(([name, value, low, high, says], index) => ({
    name, value, low, high, says, index,
  }));
  const ends = endsOf(drawing.axis, rows.flatMap((row) => [row.value, row.low, row.high]));
  const names = Math.min(MOST, Math.max(0, ...rows.map((row) => widthOf(row.name))));
  const [marginLeft, marginRight] = [24 + names, 14 + LANE * drawing.lanes.length];
  return {
    marginLeft,
    marginRight,
    marginTop: 8,
    marginBottom: 48,
    x: { domain: ends, label: null, clamp: true },
    y: { type: "band", domain: d3.range(rows.length), padding: 0, label: null },
    marks: [
      across(drawing.axis, ends, width - marginLeft - marginRight),
      Plot.axisY({
        tickSize: 0,
        label: null,
        className: "tick",
        tickFormat: (at) => cut(rows[at].name, MOST, END),
      }),
      whiskers(rows),
      means(rows),
      drawing.lanes.map((groups, lane) => brackets(groups, LANE * (lane + 1))),
    ],
  };
}

function whiskers(rows) {
  const known = rows.filter((row) => row.low !== null && row.high !== null);
  const on = { y: "index", className: "whisker" };
  return [
    Plot.ruleY(known, { ...on, x1: "low", x2: "high" }),
    ["low", "high"].map((end) =>
      Plot.tickX(known, { ...on, x: end, insetTop: 7, insetBottom: 7 }),
    ),
  ];
}

/** Return a dot per row, and "–" if there is no value. */
function means(rows) {
  const [known, without] = [true, false].map((is) =>
    rows.filter((row) => (row.value !== null) === is),
  );
  const on = { y: "index", title: "says" };
  return [
    Plot.dot(known, {
      ...on, x: "value", r: 4, fill: "currentColor", className: "dot",
    }),
    Plot.text(without, { ...on, text: () => "–", frameAnchor: "left", dx: 10 }),
  ];
}

/** Return one lane's brackets, at that distance right of the plane. */
function brackets(groups, aside) {
  return (_, { y }, __, { width, marginRight }) => {
    const right = width - marginRight + aside;
    const path = d3.path();
    for (const [first, last] of groups) {
      const [top, end] = [y(first) + 4, y(last) + y.bandwidth() - 4];
      path.moveTo(right - 4, top);
      path.lineTo(right, top);
      path.lineTo(right, end);
      path.lineTo(right - 4, end);
    }
    return d3.create("svg:path").attr("class", "bracket").attr("d", path).node();
  };
}
