/**
 * True for an address of another file: relative, a path, or of a scheme that only names a place. Other schemes run code
 * or hold content, such as `javascript:` and `data:`. A part before the first `:` is a scheme unless `/` comes first
 * (RFC 3986, 4.2); one letter is a drive of Windows. A backslash does not end a scheme, because Markdown drops it from
 * `javascript\:`.
 */
export function leadsToFile(target: string): boolean {
  const scheme = /^[^/?#]*?:/.exec(target)?.[0];
  if (scheme === undefined) return target !== "" && !target.startsWith("#");
  return /^(?:https?|mailto|ftp|tel|file|[a-z]):$/i.test(scheme);
}

/**
 * Returns an address as the destination of a Markdown link, in angle brackets if it has spaces or brackets (CommonMark
 * 0.31, 6.3). Markdown decodes character references and drops backslashes in a destination: here it finds none to
 * decode or to drop, so that no other address comes out.
 */
export function linkDestination(address: string): string {
  const written = encoded(address).replaceAll(escapingBackslash, String.raw`\\`);
  return /[\s()<>]/.test(address) ? `<${written}>` : written;
}

/**
 * Returns the address of a link without text, which readers of the document do not see. Empty for an address without a
 * scheme: alone it does not say that it is one.
 */
export function shownAddress(address: string): string {
  if (!/^[a-z]{2,}:/i.test(address)) return "";
  const written = encoded(address);
  return /[()[\]]/.test(written) ? `<${written}>` : written;
}

/** A backslash that Markdown would read as an escape: before punctuation, or before the bracket after the address. */
const escapingBackslash = /\\(?=[!-/:-@[-`{-~]|$)/g;

/** Encodes the characters that could end an address, open a code span, or start a character reference. */
function encoded(address: string): string {
  return address.replaceAll(/[<>`\s\p{Cc}]|&(?=#?\w+;)/gu, (character) => encodeURIComponent(character));
}
