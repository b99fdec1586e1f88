/** What a terminal would act on or not show. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A name with everything that could act on a terminal as a visible escape: `a\u{1b}[2J`. Joiners too: it is a label. */
export function printable(name: string): string {
  return name.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
