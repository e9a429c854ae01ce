/** A response to a page that is being left is handled by the next page, which asks again.
 *
 * The server may have rendered that page before it had the sent actions; only those
 * that still wait in this browser are shown there.
 */

import { tell } from "./live.js";

const LEAVING = 5; // seconds after which a page that was to be left is taken to stay
const OPENS = 20_000; // milliseconds for a page to open
let left = Promise.resolve();

addEventListener("beforeunload", () => {
  left = new Promise((resolve) => setTimeout(resolve, LEAVING * 1000));
});

/** Return once this page is not being left. */
export const staying = () => left;

/** Leave for a page that is opened whole; until it opens, early_keys.js refuses what is pressed.
 *
 * Return false where it does not open in time, null where its person came back to this page.
 */
export function leave(address) {
  return new Promise((resolve) => {
    const kept = (value) => {
      clearTimeout(timer);
      removeEventListener("pageshow", back);
      document.dispatchEvent(new Event("page:kept"));
      resolve(value);
    };
    const back = () => kept(null);
    const timer = setTimeout(() => {
      window.stop();
      tell("The next page could not be opened: try again.");
      kept(false);
    }, OPENS);
    addEventListener("pageshow", back);
    document.dispatchEvent(new Event("page:left"));
    location.assign(address);
  });
}
