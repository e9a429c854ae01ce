/** What was skipped since the last label, kept in this window to be undone after a reload. */

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
    // Closed storage: a skip is undone on its own page alone.
  }
}

/** Return the last skip as it can be undone, null for none. */
export const lastSkip = () => skips().at(-1) ?? null;

export const addSkip = (item, address) => keep([...skips(), { item, skip: true, before: { address } }]);

export const dropSkip = (item) => keep(skips().filter((each) => each.item !== item));

export const dropSkips = () => keep([]);
