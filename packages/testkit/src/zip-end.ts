import { concat, numbers } from "./little-endian.ts";
import { encode } from "./odd-bytes.ts";
import type { ZipPlan } from "./zip-plan.ts";

/** How many entries the directory has, and where it lies, in bytes. */
export interface Directory {
  readonly count: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
}

/** What stands behind the directory; in a wide file also what its 64-bit numbers need. */
export function endRecords(
  { comment = "", isWide = false, offset = 0 }: ZipPlan,
  { count, directoryAt, directoryBytes }: Directory,
): Uint8Array {
  const words = encode(comment);
  const most = (value: number, limit: number): number => (isWide ? limit : Math.min(value, limit));
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, most(count, 0xffff)],
    [2, most(count, 0xffff)],
    [4, most(directoryBytes, 0xffffffff)],
    [4, most(directoryAt, 0xffffffff)],
    [2, words.length],
  );
  if (!isWide) return concat([end, words]);
  const wide = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, directoryBytes],
    [8, offset + directoryAt],
  );
  return concat([
    wide,
    numbers([4, 0x07064b50], [4, 0], [8, offset + directoryAt + directoryBytes], [4, 1]),
    end,
    words,
  ]);
}
