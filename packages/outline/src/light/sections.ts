import { draft, type Draft } from "../draft.ts";

/** A heading, as found in a text. */
export interface Heading {
  /** From 1, the highest. */
  readonly level: number;
  readonly words: string;
  /** From 1. */
  readonly line: number;
}

/** Headings as nested sections, each up to the next heading of its level or of a higher one. */
export function sectionsOf(headings: readonly Heading[], lineCount: number): readonly Draft[] {
  const roots: Draft[] = [];
  const open: { readonly level: number; readonly entry: Draft }[] = [];
  for (const { level, words, line } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) end(open.pop()?.entry, line - 1);
    const entry = draft({ kind: "heading", name: words, title: words, first: line, last: line });
    (open.at(-1)?.entry.children ?? roots).push(entry);
    open.push({ level, entry });
  }
  for (const { entry } of open) end(entry, lineCount);
  return roots;
}

function end(entry: Draft | undefined, line: number): void {
  if (entry !== undefined) entry.last = Math.max(entry.first, line);
}
