/** Unsent actions of one person, each in its own localStorage entry, oldest first.
 *
 * One entry an action: two tabs never overwrite each other's list. Where storage is
 * full or closed, actions are kept in memory and leaving the page asks first.
 */

export class Store {
  constructor(person) {
    this.prefix = `assay.outbox.${person}.`;
    this.memory = new Map();
    addEventListener("beforeunload", (event) => {
      if (this.memory.size) event.preventDefault();
    });
  }

  name(action) {
    const when = String(Date.parse(action.made)).padStart(15, "0");
    return `${this.prefix}${when}.${String(action.number).padStart(6, "0")}.${action.key}`;
  }

  put(action) {
    try {
      localStorage.setItem(this.name(action), JSON.stringify(action));
      this.memory.delete(this.name(action));
    } catch {
      this.memory.set(this.name(action), action);
    }
  }

  remove(action) {
    this.memory.delete(this.name(action));
    try {
      localStorage.removeItem(this.name(action));
    } catch {
      // Closed storage holds nothing of ours.
    }
  }

  all() {
    const found = new Map(this.memory);
    for (const name of this.names()) found.set(name, JSON.parse(localStorage.getItem(name)));
    const sorted = [...found.keys()].sort().map((name) => found.get(name));
    return sorted.filter(Boolean); // another window may take one out meanwhile
  }

  names() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(this.prefix));
    } catch {
      return [];
    }
  }
}
