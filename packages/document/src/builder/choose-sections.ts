import { ReadError, type PageRange, quoted } from "@reader/core/handler";
import type { MarkdownPiece } from "../markdown/markdown-builder.ts";

/** The sections that the caller requested. */
export interface SectionWish {
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly pages: readonly PageRange[] | undefined;
  readonly select: string | undefined;
}

interface Heading {
  readonly index: number;
  readonly level: number;
  readonly title: string;
}

/** Maximum number of headings that an error lists. */
const maxNamed = 30;

/**
 * Returns the indexes of the requested sections and their subsections. Throws `out-of-range` if a section does not
 * exist.
 */
export function chooseSections(pieces: readonly DocumentPiece[], wish: SectionWish): ReadonlySet<number> {
  const headings = pieces
    .filter((piece) => piece.type === "heading")
    .map(({ level, title }, at): Heading => ({ index: at + 1, level, title }));
  const chosen = new Set<number>();
  if (wish.select !== undefined) addSection(chosen, headingFor(wish.select, headings, wish), headings);
  for (const range of wish.pages ?? []) {
    if ("label" in range) addSection(chosen, headingFor(range.label, headings, wish), headings);
    else for (const index of numbered(range, headings, wish)) chosen.add(index);
  }
  return chosen;
}

function addSection(chosen: Set<number>, heading: Heading, headings: readonly Heading[]): void {
  chosen.add(heading.index);
  for (const { index, level } of headings.slice(heading.index)) {
    if (level <= heading.level) return;
    chosen.add(index);
  }
}

/** Finds a heading by its full title, by its title without the number, by its number, by prefix, then by substring. */
function headingFor(wanted: string, headings: readonly Heading[], wish: SectionWish): Heading {
  const words = folded(wanted);
  const tests: readonly ((title: string) => boolean)[] = [
    (title) => title === words,
    (title) => title.replace(/^[\d.]+[.)]?\s+/, "") === words,
    (title) => title.startsWith(`${words} `) || title.startsWith(`${words}. `) || title.startsWith(`${words}) `),
    (title) => title.startsWith(words),
    (title) => title.includes(words),
  ];
  for (const test of words === "" ? [] : tests) {
    const found = headings.find(({ title }) => test(folded(title)));
    if (found !== undefined) return found;
  }
  throw noSection(`${quoted(wanted)}`, headings, wish);
}

function folded(text: string): string {
  return text
    .replace(/^#+\s*/, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function* numbered(
  { first, last }: { readonly first: number; readonly last?: number },
  headings: readonly Heading[],
  wish: SectionWish,
): Generator<number> {
  const start = first < 0 ? Math.max(1, headings.length + first + 1) : first;
  const end = first < 0 ? headings.length : (last ?? headings.length);
  if (start < 1 || start > headings.length) throw noSection(`number ${first}`, headings, wish);
  for (let index = start; index <= Math.min(end, headings.length); index += 1) yield index;
}

function noSection(wanted: string, headings: readonly Heading[], { path }: SectionWish): ReadError {
  const total = headings.length;
  const names = headings.slice(0, maxNamed).map(({ title }) => quoted(title));
  const more = total > maxNamed ? ` and ${total - maxNamed} more` : "";
  return new ReadError(
    "out-of-range",
    `${path} has ${total} ${total === 1 ? "section" : "sections"} and none called ${wanted}.`,
    {
      hint: total === 0 ? "Read it without `select` and `pages`." : `Ask for one of ${names.join(", ")}${more}.`,
      details: { total, unit: "section" },
    },
  );
}

/** A piece of the document, or the start of another document between two pieces. */
export type DocumentPiece = MarkdownPiece | { readonly type: "document"; readonly part: string };
