/**
 * Minimum length of a run of NULs, in code units, that counts and is shown as one gap: a crash of the writer, the rest
 * of a preallocated file, a hole. One longer than any number, so that zeros in binary data remain NULs.
 */
export const minGapUnits = 8;

/** The NULs in bytes without wide code units. */
export interface NulFacts {
  /** The number of runs of any length. */
  readonly runs: number;
  /** The number of runs of at least `minGapUnits`. */
  readonly gaps: number;
  /** The number of NULs in shorter runs. */
  readonly strays: number;
  /** The bytes with a line feed instead of each run, so that the text before it and after it is not joined. */
  readonly dense: Uint8Array;
  /** The number of bytes that are not NUL. */
  readonly textBytes: number;
}

/** Finds the runs of NULs in bytes without wide code units. */
export function findNuls(bytes: Uint8Array): NulFacts {
  const dense = new Uint8Array(bytes.length);
  let filled = 0;
  let gaps = 0;
  let strays = 0;
  let runs = 0;
  for (let at = 0; at < bytes.length;) {
    const nul = bytes.indexOf(0, at);
    const end = nul < 0 ? bytes.length : nul;
    dense.set(bytes.subarray(at, end), filled);
    filled += end - at;
    at = endOfRun(bytes, end);
    if (at === end) continue;
    dense[filled] = 0x0a;
    filled += 1;
    runs += 1;
    if (at - end >= minGapUnits) gaps += 1;
    else strays += at - end;
  }
  return { runs, gaps, strays, dense: dense.subarray(0, filled), textBytes: filled - runs };
}

/** Code units: bytes, or wider integers that are zero if all their bytes are. */
type Units = Uint8Array | Uint16Array | Uint32Array;

/** Returns where the run of zeros that starts at `start` ends. */
export function endOfRun(units: Units, start: number): number {
  let end = start;
  while (end < units.length && units[end] === 0) end += 1;
  return end;
}
