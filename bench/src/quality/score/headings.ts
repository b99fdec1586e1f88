import { words } from "./words.ts";

/** How many headings a text has, and how many of them are headings of the reference. */
export interface HeadingCounts {
  readonly found: number;
  readonly written: number;
  readonly wanted: number;
}

/** Headings with the same words in any order are the same, because a number may come first or last; their levels do not count. */
export function countHeadings(markdown: string, reference: string): HeadingCounts {
  const written = headingsOf(markdown);
  const wanted = headingsOf(reference);
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

function headingsOf(markdown: string): readonly string[] {
  const lines = markdown.split("\n").filter((line) => /^#{1,6} /u.test(line));
  return lines.map((line) => words(line).toSorted().join(" ")).filter((heading) => heading !== "");
}
