/** Number of characters before the extension that are always shown. */
const keptCharacters = 5;

/** Splits a name before its last characters and extension. A short name is not split. */
export function splitName(name: string): { readonly start: string; readonly end: string } {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  const [extension = ""] = /\.[^./\s]{1,10}$/.exec(name) ?? [];
  const kept = keptCharacters + Array.from(extension).length;
  if (characters.length <= kept * 2) return { start: name, end: "" };
  return { start: characters.slice(0, -kept).join(""), end: characters.slice(-kept).join("") };
}
