/** Show the actions that the server refused, each with its reason, until dealt with. */

export function showRefused(actions, { retry, discard }) {
  const place = document.getElementById("unsent");
  if (!place) return;
  place.hidden = !actions.length;
  const list = document.createElement("ul");
  list.append(...actions.map((action) => line(action, { retry, discard })));
  place.replaceChildren(list);
}

function line(action, { retry, discard }) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  words.textContent = `NOT saved: ${action.words || "a label"}. ${action.refused}`;
  item.append(
    words,
    button("Try again", () => retry(action)),
    button("Discard", () => discard(action)),
  );
  return item;
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
