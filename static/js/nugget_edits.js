/** A list's edits in the outbox, from this tab: what another tab has seen, it has not. */

import { pending } from "./outbox.js";

/** Return what a list's edits go by, which actions are such, and those that wait. */
export function editsOf(version) {
  const list = `nuggets:${version}`;
  const ours = (action) => action.item.startsWith(list);
  return { item: `${list}:${tab()}`, ours, waiting: () => pending().filter(ours) };
}

function tab() {
  return (sessionStorage["assay.tab"] ??= String(Math.random()).slice(2));
}
