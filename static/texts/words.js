/** Mark the words that one text shares with another, by the server's own rule. */

import { EnglishStemmer } from "../vendor/snowball/english-stemmer.js";

/** Stop words: those of assess/judging/kernel/words.py. */
export const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because
  been before being below between both but by can cannot could did do does doing
  down during each either else etc ever every few for from further had has have
  having he her here hers herself him himself his how however i if in into is it
  its itself just let may me might more most much must my myself neither no nor
  not now of off often on once one only or other others otherwise our ours
  ourselves out over own per rather same shall she should since so some such than
  that the their theirs them themselves then there therefore these they this those
  through thus to too under until up upon us very was we were what when where
  whether which while who whom whose why will with within without would yet you
  your yours yourself yourselves don't doesn't didn't isn't aren't wasn't weren't
  won't can't couldn't shouldn't it's i'm i've i'd i'll you're you've you'll we're
  we've they're they've that's there's`.split(/\s+/),
);
const WORDS = /([\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*)/u;
const stemmer = new EnglishStemmer();
const known = new Map();

function read(word) {
  const plain = word.normalize("NFKC").replaceAll("’", "'");
  const folded = plain.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
  if (!STOP_WORDS.has(folded)) return stemmer.stemWord(folded);
  const capitals = plain.length > 1 && plain === plain.toUpperCase() && /^\p{L}+$/u.test(plain);
  return capitals ? plain : null;
}

/** Return what a word shares with its other forms, null for a stop word.
 *
 * A stop word counts in capitals, as in US and WHO, and then as itself.
 */
export function stem(word) {
  if (!known.has(word)) known.set(word, read(word));
  return known.get(word);
}

/** Return the stems of a text's words. */
export function stemsOf(text) {
  const words = text.split(WORDS).filter((_, place) => place % 2);
  return new Set(words.map(stem).filter((found) => found !== null));
}

/** Return the text nodes below an element, without those in a mark.
 *
 * @returns {Text[]}
 */
export function textsOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found.filter((text) => !text.parentElement.closest("mark"));
}

/** Wrap each word of `root` for which `nameOf(stem)` returns a class, "" for a plain mark. */
export function markEach(root, nameOf) {
  for (const node of textsOf(root)) {
    const parts = node.data.split(WORDS);
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

const BLOCK = "p, li, dt, dd, td, th, pre, div, blockquote, h1, h2, h3, h4, h5, h6";

/** Return the text nodes below an element in runs, each the continuous text of one block. */
function runsOf(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const runs = [];
  let block = null;
  while (walker.nextNode()) {
    const own = walker.currentNode.parentElement.closest(BLOCK);
    if (own !== block) runs.push([]);
    block = own;
    runs.at(-1).push(walker.currentNode);
  }
  return runs;
}

/** Wrap the matches of a pattern, across other marks.
 *
 * A match that other marks cut is wrapped in pieces, of which all but the first are
 * `.on`.
 */
export function markFound(root, pattern, name) {
  for (const run of runsOf(root)) {
    const found = [...run.map(({ data }) => data).join("").matchAll(pattern)];
    // From the end, so that earlier matches keep their places.
    for (const { index, 0: words } of found.reverse()) wrap(run, index, words, name);
  }
}

function wrap(run, start, words, name) {
  const end = start + words.length;
  let place = 0;
  let classes = name;
  for (const node of run) {
    const { length } = node;
    const [from, to] = [Math.max(start - place, 0), Math.min(end - place, length)];
    place += length;
    if (from >= to) continue;
    if (to < length) node.splitText(to);
    const piece = from ? node.splitText(from) : node;
    const mark = document.createElement("mark");
    mark.className = classes;
    mark.dataset.found = words;
    piece.replaceWith(mark);
    mark.append(piece);
    classes = `${name} on`;
  }
}

/** Wrap each word of `root` that also occurs in `source`, in any of its forms. */
export function markWords(root, source) {
  const wanted = stemsOf(source.textContent);
  markEach(root, (found) => (wanted.has(found) ? "" : null));
}

/** Remove marks. */
export function unmarkWords(root, which = "mark") {
  for (const mark of root.querySelectorAll(which)) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}
