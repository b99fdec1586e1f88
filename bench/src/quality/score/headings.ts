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

/** A heading of a document, or a bookmark that names one. */
export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** The F1 of headings, whatever their levels, and with the same levels. */
export interface HeadingScores {
  readonly any: number;
  readonly exact: number;
}

/** Scores the headings of a text against the bookmarks of the document. */
export function scoreHeadings(markdown: string, bookmarks: readonly Heading[]): HeadingScores {
  const scored = fromFirstBookmark(writtenHeadings(markdown), bookmarks);
  // The title of the document, of level 1, may have no bookmark.
  const exact = Math.max(f1(scored, bookmarks, 0), f1(scored, bookmarks, 1));
  return { any: f1(scored, bookmarks), exact };
}

/** Scores the headings of a text against those of the source of the document, of which bold lines do not count. */
export function scoreSourceHeadings(markdown: string, source: string): HeadingScores {
  const { headings, bold } = sourceOf(source);
  const known = new Set(headings.map(({ text }) => keyOf(text)));
  const uncounted = new Set(bold.map(keyOf).filter((key) => !known.has(key)));
  const written = writtenHeadings(markdown).filter(({ text }) => !uncounted.has(keyOf(text)));
  const scored = fromFirstBookmark(written, headings);
  const wanted = withoutGaps(headings);
  return { any: f1(scored, wanted), exact: Math.max(f1(scored, wanted, 0), f1(scored, wanted, 1)) };
}

/** The headings at levels of which none is skipped: no tool can see that the source skips one. */
function withoutGaps(headings: readonly Heading[]): readonly Heading[] {
  let open: readonly number[] = [];
  return headings.map(({ level, text }) => {
    open = [...open.filter((one) => one < level), level];
    return { level: open.length, text };
  });
}

function writtenHeadings(markdown: string): readonly Heading[] {
  return linesWithoutCode(markdown).flatMap((line) => headingOf(line) ?? []);
}

function headingOf(line: string): Heading | undefined {
  const [, marks, text] = /^(#{1,6}) (.+)/u.exec(line.replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1")) ?? [];
  return marks === undefined || text === undefined ? undefined : { level: marks.length, text };
}

/** The headings of a source, which may be underlined, and its bold lines. */
function sourceOf(source: string): { readonly headings: readonly Heading[]; readonly bold: readonly string[] } {
  const headings: Heading[] = [];
  const bold: string[] = [];
  let paragraph: string[] = [];
  for (const line of linesWithoutCode(source.replace(/^---\n[^]*?\n---\n/u, ""))) {
    const bare = /^\*\*(.+)\*\*$/u.exec(line)?.[1];
    if (bare !== undefined) bold.push(bare);
    const heading = headingOf(line);
    const underline = paragraph.length === 0 ? undefined : /^ {0,3}(=+|-+)\s*$/u.exec(line)?.[1];
    if (heading !== undefined) headings.push(heading);
    if (underline !== undefined) headings.push({ level: underline.startsWith("=") ? 1 : 2, text: paragraph.join(" ") });
    const isText = heading === undefined && underline === undefined && !/^\s*(?:$|[>|]|[-+*] |\d+[.)] )/u.test(line);
    if (isText) paragraph.push(line);
    else paragraph = [];
  }
  return { headings, bold };
}

/** The lines outside fenced code. */
function linesWithoutCode(markdown: string): readonly string[] {
  let fence = "";
  return markdown.split("\n").filter((line) => {
    const marks = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? "";
    if (fence === "") fence = marks;
    else if (marks.startsWith(fence) && line.trim() === marks) fence = "";
    else return false;
    return marks === "";
  });
}

/** Leaves out what bookmarks do not name: the title, the authors, the abstract. */
function fromFirstBookmark(written: readonly Heading[], bookmarks: readonly Heading[]): readonly Heading[] {
  const known = new Set(bookmarks.map(({ text }) => keyOf(text)));
  const first = written.findIndex(({ text }) => known.has(keyOf(text)));
  return written.slice(Math.max(0, first));
}

/** The F1 of headings with the same words; with a shift, at the levels of the bookmarks and that many more. */
function f1(written: readonly Heading[], bookmarks: readonly Heading[], shift?: number): number {
  const key = ({ level, text }: Heading, add: number): string =>
    (shift === undefined ? "" : `${level + add} `) + keyOf(text);
  const left = bookmarks.map((one) => key(one, shift ?? 0));
  let found = 0;
  for (const heading of written) {
    const at = left.indexOf(key(heading, 0));
    if (at < 0) continue;
    left.splice(at, 1);
    found += 1;
  }
  const all = written.length + bookmarks.length;
  return all === 0 ? 1 : (2 * found) / all;
}

/** The words of a heading without footnote marks, links and its number, which bookmarks often leave out. */
function keyOf(text: string): string {
  const plain = text.replace(/[⁰¹²³⁴-⁹]/gu, "").replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1");
  const rest = plain.replace(/^(?:\p{Lu}\p{L}+ )?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVXLC]+)[.:)]?\s+/u, "");
  return words(rest).join("") || words(plain).join("");
}
