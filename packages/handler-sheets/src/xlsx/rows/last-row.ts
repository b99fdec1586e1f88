import { findBytes, findLastBytes, textOfBytes } from "../../sheets/bytes.ts";

const start = "<row";

/** Bytes of the start of a row in which its number stands. */
const tagBytes = 200;

/** The number of the last of some whole rows, of which the one before has the number `before`, without reading them. */
export function lastRowIn(bytes: Uint8Array, before: number): number {
  let behind = 0;
  for (let at = findLastBytes(bytes, start); at >= 0; at = at === 0 ? -1 : findLastBytes(bytes, start, at - 1)) {
    const number = numberAt(bytes, at);
    if (number !== undefined) return number + behind;
    behind += 1;
    // Without numbers all rows are counted, which goes faster forwards.
    if (behind > 2 && numberAt(bytes, findBytes(bytes, start)) === undefined) return before + countRows(bytes);
  }
  return before + behind;
}

function numberAt(bytes: Uint8Array, at: number): number | undefined {
  const tag = textOfBytes(bytes, at, Math.min(bytes.length, at + tagBytes));
  const number = /^<row(?:\s+(?!r=)[\w:.]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s+r\s*=\s*["'](\d{1,7})["']/.exec(tag)?.[1];
  return number === undefined || Number(number) < 1 ? undefined : Number(number);
}

function countRows(bytes: Uint8Array): number {
  let count = 0;
  for (let at = findBytes(bytes, start); at >= 0; at = findBytes(bytes, start, at + 1)) count += 1;
  return count;
}
