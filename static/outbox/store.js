/** Unsent actions of one person, each stored under its own name, oldest first.
 *
 * One name per action: two tabs never overwrite each other's list.
 */

import { get, names, put, remove } from "../components/storage.js";

export class Store {
  constructor(person) {
    this.prefix = `assay.outbox.${person}.`;
  }

  name(action) {
    const when = String(Date.parse(action.made)).padStart(15, "0");
    return `${this.prefix}${when}.${String(action.number).padStart(6, "0")}.${action.key}`;
  }

  put(action) {
    put(this.name(action), JSON.stringify(action));
  }

  remove(action) {
    remove(this.name(action));
  }

  all() {
    const found = names(this.prefix).map((name) => JSON.parse(get(name)));
    return found.filter(Boolean); // another window may remove one meanwhile
  }
}
