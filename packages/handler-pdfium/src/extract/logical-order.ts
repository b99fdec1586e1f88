import type { PageCharacter } from "./page-characters.ts";

const fromRight = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]$/u;

/** Restores the order of the letters of a ligature, which share one place and which the engine reverses with their line. */
export function inLogicalOrder(characters: readonly PageCharacter[]): readonly PageCharacter[] {
  if (!characters.some(({ text }) => fromRight.test(text))) return characters;
  const ordered = [...characters];
  let from = 0;
  for (let index = 1; index <= ordered.length; index += 1) {
    const [last, one] = [ordered[index - 1], ordered[index]];
    if (last !== undefined && one !== undefined && continuesLigature(last, one)) continue;
    const run = ordered.slice(from, index);
    if (run.length > 1) ordered.splice(from, run.length, ...run.toReversed());
    from = index;
  }
  return ordered;
}

function continuesLigature(last: PageCharacter, one: PageCharacter): boolean {
  return last.x === one.x && last.y === one.y && fromRight.test(last.text) && fromRight.test(one.text);
}

const arabicNumber = /[\u0660-\u0669][\u0660-\u0669\u066B\u066C.,/:-]*[\u0660-\u0669]/g;

/** Reverses numbers in Arabic digits: `cleanText` expects them as other engines give them, from right to left. */
export function withTurnedNumbers(text: string): string {
  return text.replaceAll(arabicNumber, (number) => Array.from(number).toReversed().join(""));
}
