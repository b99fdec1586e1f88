/** Characters of an excerpt. */
const maxExcerptCharacters = 100;

/** The beginning of a text, in a few words. */
export function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxExcerptCharacters
    ? text
    : `${characters.slice(0, maxExcerptCharacters - 1).join("")}…`;
}
