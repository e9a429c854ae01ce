/** What every page does: keys, swaps, dialogs, drawers, and sending what is unsent. */

import "./keys.js";
import "./swaps.js";
import { resume } from "./outbox.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
});

const narrow = matchMedia("(max-width: 52rem)");

function fold() {
  for (const drawer of document.querySelectorAll("details.drawer")) {
    drawer.open = !narrow.matches;
  }
}

narrow.addEventListener("change", fold);
fold();
resume();
