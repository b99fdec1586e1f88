import { findBytes, findLastBytes, textOfBytes } from "../../sheets/bytes.ts";

const start = "<row";

/** Number of bytes at the start of a row that contain its row number. */
const tagBytes = 200;

/** Returns the number of the last row without parsing the rows. `before` is the number of the row before the first. */
export function lastRowIn(bytes: Uint8Array, before: number): number {
  let behind = 0;
  for (let at = findLastBytes(bytes, start); at >= 0; at = at === 0 ? -1 : findLastBytes(bytes, start, at - 1)) {
    const number = numberAt(bytes, at);
    if (number !== undefined) return number + behind;
    behind += 1;
    // Rows without numbers are counted, which is faster forwards.
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
