import { words } from "./words.ts";

/** How many headings a text has, and how many of them are headings of the reference. */
export interface HeadingCounts {
  readonly found: number;
  readonly written: number;
  readonly wanted: number;
}

/** Whether headings must have the same level to be the same. */
export type LevelRule = "any" | "exact";

/** Headings with the same words in any order are the same, because a number may come first or last. */
export function countHeadings(markdown: string, reference: string, levels: LevelRule = "any"): HeadingCounts {
  const written = headingsOf(markdown, levels);
  const wanted = headingsOf(reference, levels);
  const left = [...wanted];
  let found = 0;
  for (const heading of written) {
    const index = left.indexOf(heading);
    if (index < 0) continue;
    left.splice(index, 1);
    found += 1;
  }
  return { found, written: written.length, wanted: wanted.length };
}

function headingsOf(markdown: string, levels: LevelRule): readonly string[] {
  const lines = markdown.split("\n").filter((line) => /^#{1,6} /u.test(line) && words(line).length > 0);
  return lines.map((line) => (levels === "exact" ? `${line.indexOf(" ")} ` : "") + words(line).toSorted().join(" "));
}
