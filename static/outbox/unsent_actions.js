/** Actions that are not saved by themselves: each with its reason, its page, and its choices.
 */

const place = () => document.getElementById("unsent");
let shown = "";

/** Show the actions that wait for their person, until each is settled. */
export function showUnsent(actions, { again, leave }) {
  const now = JSON.stringify(actions.map(({ key, reason }) => [key, reason]));
  if (!place() || now === shown) return;
  shown = now;
  const held = place().contains(document.activeElement);
  const list = document.createElement("ul");
  list.append(...actions.map((action) => line(action, { again, leave })));
  place().replaceChildren(list);
  place().hidden = !actions.length;
  if (held) (list.querySelector("button") ?? afterIt()).focus();
}

/** Go to the first decision on this page. */
export function lead() {
  document.querySelector(".undecided:not([hidden]) button")?.focus();
}

const afterIt = () =>
  document.querySelector("[data-focus], #editor [name=nugget]:checked") ?? document.getElementById("main");

function line(action, { again, leave }) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  words.dir = "auto";
  words.textContent = `Not saved: ${action.words || "a label"}. ${sentence(action.reason)}`;
  const [keep, drop] = action.conflict ? ["Keep mine", "Discard mine"] : ["Try again", "Discard"];
  item.append(words, button(keep, () => again(action)), button(drop, () => leave(action)));
  if (action.page) item.append(link(action.page));
  return item;
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function link(page) {
  const made = document.createElement("a");
  made.href = page;
  made.textContent = "Go to its page";
  return made;
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
