const encoder = new TextEncoder();
const lineFeed = 0x0a;
const pieceUnits = 32 * 1024;

interface Workspace {
  /** The byte before a piece, and then the bytes of the piece. */
  readonly bytes: Uint8Array;
  /** The part of `bytes` for the piece, with room for finding out that its bytes are more than its characters. */
  readonly piece: Uint8Array;
}

let workspace: Workspace | undefined;

/** Hundredths of a token by the byte before and the byte itself. */
let pairCosts: Uint8Array | undefined;

/**
 * The sum of the costs of all pairs of neighbours in a text of ASCII; undefined for any other text. Bytes are looked up
 * in one table of pairs, because asking a string for its characters one by one takes twice as long.
 * @param costsAfter The costs of the 128 characters of ASCII after one of them.
 */
export function asciiHundredths(text: string, costsAfter: (before: number) => Uint8Array): number | undefined {
  workspace ??= buildWorkspace();
  const { bytes, piece } = workspace;
  bytes[0] = lineFeed;
  let sum = 0;
  for (let at = 0; at < text.length; at += pieceUnits) {
    const units = Math.min(pieceUnits, text.length - at);
    const { read, written } = encoder.encodeInto(units === text.length ? text : text.slice(at, at + units), piece);
    if (read !== units || written !== units) return undefined;
    // Not before it is known to be needed: a program that reads one text has only just started.
    pairCosts ??= buildPairCosts(costsAfter);
    sum += sumPairs(bytes, pairCosts, units);
    bytes[0] = bytes[units] ?? lineFeed;
  }
  return sum;
}

/**
 * Two sums and a mask, so that no step waits for the one before it and no index needs a check: twice as fast as the
 * plain loop. Every index lies inside its table, and a fallback for one that does not would cost half of that again.
 */
function sumPairs(bytes: Uint8Array, costs: Uint8Array, units: number): number {
  let even = 0;
  let odd = 0;
  let at = 1;
  for (; at < units; at += 2) {
    const middle = bytes[at] as number;
    even = (even + (costs[(((bytes[at - 1] as number) << 7) | middle) & 0x3fff] as number)) | 0;
    odd = (odd + (costs[((middle << 7) | (bytes[at + 1] as number)) & 0x3fff] as number)) | 0;
  }
  if (at === units) even += costs[(((bytes[at - 1] as number) << 7) | (bytes[at] as number)) & 0x3fff] as number;
  return even + odd;
}

function buildWorkspace(): Workspace {
  const bytes = new Uint8Array(pieceUnits + 2);
  return { bytes, piece: bytes.subarray(1) };
}

function buildPairCosts(costsAfter: (before: number) => Uint8Array): Uint8Array {
  const costs = new Uint8Array(0x80 * 0x80);
  for (let before = 0; before < 0x80; before += 1) costs.set(costsAfter(before), before << 7);
  return costs;
}
