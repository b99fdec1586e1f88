import type { TextSection } from "@reader/core";

/** One line that was shown, with its number. */
export interface ShownLine {
  readonly number: number;
  readonly text: string;
}

/** Every line of these sections. */
export function* linesOf(sections: readonly TextSection[]): Generator<ShownLine, void, undefined> {
  for (const { text, firstLine } of sections) {
    let number = firstLine;
    for (const line of text.split("\n")) yield { number: number++, text: line };
  }
}

/** The first of these lines that is in none of the sections; undefined where all were shown. */
export function firstMissing(sections: readonly TextSection[], first: number, last: number): number | undefined {
  const ordered = [...sections].sort((left, right) => left.firstLine - right.firstLine);
  let wanted = first;
  for (const { firstLine, lineCount } of ordered) {
    if (firstLine > wanted) break;
    wanted = Math.max(wanted, firstLine + lineCount);
  }
  return wanted > last ? undefined : wanted;
}

/** The text of one line, where it was shown. */
export function lineAt(sections: readonly TextSection[], number: number): string | undefined {
  const section = sections.find(({ firstLine, lineCount }) => firstLine <= number && number < firstLine + lineCount);
  return section?.text.split("\n")[number - section.firstLine];
}
