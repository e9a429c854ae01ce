/** Navigation from the current item to another page: one at a time; the last request wins.
 *
 * While a page is loading, the current item takes no key ("going"). An item that its
 * person is done with takes none either ("done"), until the next page arrives or they
 * return to the item. If that page cannot be loaded, loading is retried automatically.
 */

import { handsFree } from "../../components/dialogs.js";
import { tell } from "../../components/live.js";
import { waitAfter } from "../../outbox/tries.js";

/** Navigations to one place of a page: of several requests, the last one arrives. */
export class Course {
  newest = 0; // number of the last request
  going = 0; // its number while it is in progress

  /** Begin a place; `ended()` is called when no navigation to it is in progress any more. */
  constructor(ended = () => {}) {
    this.ended = ended;
  }

  /** Navigate: `lead(isWanted)` returns false if its page could not be loaded.
   *
   * `lead` asks `isWanted()` before changing the page: a later request, or staying,
   * ends earlier ones.
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
let goOn = null; // navigates on from the item that its person is done with
let failures = 0;
let timer = null;

/** Return why the current item takes no key: "going" or "done"; "" if it takes them.
 *
 * A done item whose next page failed once is "done", whether or not it is being
 * retried.
 */
export function held() {
  if (goOn && (failures || !page.going)) return "done";
  return page.going ? "going" : "";
}

/** Return whether a list may be edited; while a page is loading, say how to stay. */
export function mayEdit() {
  if (page.going) tell("Another page is loading. Esc stays here.");
  return !page.going;
}

/** Navigate to another page. */
export function setOut(lead) {
  clearTimeout(timer);
  return page.setOut(lead);
}

/** Finish the current item, and navigate by `lead` until that succeeds. */
export function goOnBy(lead) {
  goOn = () => setOut(lead);
  return goOn();
}

/** Change the page without a request: `isWanted()` is false once its person navigates. */
export function aside(lead) {
  const mine = page.newest;
  return lead(() => mine === page.newest && !page.going);
}

/** Arrive, or return to the current item: it takes keys, and earlier navigations end. */
export function stay() {
  page.stay();
  goOn = null;
  failures = 0;
  clearTimeout(timer);
}

function tryLater() {
  if (goOn) timer = setTimeout(tryAgain, waitAfter((failures += 1)));
}

/** Retry automatically, once nobody types and no dialog is open. */
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

// A page that is restored from the browser's memory has no navigation in progress.
addEventListener("pageshow", ({ persisted }) => persisted && stay());

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !held()) return;
  if (document.querySelector("dialog[open]")) return;
  stay();
  tell("You stay here.");
});
