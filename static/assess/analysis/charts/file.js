/** A chart as a file of its own: in light colours, which become attributes. */

const KEPT = [
  "fill",
  "fill-opacity",
  "paint-order",
  "stroke",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "font-weight",
  "text-anchor",
];
const OURS = [
  "class",
  "role",
  "tabindex",
  "aria-describedby",
  "aria-hidden",
  "aria-label",
  "aria-labelledby",
];

/** Return a drawing for light paper, without what only a page needs. */
function alone(svg) {
  const copy = svg.cloneNode(true);
  const before = svg.style.colorScheme;
  svg.style.colorScheme = "light";
  const found = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(found[index]);
    const above = getComputedStyle(found[index].parentNode);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      const own = element.hasAttribute(name) || value !== above.getPropertyValue(name);
      if (own && !element.matches("title, desc")) element.setAttribute(name, value);
    }
  });
  svg.style.colorScheme = before;
  copy.querySelector(".over")?.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of OURS) element.removeAttribute(name);
    for (const name of Object.keys(element.dataset)) delete element.dataset[name];
    if (element.matches("title, desc")) element.removeAttribute("id");
  }
  return copy;
}

/** Return the text of a drawing's file. */
function written(svg) {
  const copy = alone(svg);
  copy.setAttribute("font-family", "sans-serif");
  copy.setAttribute("font-size", "12");
  const paper = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", "#fff"]]) {
    paper.setAttribute(name, value);
  }
  copy.querySelector("g").before(paper);
  return new XMLSerializer().serializeToString(copy);
}

/** Make a link marked `data-svg`, which points to a chart, download its drawing. */
export function give(link) {
  link.dataset.svg ||= link.hash; // the file's address replaces it
  const chart = document.querySelector(`${link.dataset.svg} svg.chart`);
  const file = new Blob([written(chart)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(file);
  link.href = address;
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
