/** Curves with bands over one pair of axes, each named at its end. */

import { d3, plane, Plot } from "./frame.js";

const SHAPES = ["circle", "square", "triangle", "diamond"];
const COLOURS = 6; // .s1 to .s6 in css/charts.css
const MOST_MARKED = 60; // places of a curve that get a shape each
const APART = 15; // heights of two names at the least

export function curves(drawing, size) {
  const places = drawing.curves.flatMap((curve) => curve.places);
  const level = drawing.level ? [drawing.level[0]] : [];
  const values = {
    x: places.map(([x]) => x),
    y: [...places.flatMap(([, ...ys]) => ys.slice(0, 3)), ...level],
  };
  const { options, marks, ...scales } = plane(drawing, values, size, { right: drawing.room });
  const names = namesOf(drawing.curves, scales);
  return {
    ...options,
    marks: [
      ...marks,
      drawing.level ? across(drawing.level) : null,
      drawing.curves.map((curve, index) => curved(curve, index)),
      names.map(({ curve, number, ...place }) =>
        Plot.text([curve.name], { ...place, frameAnchor: "top-left", className: `label s${number}` }),
      ),
    ],
  };
}

/** Return a value that matters as a line, with its words. */
function across([value, says]) {
  return [
    Plot.ruleY([value], { className: "level" }),
    Plot.text([says], {
      y: value, frameAnchor: "left", dx: 8, dy: -9, className: "corner",
    }),
  ];
}

function curved({ places, dashed }, index) {
  const series = `s${(index % COLOURS) + 1}${dashed ? " dashed" : ""}`;
  const whole = places.filter(([, , low, high]) => low !== null && high !== null);
  const known = places.filter(([, y]) => y !== null);
  return [
    whole.length > 1
      ? Plot.areaY(whole, { x: "0", y1: "2", y2: "3", className: `band ${series}` })
      : null,
    Plot.line(places, { x: "0", y: "1", className: `line ${series}` }),
    Plot.dot(known, {
      x: "0",
      y: "1",
      title: "4",
      r: known.length > MOST_MARKED ? 1.6 : 3,
      symbol: () => SHAPES[index % SHAPES.length],
      fill: "currentColor",
      className: `place ${series}`,
    }),
  ];
}

/** Return where the names stand: right of their ends and apart, or above an end where
 * another curve goes on. */
function namesOf(all, { x, y }) {
  const ends = all.map((curve, index) => {
    const [across = 0, up = 0] = curve.places.findLast(([, value]) => value !== null) ?? [];
    return { curve, number: (index % COLOURS) + 1, right: x(across), down: y(up) };
  });
  const last = Math.max(...ends.map((end) => end.right));
  const [beside, above] = [
    ends.filter((end) => end.right === last),
    ends.filter((end) => end.right < last),
  ];
  return [...spread(beside), ...above].map(({ right, down, ...named }) => ({
    ...named,
    dx: right - x.range()[0] + (right === last ? 10 : 0),
    dy: down - y.range()[1] - (right === last ? 0 : 14),
    textAnchor: right === last ? "start" : "end",
    lineAnchor: "middle",
  }));
}

/** Move ends as far down as it takes for their names to stand apart, then back up. */
function spread(ends) {
  const sorted = d3.sort(ends, (end) => end.down);
  const middle = () => d3.mean(sorted, (end) => end.down);
  const before = middle();
  sorted.forEach((end, index) => {
    if (index) end.down = Math.max(end.down, sorted[index - 1].down + APART);
  });
  const moved = middle() - before;
  for (const end of sorted) end.down -= moved;
  return sorted;
}
