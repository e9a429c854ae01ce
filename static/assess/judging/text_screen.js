/** A screen of one text that its person writes or marks: its acts, and what refuses them. */

import { clock } from "./clock.js";
import { mayEdit } from "./course.js";
import { isPlain } from "../../components/keys.js";
import { openTalks } from "./threads/talk.js";

/** Give the focus back to the text. */
export function focus() {
  document.querySelector("[data-focus]").focus({ preventScroll: true });
}

/** Open a screen of one text.
 *
 * item: what the person's time counts for. acts: the actions of the page's keys, by name.
 * free: the names of those that change nothing, and work while another page comes.
 * isThere(act): whether a part that it needs is there; if not, it says so. presses: by a
 * selector, what a press on it does; null leaves it to the browser. inHand(): what a
 * remark is about.
 *
 * @param {{
 *   item: string, acts: Record<string, () => unknown>, free: string[], isThere?: (act: string) => boolean,
 *   presses: Record<string, (target: PageElement) => unknown>, inHand: () => {item: string, about: string} | null
 * }} screen
 */
export function openText({ item, acts, free, isThere = () => true, presses, inHand }) {
  const act = ({ dataset }) => {
    const name = dataset.act;
    if ((free.includes(name) || mayEdit()) && isThere(name)) acts[name]();
  };
  const all = Object.entries({ "[data-act]": act, ...presses });
  document.addEventListener("click", (event) => {
    if (!isPlain(event)) return;
    const [selector, press] = all.find(([each]) => event.target.closest(each)) ?? [];
    if (selector && press(event.target.closest(selector)) !== null) event.preventDefault();
  });
  // What is chosen in the text stays chosen.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("main :is([data-act], [data-hit], [data-talk])")) event.preventDefault();
  });
  openTalks({ inHand });
  clock.start(item);
}
