/** A response as rendered Markdown or as plain text, as this person last chose. */

import { isPlain } from "../components/keys.js";
import { say } from "../components/live.js";
import { choose, chosen } from "./reading_preferences.js";

const NAMES = { markdown: "Markdown", plain: "plain text" };
const choice = () => chosen("answer", null);

const shownIn = (answer) => answer.querySelector(":scope > [data-reading]:not(template)");

/** Replace the shown rendering by the other one. */
function swap(answer) {
  const [shown, waiting] = [shownIn(answer), answer.querySelector(":scope > template")];
  const parts = [...shown.childNodes];
  shown.replaceChildren(waiting.content);
  waiting.content.append(...parts);
  [shown.dataset.reading, waiting.dataset.reading] = [
    waiting.dataset.reading,
    shown.dataset.reading,
  ];
  const link = document.querySelector(`[data-turns="#${answer.id}"]`);
  link.querySelector("span").textContent = NAMES[waiting.dataset.reading];
}

/** Show the response on the page as its reader last chose. */
export function readAsChosen() {
  const answer = document.getElementById("answer");
  if (answer && choice() && shownIn(answer).dataset.reading !== choice()) swap(answer);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-turns]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  const answer = document.querySelector(link.dataset.turns);
  swap(answer);
  choose("answer", shownIn(answer).dataset.reading);
  say(`The answer as ${NAMES[choice()]}.`);
  answer.dispatchEvent(new Event("answer:turned", { bubbles: true }));
});

readAsChosen();
