/** The end of work: undo is one key away; nothing is finished unread. */

import { check } from "../../../components/keys.js";
import { lastSkip } from "../skips.js";

const READING = 600; // milliseconds in which an Enter is still meant for the last item

const later = document.querySelector("[data-key-soon]");

if (later) {
  setTimeout(() => {
    later.dataset.key = later.dataset.keySoon;
    check();
  }, READING);
}

const undo = document.querySelector("[data-undo]");

if (undo && lastSkip()) {
  undo.hidden = false;
  undo.querySelector("span").textContent = "the skip";
}
