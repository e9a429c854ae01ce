/** A list's edits in the outbox from this tab: other tabs may not have seen the same list. */

import { pending } from "../../../outbox/outbox.js";

/** Return a list's name in the outbox, which actions are its edits, and those that wait. */
export function editsOf(version, items = "nuggets") {
  const list = `${items}:${version}`;
  const ours = (action) => action.item.startsWith(list);
  return { item: `${list}:${tab()}`, ours, waiting: () => pending().filter(ours) };
}

function tab() {
  return (sessionStorage["assay.tab"] ??= String(Math.random()).slice(2));
}
