/** The states of an answer for undo and redo, which survive a reload. */

const MOST = 50;

export class Steps {
  /** Begin at a state; states stored under this name in the tab are restored. */
  constructor(name, state, same) {
    this.name = name;
    this.same = same;
    const { past = [], now = state, coming = [] } = kept(name);
    this.past = past;
    this.now = now;
    this.coming = coming;
    this.note(state);
  }

  /** Record a state; undone states can no longer be redone. */
  note(state) {
    if (this.same(state, this.now)) return;
    this.past = [...this.past, this.now].slice(-MOST);
    this.now = state;
    this.coming = [];
    this.keep();
  }

  /** Return the state before this one, null at the beginning. */
  back() {
    return this.step(this.past, this.coming);
  }

  /** Return the state that was undone last, null without one. */
  forth() {
    return this.step(this.coming, this.past);
  }

  step(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    this.now = from.pop();
    this.keep();
    return this.now;
  }

  keep() {
    const { past, now, coming } = this;
    try {
      sessionStorage.setItem(this.name, JSON.stringify({ past, now, coming }));
    } catch {
      // Closed or full storage: undo ends with the page.
    }
  }
}

function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}
