/** What the charts share: round ends, axes with a grid, and text cut to fit.
 *
 * `Plot` and `d3` are the libraries of static/vendor/plot, loaded before these modules.
 */

export const { Plot, d3 } = globalThis;

const STEPS = 5; // approximate number of steps between the ends of an axis

const ruler = document.createElement("canvas").getContext("2d");
ruler.font = `12px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;

/** Return a text's width, in units of the drawing. */
export const widthOf = (text) => ruler.measureText(text).width;

/** Return text cut to the available room; a cut text keeps so many letters of its end. */
export function cut(text, room, end = 0) {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  const last = letters.splice(letters.length - end).join("");
  const left = () => `${letters.join("")}…${last}`;
  do letters.pop();
  while (letters.length > 1 && widthOf(left()) > room);
  return left();
}

/** Return text in one or two lines, each cut to the available room. */
export function folded(text, room) {
  const words = text.split(" ");
  let first = words.shift();
  while (words.length && widthOf(`${first} ${words[0]}`) <= room) first += ` ${words.shift()}`;
  return [first, words.join(" ")].map((line) => cut(line, room)).join("\n").trim();
}

/** Return an axis's two ends: its own, or round numbers around the values.
 *
 * From 0 to 1 without values, or if all values are the same share.
 *
 * @param {{low?: number, high?: number}} own
 * @param {(number | null)[]} values
 */
export function endsOf({ low, high }, values) {
  const found = values.filter((value) => value !== null);
  let [from, to] = [low ?? d3.min(found) ?? 0, high ?? d3.max(found) ?? 1];
  if (!(from < to)) [from, to] = from >= 0 && from <= 1 ? [0, 1] : [from - 0.5, from + 0.5];
  const [least, most] = d3.nice(from, to, STEPS);
  return [low ?? least, high ?? most];
}

function ticksOf({ ticks }, [from, to]) {
  const within = ticks.filter(([value]) => value >= from && value <= to);
  if (!within.length) return { ticks: STEPS };
  const said = new Map(within);
  return { ticks: [...said.keys()], tickFormat: (value) => said.get(value) };
}

export const AXIS = { tickSize: 0, labelAnchor: "center", labelArrow: "none", className: "tick" };

/** Return the grid, numbers and title of a horizontal axis. */
export function across(axis, ends, room) {
  const ticks = ticksOf(axis, ends);
  return [
    Plot.gridX({ ticks: ticks.ticks, strokeOpacity: 1, className: "grid" }),
    Plot.axisX({ ...AXIS, ...ticks, labelOffset: 40, label: cut(axis.title, room) }),
  ];
}

/** Return the grid, numbers and title of a vertical axis. */
export function up(axis, ends, room) {
  const ticks = ticksOf(axis, ends);
  return [
    Plot.gridY({ ticks: ticks.ticks, strokeOpacity: 1, className: "grid" }),
    Plot.axisY({ ...AXIS, ...ticks, label: cut(axis.title, room) }),
  ];
}

/** Return the options and first marks of a plane with two axes. */
export function plane(axes, values, { width, height }, margins) {
  const around = { left: 56, top: 14, right: 18, bottom: 56, ...margins };
  const x = endsOf(axes.x, values.x);
  const y = endsOf(axes.y, values.y);
  const [wide, high] = [
    width - around.left - around.right,
    height - around.top - around.bottom,
  ];
  return {
    options: {
      marginLeft: around.left,
      marginTop: around.top,
      marginRight: around.right,
      marginBottom: around.bottom,
      x: { domain: x, label: null },
      y: { domain: y, label: null },
    },
    marks: [
      ...across(axes.x, x, wide),
      ...up(axes.y, y, high),
      Plot.frame({ anchor: "left", className: "axis" }),
      Plot.frame({ anchor: "bottom", className: "axis" }),
    ],
    x: d3.scaleLinear(x, [around.left, width - around.right]),
    y: d3.scaleLinear(y, [height - around.bottom, around.top]),
  };
}
