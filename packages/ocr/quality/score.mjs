// How far what was recognised is from what is known.

/** Quotation marks and dashes are taken for their plain forms: which of them it was is not what is measured. */
export function plain(text) {
  return text
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[–—]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Characters that must be put in, left out or changed. */
export function editDistance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at++) {
    const next = [at];
    for (let other = 1; other <= right.length; other++) {
      const change = row[other - 1] + (left[at - 1] === right[other - 1] ? 0 : 1);
      next.push(Math.min(row[other] + 1, next[other - 1] + 1, change));
    }
    row = next;
  }
  return row[right.length];
}

/** How many of the words that are known were found, wherever they stand. */
export function wordsFound(known, found) {
  const left = new Map();
  for (const word of found.split(" ")) left.set(word, (left.get(word) ?? 0) + 1);
  return known.split(" ").filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

/** The words of a page that are known, how many of them were found, and how many of those in their order. */
export function wordsAndOrder(known, found) {
  const wanted = wordsOf(known);
  // A word that is divided at the end of a line is one, as in the print.
  const given = wordsOf(found.replaceAll(/-\n/g, ""));
  const hits = wordsFound(wanted.join(" "), given.join(" "));
  return { words: wanted.length, found: hits, inOrder: longestInBoth(wanted, given) };
}

function wordsOf(text) {
  const even = text.normalize("NFKC").replaceAll(/[‘’]/g, "'").replaceAll(/-\n/g, "");
  return even.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many words come in both, in the same order, whatever comes between. */
function longestInBoth(left, right) {
  let row = new Uint32Array(right.length + 1);
  for (const word of left) {
    const next = new Uint32Array(right.length + 1);
    right.forEach((other, at) => {
      next[at + 1] = word === other ? row[at] + 1 : Math.max(row[at + 1], next[at]);
    });
    row = next;
  }
  return row[right.length];
}
