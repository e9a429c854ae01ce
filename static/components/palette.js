/** The palette: Ctrl+K finds a page, a topic, a run or a person of the track. */

const palette = () => document.getElementById("palette");
const links = () => [...palette().querySelectorAll("a")];

function open() {
  palette().showModal();
  const field = palette().querySelector("input");
  field.value = "";
  field.focus();
  field.dispatchEvent(new Event("palette"));
}

function go(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    links()[0]?.click();
  }
  if (!step) return;
  event.preventDefault();
  const all = [palette().querySelector("input"), ...links()];
  const place = all.indexOf(document.activeElement) + step;
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
