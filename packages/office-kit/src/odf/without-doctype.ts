/** Number of bytes at the start of a part that are searched for a document type. */
const maxPrologBytes = 2000;

/**
 * Removes the document type that OpenOffice 1 writes and that only names a file: `<!DOCTYPE x PUBLIC "…" "…">`. Keeps
 * one with declarations, which the XML reader refuses.
 */
export async function* withoutDoctype(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const piece of pieces) {
    if (start === undefined) {
      yield piece;
      continue;
    }
    start = joined(start, piece);
    if (start.length < maxPrologBytes) continue;
    yield withoutDoctypeAtStart(start);
    start = undefined;
  }
  if (start !== undefined && start.length > 0) yield withoutDoctypeAtStart(start);
}

/** Removes it from the first chunk of a part. Formulas of OpenOffice 2 and 3 name the DTD of MathML. */
export function withoutDoctypeAtStart(piece: Uint8Array): Uint8Array {
  const start = new TextDecoder("latin1").decode(piece.subarray(0, maxPrologBytes));
  const found = /<!DOCTYPE\s+[\w:-]+\s+(?:PUBLIC\s+"[^"<>[]*"|SYSTEM)\s*"[^"<>[]*"\s*>/.exec(start);
  if (found === null) return piece;
  const copy = piece.slice();
  copy.fill(0x20, found.index, found.index + found[0].length);
  return copy;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
