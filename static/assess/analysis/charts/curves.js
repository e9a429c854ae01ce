/** Curves with bands over one pair of axes, each named at its end. */

import { cut, d3, plane, Plot } from "./frame.js";

const SHAPES = ["circle", "square", "triangle", "diamond"];
const COLOURS = 6; // .s1 to .s6 in css/charts.css
const MOST_MARKED = 60; // most places of a curve that have a shape each
const APART = 15; // minimum distance of two names
const ABOVE = 5; // from a name to the bottom of the plane, where the numbers are

const seriesOf = (index) => `s${(index % COLOURS) + 1}`;
const shapeOf = (index) => SHAPES[index % SHAPES.length];

export function curves(drawing, size) {
  const places = drawing.curves.flatMap((curve) => curve.places);
  const level = drawing.level ? [drawing.level[0]] : [];
  const values = {
    x: places.map(([x]) => x),
    y: [...places.flatMap(([, ...ys]) => ys.slice(0, 3)), ...level],
  };
  const { options, marks, ...scales } = plane(drawing, values, size, { right: drawing.room });
  return {
    ...options,
    marks: [
      ...marks,
      drawing.level ? across(drawing.level) : null,
      drawing.curves.map((curve, index) => curved(curve, index)),
      namesOf(drawing.curves, scales).map((name) =>
        named(name, drawing.room, drawing.curves.length > 1),
      ),
    ],
  };
}

/** Return the line of an important value, with its text. */
function across([value, says]) {
  return [
    Plot.ruleY([value], { className: "level" }),
    Plot.text([says], {
      y: value, frameAnchor: "left", dx: 8, dy: -9, className: "corner",
    }),
  ];
}

function curved({ places, dashed }, index) {
  const series = `${seriesOf(index)}${dashed ? " dashed" : ""}`;
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
      symbol: () => shapeOf(index),
      fill: "currentColor",
      className: `place ${series}`,
    }),
  ];
}

/** Return a name, after its curve's shape if there are several curves. */
function named({ curve, index, right, down }, room, others) {
  const at = { frameAnchor: "top-left", dy: down };
  return [
    others
      ? Plot.dot([0], {
          ...at,
          dx: right + 12,
          symbol: shapeOf(index),
          r: 3,
          fill: "currentColor",
          className: `end ${seriesOf(index)}`,
        })
      : null,
    Plot.text([cut(curve.name, room - 22)], {
      ...at,
      dx: right + (others ? 20 : 10),
      textAnchor: "start",
      lineAnchor: "middle",
      className: "label",
    }),
  ];
}

/** Return the places of the names, from the plane's corner: right of the last end of
 * all, and as high as the curve's end, if there is room.
 */
function namesOf(all, { x, y }) {
  const [bottom, top] = y.range();
  const ends = all.map((curve, index) => {
    const [across, up] = curve.places.findLast(([, value]) => value !== null) ?? [];
    const known = up !== undefined;
    return { curve, index, right: known && x(across), down: known ? y(up) : bottom };
  });
  const right = d3.max(ends, (end) => end.right) || x.range()[1];
  return spread(ends, top, bottom - ABOVE).map(({ down, ...end }) => ({
    ...end,
    right: right - x.range()[0],
    down: down - top,
  }));
}

/** Move ends as little as possible until their names are separate, between two heights. */
function spread(ends, top, bottom) {
  const sorted = d3.sort(ends, (end) => end.down);
  sorted.reduce((least, end) => (end.down = Math.max(end.down, least)) + APART, top);
  sorted.reduceRight((most, end) => (end.down = Math.min(end.down, most)) - APART, bottom);
  return sorted;
}
