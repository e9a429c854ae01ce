/** Skips since the last label, stored in this window so that they can be undone after a reload.
 */

const name = () => `assay.skips.${location.pathname.split("/")[2]}`; // of this work

function skips() {
  try {
    return JSON.parse(sessionStorage.getItem(name())) ?? [];
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    sessionStorage.setItem(name(), JSON.stringify(all));
  } catch {
    // Closed storage: a skip can be undone only on its own page.
  }
}

/** Return the last skip in undoable form, null for none. */
export const lastSkip = () => skips().at(-1) ?? null;

export const addSkip = (item, address) => keep([...skips(), { item, skip: true, before: { address } }]);

export const dropSkip = (item) => keep(skips().filter((each) => each.item !== item));

export const dropSkips = () => keep([]);
