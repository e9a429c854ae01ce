/** The foot of a judging screen: one row, or with all its keys where a person pins them. */

import { choose } from "../../texts/reading_preferences.js";
import { tell } from "../../components/live.js";

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-more]")) return;
  const root = document.documentElement;
  const pinned = root.dataset.foot !== "pinned";
  if (pinned) root.dataset.foot = "pinned";
  else delete root.dataset.foot;
  choose("foot", pinned);
  tell(pinned ? "All keys are shown." : "The keys are folded: they still work, and ? lists them.");
});
