/** The last labels with their grades, kept true while the page stays. */

const MOST = 20;

const list = () => document.querySelector("#recent .recents");

function line(segment, { address, value, title, place }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  item.dataset.segment = segment;
  link.href = address;
  link.append(part("grade", value), " ", part("title", title), " ", part("soft fine", place));
  link.children[1].dir = "auto";
  item.append(link);
  return item;
}

function part(name, words) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = words;
  return made;
}

function empty() {
  const item = document.createElement("li");
  item.className = "soft";
  item.textContent = list().dataset.empty;
  return item;
}

/** Put a label at the head of the list; without a grade it leaves it. */
export function remember(segment, label) {
  const others = [...list().querySelectorAll("li[data-segment]")].filter(
    (item) => item.dataset.segment !== segment,
  );
  const all = label.value ? [line(segment, label), ...others] : others;
  list().replaceChildren(...(all.length ? all.slice(0, MOST) : [empty()]));
}

document.getElementById("recent").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...list().querySelectorAll("a")];
  const place = links.indexOf(document.activeElement) + step;
  links[Math.max(0, Math.min(place, links.length - 1))]?.focus();
});
