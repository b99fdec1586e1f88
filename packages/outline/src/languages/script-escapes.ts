/** A stroke that escapes itself, or one before what is no number of a character. */
const oddEscape = /\\(?:\\|u(?![\da-fA-F]{4}|\{)|x(?![\da-fA-F]{2}))/g;

/**
 * A script without the escapes that only `String.raw` may have, as in `C:\users`: its grammar takes none of them, and
 * loses what comes after. Every character keeps its place.
 */
export function blankOddEscapes(text: string): string {
  return text.replace(oddEscape, (escape) => (escape === "\\\\" ? escape : ` ${escape.slice(1)}`));
}
