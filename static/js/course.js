/** The way from what is in hand to another page: one at a time, the one asked for last.
 *
 * While a page is on its way, what is in hand takes no key ("going"). An item that its
 * person is done with takes none either ("done"), until the next page comes or they take
 * the item up again: where that page cannot be loaded, it is tried again by itself.
 */

import { handsFree } from "./dialogs.js";
import { tell } from "./live.js";
import { waitAfter } from "./tries.js";

/** The ways to one place of a page: of those asked for, the last arrives. */
export class Course {
  newest = 0; // number of the way asked for last
  going = 0; // that number while the way is under way

  /** Begin a place; `ended()` is called when nothing is under way to it any more. */
  constructor(ended = () => {}) {
    this.ended = ended;
  }

  /** Go a way: `lead(isWanted)` returns false where what it leads to could not be loaded.
   *
   * Who leads asks `isWanted()` before changing the page: a way asked for later, and staying,
   * end the ways before.
   */
  async setOut(lead) {
    const mine = (this.newest += 1);
    this.going = mine;
    try {
      return await lead(() => mine === this.newest);
    } finally {
      if (this.going === mine) {
        this.going = 0;
        this.ended();
      }
    }
  }

  stay() {
    this.newest += 1;
    this.going = 0;
  }
}

const page = new Course(tryLater);
let goOn = null; // leads on from the item that its person is done with
let failures = 0;
let timer = null;

/** Return why what is in hand takes no key: "going" or "done"; "" where it takes them.
 *
 * One that is done and whose next page failed once is "done", tried again or not.
 */
export function held() {
  if (goOn && (failures || !page.going)) return "done";
  return page.going ? "going" : "";
}

/** Tell whether a list may be edited; while a page is on its way, say how to stay. */
export function mayEdit() {
  if (page.going) tell("Another page is on its way. Esc stays here.");
  return !page.going;
}

/** Tell whether a list's act may be done: any but those named `free` waits for the page. */
export const mayDo = (act, free) => free.includes(act) || mayEdit();

/** Go a way to another page. */
export function setOut(lead) {
  clearTimeout(timer);
  return page.setOut(lead);
}

/** Be done with what is in hand, and go on by `lead` until that arrives. */
export function goOnBy(lead) {
  goOn = () => setOut(lead);
  return goOn();
}

/** Do something to the page unasked: `isWanted()` is false once its person goes a way. */
export function aside(lead) {
  const mine = page.newest;
  return lead(() => mine === page.newest && !page.going);
}

/** Arrive, or take up what is in hand again: it takes keys, and no way before goes on. */
export function stay() {
  page.stay();
  goOn = null;
  failures = 0;
  clearTimeout(timer);
}

function tryLater() {
  if (goOn) timer = setTimeout(tryAgain, waitAfter((failures += 1)));
}

/** Go on by itself, once nobody types and no dialog is open. */
async function tryAgain() {
  const wanted = goOn;
  clearTimeout(timer);
  await handsFree();
  if (wanted && wanted === goOn && !page.going) wanted();
}

const retry = () => goOn && !page.going && tryAgain();

addEventListener("online", retry);
document.addEventListener("outbox:done", retry);
document.addEventListener("visibilitychange", () => document.hidden || retry());

// A page that comes back from the browser's memory is on no way.
addEventListener("pageshow", ({ persisted }) => persisted && stay());

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !held()) return;
  if (document.querySelector("dialog[open]")) return;
  stay();
  tell("You stay here.");
});
