/** The palette: Ctrl+K finds a page, a topic, a run or a person of the track. */

const palette = () => document.getElementById("palette");
const field = () => palette().querySelector("input");
const links = () => [...palette().querySelectorAll("a")];

function open() {
  palette().showModal();
  field().value = "";
  field().focus();
  field().dispatchEvent(new Event("palette"));
}

/** Go to the first of what the typed letters find, once that is here. */
function goFirst() {
  const asked = field().value.split(/\s+/).filter(Boolean).join(" ");
  if (palette().querySelector(".found")?.dataset.asked === asked) links()[0]?.click();
  else document.addEventListener("htmx:afterSwap", () => palette().open && goFirst(), { once: true });
}

function go(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    goFirst();
  }
  if (!step) return;
  event.preventDefault();
  const all = [field(), ...links()];
  const place = all.findIndex((each) => each === document.activeElement) + step;
  all[(place + all.length) % all.length].focus();
}

document.addEventListener("keydown", (event) => {
  if (!palette()) return;
  if (palette().open) return go(event);
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  open();
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-palette]")) open();
});
