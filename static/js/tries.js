/** What fails is tried again later: at which actions the server fails, how often, and when. */

const PATIENCE = 3; // failed tries after which one action no longer holds up the others
const WAITS = [1, 2, 4, 8, 16, 30]; // seconds between tries
const failing = new Map(); // key → {count, reason, due}

/** Return the milliseconds to wait after a number of failed tries. */
export const waitAfter = (count) => WAITS[Math.min(count, WAITS.length) - 1] * 1000;

/** Return a way to do something until it succeeds: `attempt` returns false where it failed. */
export function untilDone(attempt) {
  let [newest, failures, timer] = [0, 0, null];
  return async function again() {
    const mine = (newest += 1);
    clearTimeout(timer);
    const done = (await attempt()) !== false;
    if (mine !== newest) return; // it was asked for once more since
    failures = done ? 0 : failures + 1;
    if (failures) timer = setTimeout(again, waitAfter(failures));
  };
}

/** Note that the server failed at an action. */
export function failedAt({ key }, reason) {
  const count = (failing.get(key)?.count ?? 0) + 1;
  const due = count < PATIENCE ? 0 : Date.now() + waitAfter(count);
  failing.set(key, { count, reason, due });
}

/** Return why the server fails at an action again and again, "" where it does not. */
export function failureOf({ key }) {
  const { count, reason } = failing.get(key) ?? { count: 0 };
  return count < PATIENCE ? "" : `${reason}, again and again.`;
}

/** Tell whether an action is not to be tried yet. */
export const isPutOff = ({ key }) => (failing.get(key)?.due ?? 0) > Date.now();

/** Count no more what is answered, or dealt with. */
export const forget = ({ key }) => failing.delete(key);

/** Let everything be tried now. */
export function hurry() {
  for (const each of failing.values()) each.due = 0;
}
