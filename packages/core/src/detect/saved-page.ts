/** Number of bytes at the start of a page that are searched for the marks of a saved one. */
export const savedPageBytes: number = 65_536;

/** What programs that save web pages write into them: browsers, SingleFile, Save Page WE, HTTrack, monolith, archives. */
const saver =
  /<!--\s*(?:saved from url=\(\d+\)|page saved with |mirrored from |saved from https?:|begin wayback toolbar)|savepage-url|\bdata-savepage-|\/\/web-static\.archive\.org\//i;

/** A tag that may name the address of a page. */
const addressTag = /<(?:link|meta)\b[^>]{0,2000}>/gi;
const addressName = /\brel\s*=\s*["']?canonical\b|\bproperty\s*=\s*["']?og:url\b/i;

/** An address on a server, below its root and without the placeholders of templates. */
const addressValue = /\b(?:href|content)\s*=\s*["']?https?:\/\/[^\s"'<>{}$%/]+\/[^\s"'<>{}$]+/i;

/**
 * True if HTML was saved from the web: it has the mark of a program that saves pages, or names its own address on a
 * server (`link rel=canonical`, `og:url`). Pages that people write by hand are published at the root, or have a
 * placeholder there.
 */
export function isSavedPage(bytes: Uint8Array): boolean {
  // The marks are ASCII, so the bytes need no decoding. UTF-16 has a NUL in each character.
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, savedPageBytes)).replaceAll("\0", "");
  if (saver.test(start)) return true;
  for (const [tag] of start.matchAll(addressTag)) if (addressName.test(tag) && addressValue.test(tag)) return true;
  return false;
}
