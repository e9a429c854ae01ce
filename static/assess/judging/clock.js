/** Active time on an item. The clock stops after 60 s without activity, in a hidden or
 * left window, in a dialog, and among the last labels; a time that was taken is never counted again.
 */

const IDLE = 60_000; // milliseconds
const SIGNS = ["keydown", "pointermove", "pointerdown", "wheel", "scroll", "touchmove"];

export class Clock {
  constructor(now = () => performance.now(), away = () => false) {
    this.now = now;
    this.away = away;
    this.item = null;
    this.total = 0;
    this.last = now();
    this.running = true;
  }

  /** Begin an item at zero. */
  start(item) {
    this.item = item;
    this.total = 0;
    this.last = this.now();
  }

  /** Count the time since the last activity, at most the idle limit, none while away. */
  beat() {
    const now = this.now();
    if (this.running && !this.away()) this.total += Math.min(now - this.last, IDLE);
    this.last = now;
  }

  pause() {
    this.beat();
    this.running = false;
  }

  resume() {
    if (!this.running) this.last = this.now();
    this.running = true;
  }

  /** Return the active milliseconds since the start or the last take. */
  take() {
    this.beat();
    const taken = Math.round(this.total);
    this.total = 0;
    return taken;
  }
}

const elsewhere = () =>
  Boolean(document.querySelector("dialog[open]") ?? document.activeElement?.closest("#recent"));

export const clock = new Clock(undefined, elsewhere);

function attend() {
  if (document.visibilityState === "visible" && document.hasFocus()) clock.resume();
  else clock.pause();
}

for (const sign of SIGNS) {
  addEventListener(sign, () => clock.beat(), { passive: true, capture: true });
}
for (const change of ["focus", "blur", "pageshow", "pagehide"]) addEventListener(change, attend);
document.addEventListener("visibilitychange", attend);
