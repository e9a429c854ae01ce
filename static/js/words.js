/** Mark where the words of one text stand in another. */

const SHORTEST = 4; // letters: shorter words are everywhere
const STEM = 6; // letters that two forms of a word share

const stem = (word) => word.toLocaleLowerCase().slice(0, STEM);

/** Return what its words of some length have in common with their other forms. */
export function stemsOf(text) {
  const found = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(found.filter((word) => [...word].length >= SHORTEST).map(stem));
}

function texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

/** Wrap each word of `root` that `source` has too, in any of its forms. */
export function markWords(root, source) {
  const wanted = stemsOf(source.textContent);
  for (const node of texts(root)) {
    const parts = node.data.split(/([\p{L}\p{N}]+)/u);
    if (!parts.some((part) => wanted.has(stem(part)))) continue;
    const made = parts.map((part) => {
      if (!wanted.has(stem(part))) return part;
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
    node.replaceWith(...made);
  }
}

/** Take every mark away again. */
export function unmarkWords(root) {
  for (const mark of root.querySelectorAll("mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}
