/** What every page does: keys, swaps, dialogs, drawers, and sending the unsent. */

import "./components/palette.js";
import { resume } from "./outbox/outbox.js";
import { discard } from "./outbox/drafts.js";
import "./outbox/extension.js";
import "./components/keys.js";
import "./components/swaps.js";
import "./components/tables.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  const closed = event.target.closest("[data-close]")?.closest("dialog");
  if (!closed) return;
  closed.querySelectorAll("textarea").forEach(discard);
  closed.close();
});

// A definition that was asked for.
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id === "definition") target.showModal();
});

// On a narrow screen the tabs scroll: bring the current page's tab into view.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = tab.closest(".tabs");
  tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}

const narrow = matchMedia("(max-width: 52rem)");

/** Fold what is next to an item on a narrow screen, unless it is judged too. */
function fold() {
  for (const drawer of document.querySelectorAll("details.drawer")) {
    drawer.open = !narrow.matches || drawer.querySelector("[data-judged]") !== null;
  }
  document.querySelector("[autofocus]:focus")?.scrollIntoView({ block: "nearest" });
}

narrow.addEventListener("change", fold);
fold();

// Only once the page's own script is there to handle the results of its labels.
document.addEventListener("DOMContentLoaded", resume);
