/** The states of an answer for undo and redo, which survive a reload. */

import { memorize, recall } from "../../components/storage.js";

const MOST = 50;

export class Steps {
  at = 0; // the place of the present one among the states

  /** Begin at a state; states stored under this name in the tab are restored. */
  constructor(name, state, same) {
    this.name = name;
    this.same = same;
    this.states = [state];
    Object.assign(this, recall(name));
    this.note(state);
  }

  /** Record a state; undone states can no longer be redone. */
  note(state) {
    if (this.same(state, this.states[this.at])) return;
    this.states = [...this.states.slice(0, this.at + 1), state].slice(-MOST - 1);
    this.go(this.states.length - 1 - this.at);
  }

  /** Return the state that many steps on, back if less than 0; null without one. */
  go(by) {
    const { name, states } = this;
    if (!states[this.at + by]) return null;
    this.at += by;
    memorize(name, { states, at: this.at });
    return states[this.at];
  }
}
