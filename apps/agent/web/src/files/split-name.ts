/** Number of characters before the extension that are always shown of a long name. */
const keptCharacters = 5;

/** Splits a name before its last characters and extension, and one of medium length before its extension. */
export function splitName(name: string): { readonly start: string; readonly end: string } {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  const [extension = ""] = /\.[^./\s]{1,10}$/.exec(name) ?? [];
  const extensionLength = Array.from(extension).length;
  const isLong = characters.length > (keptCharacters + extensionLength) * 2;
  const kept = extensionLength + (isLong ? keptCharacters : 0);
  if (kept === 0) return { start: name, end: "" };
  return { start: characters.slice(0, -kept).join(""), end: characters.slice(-kept).join("") };
}
