/** An answer to a page that is being left is heard by the next one, which asks again.
 *
 * The server may have made that page before it had what was sent: only what still waits
 * in this browser is shown there.
 */

const LEAVING = 5; // seconds after which a page that was to be left is taken to stay
let left = Promise.resolve();

addEventListener("beforeunload", () => {
  left = new Promise((resolve) => setTimeout(resolve, LEAVING * 1000));
});

/** Return once this page is not being left. */
export const staying = () => left;
