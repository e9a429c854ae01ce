/** The last labels with their grades, kept up to date on the page. */

const MOST = 20;

const list = () => document.querySelector("#recent .recents");

/** Return a value as the page shows it: by its mark, or by itself. */
function shown(value) {
  const made = document.createElement("span");
  made.className = "grade";
  const mark = document.querySelector(`#sheet template[data-mark="${value}"]`);
  made.append(mark ? mark.content.cloneNode(true) : value);
  return made;
}

/** Return an active time as the page shows it. */
function spent(ms) {
  if (ms === null) return "–";
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

const lineOf = (item) => [...list().children].find((one) => one.dataset.item === item);

/** Return an item's active milliseconds in the list, null for none. */
export function listedTime(item) {
  const ms = lineOf(item)?.dataset.active;
  return ms ? Number(ms) : null;
}

function line(item, { address, value, about, place, active }) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  made.dataset.item = item;
  made.dataset.active = active ?? "";
  link.href = address;
  link.append(shown(value), " ", part("title", about), " ", part("soft fine", place), " ");
  link.append(part("soft fine", spent(active)));
  link.children[1].setAttribute("dir", "auto");
  made.append(link);
  return made;
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

/** Put a label at the top of the list; a label without a grade is removed from it. */
export function remember(item, label) {
  const others = [...list().querySelectorAll("li[data-item]")].filter(
    (other) => other.dataset.item !== item,
  );
  const all = label.value ? [line(item, label), ...others] : others;
  list().replaceChildren(...(all.length ? all.slice(0, MOST) : [empty()]));
}

/** Return the last label given before this page, in undoable form; null for none.
 *
 * Labels given on this page are undone from its own memory, and are not among these.
 */
export function lastListed() {
  const one = list().querySelector("li[data-before]");
  if (!one) return null;
  const { item, version, before } = one.dataset;
  const address = one.querySelector("a").getAttribute("href");
  return { item, left: Number(version), before: { ...JSON.parse(before), address } };
}

/** Keep a label in the list that can no longer be undone. */
export function notListed(item) {
  delete lineOf(item)?.dataset.before;
}

/** Open the list, with the last label as the first option. */
export function openRecent() {
  document.getElementById("recent").showModal();
  (list().querySelector("a") ?? document.querySelector("#recent button")).focus();
}

document.getElementById("recent")?.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...list().querySelectorAll("a")];
  const place = links.findIndex((link) => link === document.activeElement) + step;
  links[Math.max(0, Math.min(place, links.length - 1))]?.focus();
});
