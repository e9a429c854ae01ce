/** Large points over a cloud of small ones, with lines and labels. */

import { d3, plane, Plot, widthOf } from "./frame.js";

const LARGE = 5;
const SMALL = 2.8;
const ASIDE = 6; // from a point to its label
const LEGEND = 24; // its height, under the axis's title

export function scatter(drawing, size) {
  const every = [...drawing.points, ...drawing.cloud];
  const values = { x: every.map(([x]) => x), y: every.map(([, y]) => y) };
  const bottom = 56 + (drawing.legend.length ? LEGEND : 0);
  const { options, marks, ...scales } = plane(drawing, values, size, { bottom });
  return {
    ...options,
    marks: [
      ...marks,
      drawing.identity ? equal(options) : null,
      drawing.front.length > 1 ? Plot.line(drawing.front, { className: "front" }) : null,
      dots(drawing.cloud, SMALL, "cloud"),
      dots(drawing.points, LARGE, "dots"),
      labels(every, scales),
      Plot.text([drawing.corner.join("\n")], {
        frameAnchor: "top-left", dx: 10, dy: 8, lineHeight: 1.35, className: "corner",
      }),
      legend(drawing.legend),
    ],
  };
}

/** Return the line of equal values, if the axes share some. */
function equal({ x, y }) {
  const [low, high] = [
    Math.max(x.domain[0], y.domain[0]),
    Math.min(x.domain[1], y.domain[1]),
  ];
  return low < high ? Plot.line([[low, low], [high, high]], { className: "level" }) : null;
}

function dots(points, r, className) {
  return Plot.dot(points, {
    x: "0", y: "1", symbol: "2", title: "3", r, fill: "currentColor", className,
  });
}

/** Return the names of points: up and left, the free side of a front, where they fit. */
function labels(points, { x }) {
  const named = points.filter((point) => point[4]);
  const fits = ([value, , , , label]) => x(value) - ASIDE - widthOf(label) > x.range()[0];
  return d3.groups(named, fits).map(([left, some]) =>
    Plot.text(some, {
      x: "0",
      y: "1",
      text: "4",
      dx: left ? -ASIDE : ASIDE,
      dy: -ASIDE - 4,
      textAnchor: left ? "end" : "start",
      className: "label",
    }),
  );
}

/** Return the meaning of each shape, side by side under the plane. */
function legend(keys) {
  let left = 6;
  return keys.flatMap(([symbol, says]) => {
    const at = { frameAnchor: "bottom-left", dy: 66 };
    const key = Plot.dot([0], { ...at, dx: left, symbol, r: LARGE, className: "key" });
    const words = Plot.text([says], { ...at, dx: left + 10, lineAnchor: "middle" });
    left += 28 + widthOf(says);
    return [key, words];
  });
}
