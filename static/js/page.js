/** What every page does: keys, swaps, dialogs, drawers, and sending what is unsent. */

import "./drafts.js";
import "./keys.js";
import "./swaps.js";
import { resume } from "./outbox.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
});

// On a narrow screen the tabs scroll: bring the page that this is into sight.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = tab.closest(".tabs");
  tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}

const narrow = matchMedia("(max-width: 52rem)");

/** Fold away what stands beside an item where it is narrow, unless it is judged too. */
function fold() {
  for (const drawer of document.querySelectorAll("details.drawer")) {
    drawer.open = !narrow.matches || drawer.querySelector("[data-judged]") !== null;
  }
  document.querySelector("[autofocus]:focus")?.scrollIntoView({ block: "nearest" });
}

narrow.addEventListener("change", fold);
fold();

// Only once the page's own script is there to hear what becomes of its labels.
document.addEventListener("DOMContentLoaded", resume);
