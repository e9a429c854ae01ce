/** A part of the page that is fetched separately; of several requests, the last one arrives. */

import { Course } from "./course.js";
import { check } from "../../components/keys.js";
import { tell, untell } from "../../components/live.js";
import { load } from "./turn.js";

async function fresh(address, id) {
  const { text } = await load(address);
  return new DOMParser().parseFromString(text, "text/html").getElementById(id);
}

export class Pane {
  course = new Course();
  told = ""; // what was last said of its coming

  /** Begin the part with an id; `thing` names it to people. */
  constructor(id, thing) {
    this.id = id;
    this.thing = thing;
  }

  get isComing() {
    return this.course.going > 0;
  }

  tell(words) {
    this.told = words;
    tell(words);
  }

  /** Return whether a key may act on the shown content; while another is loading, say so. */
  isThere() {
    if (this.isComing) this.tell(`The next ${this.thing} is loading: press again then.`);
    return !this.isComing;
  }

  /** Show the content of an address: true once it is there, null if it is not wanted any more.
   *
   * False if it cannot be loaded, which is announced. `fits()` is asked before it is
   * shown.
   *
   * @param {string} address
   * @param {{fits?: () => boolean, failing?: string}} how
   * @returns {Promise<boolean | null>}
   */
  show(address, { fits = () => true, failing = "try again." } = {}) {
    return this.course.setOut(async (isWanted) => {
      const next = await fresh(address, this.id).catch(() => null);
      if (!isWanted()) return null;
      if (!next) {
        this.tell(`The ${this.thing} cannot be loaded: ${failing}`);
        return false;
      }
      if (!fits()) return null;
      document.getElementById(this.id).replaceWith(document.adoptNode(next));
      untell(this.told);
      check();
      return true;
    });
  }
}
