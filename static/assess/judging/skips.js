/** Skips since the last label, stored in this window so that they can be undone after a reload.
 */

import { memorize, recall } from "../../components/storage.js";

const name = () => `assay.skips.${location.pathname.split("/")[2]}`; // of this work

const skips = () => recall(name()) ?? [];
const keep = (all) => memorize(name(), all);

/** Return the last skip in undoable form, null for none. */
export const lastSkip = () => skips().at(-1) ?? null;

export const addSkip = (item, address) => keep([...skips(), { item, skip: true, before: { address } }]);

export const dropSkip = (item) => keep(skips().filter((each) => each.item !== item));

export const dropSkips = () => keep([]);
