/** Repetition of failed actions: which ones fail, how often, and when to try again. */

const PATIENCE = 3; // failed attempts after which one action no longer delays the others
const WAITS = [1, 2, 4, 8, 16, 30]; // seconds between attempts
const failing = new Map(); // key → {count, reason, due}

/** Return the milliseconds to wait after a number of failed attempts. */
export const waitAfter = (count) => WAITS[Math.min(count, WAITS.length) - 1] * 1000;

/** Return a function that repeats `attempt` until it does not return false. */
export function untilDone(attempt) {
  let [newest, failures, timer] = [0, 0, null];
  return async function again() {
    const mine = (newest += 1);
    clearTimeout(timer);
    const done = (await attempt()) !== false;
    if (mine !== newest) return; // it was called again since
    failures = done ? 0 : failures + 1;
    if (failures) timer = setTimeout(again, waitAfter(failures));
  };
}

/** Record that the server failed at an action. */
export function failedAt({ key }, reason) {
  const count = (failing.get(key)?.count ?? 0) + 1;
  const due = count < PATIENCE ? 0 : Date.now() + waitAfter(count);
  failing.set(key, { count, reason, due });
}

/** Return why the server repeatedly fails at an action, "" if it does not. */
export function failureOf({ key }) {
  const { count, reason } = failing.get(key) ?? { count: 0 };
  return count < PATIENCE ? "" : `${reason}, again and again.`;
}

/** Return whether an action is not to be tried yet. */
export const isPutOff = ({ key }) => (failing.get(key)?.due ?? 0) > Date.now();

/** Reset the count of an action that is answered, or settled. */
export const forget = ({ key }) => failing.delete(key);

/** Let everything be tried now. */
export function hurry() {
  for (const each of failing.values()) each.due = 0;
}
