import type { Drafts } from "../draft.ts";
import { createLineTable } from "../line-table.ts";
import { titleOf } from "../title.ts";
import { maxEntries } from "../limits.ts";
import { endless, type IsOver } from "./deadline.ts";
import { sectionsOf, type Heading } from "./sections.ts";

/** What may not hold headings, and headings. */
const token = /<!--|<(script|style|template|textarea)\b|<h([1-6])\b[^<>]{0,1000}>/gi;

/** The headings `h1` to `h6` of a page with their sections; what is in comments and scripts is none. */
export function outlineHtml(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const headings: Heading[] = [];
  let isCut = false;
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    isCut = isOver() || headings.length >= maxEntries;
    if (isCut) break;
    const [match, block, level] = found;
    const from = found.index + match.length;
    if (level === undefined) {
      const end = text.indexOf(block === undefined ? "-->" : `</${block}`, from);
      if (end < 0) break;
      token.lastIndex = end;
      continue;
    }
    const words = wordsOf(text.slice(from, from + 1000));
    if (words !== "") headings.push({ level: Number(level), words, line: lines.lineAt(found.index) });
  }
  return { drafts: sectionsOf(headings, lines.count), truncated: isCut };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function wordsOf(start: string): string {
  const inside = start.split(/<\/h[1-6]/i, 1)[0] ?? "";
  const words = inside.replace(/<[^<>]*>/g, "").replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity);
  return titleOf(words);
}
