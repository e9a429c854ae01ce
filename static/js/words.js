/** Mark where the words of one text stand in another. */

const SHORTEST = 4; // letters: shorter words are everywhere
const STEM = 6; // letters that two forms of a word share

const stem = (word) => word.toLocaleLowerCase().slice(0, STEM);

/** Return what its words of some length have in common with their other forms. */
export function stemsOf(text) {
  const found = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(found.filter((word) => [...word].length >= SHORTEST).map(stem));
}

/** Return the texts below an element, those in a mark left out. */
export function textsOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found.filter((text) => !text.parentElement.closest("mark"));
}

/** Wrap each word of `root` for which `nameOf(stem)` gives a class, "" for a plain mark. */
export function markEach(root, nameOf) {
  for (const node of textsOf(root)) {
    const parts = node.data.split(/([\p{L}\p{N}]+)/u);
    const names = parts.map((part, place) => (place % 2 ? nameOf(stem(part)) : null));
    if (names.every((name) => name === null)) continue;
    const made = parts.map((part, place) => {
      if (names[place] === null) return part;
      const mark = document.createElement("mark");
      if (names[place]) mark.className = names[place];
      mark.textContent = part;
      return mark;
    });
    node.replaceWith(...made);
  }
}

/** Wrap each word of `root` that `source` has too, in any of its forms. */
export function markWords(root, source) {
  const wanted = stemsOf(source.textContent);
  markEach(root, (found) => (wanted.has(found) ? "" : null));
}

/** Take marks away again. */
export function unmarkWords(root, which = "mark") {
  for (const mark of root.querySelectorAll(which)) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}
