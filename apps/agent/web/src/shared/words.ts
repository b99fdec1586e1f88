/** Formats a number: `12 034`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-GB").replaceAll(",", "\u202f");
}

/** Formats a size: `212 KB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${tidy(bytes / 1000)} KB`;
  return `${tidy(bytes / 1_000_000)} MB`;
}

/** Formats a duration: `0.4 ms`, `38 ms`, `1.2 s`. */
export function timeWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${tidy(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The message of a thrown value. */
export function problemWords(error: unknown): string {
  return error instanceof Error ? error.message : "Something failed.";
}

function tidy(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}
