import { splitSigns, type Sign, type Signs } from "../signs.ts";
import { textOf, type WordNode } from "../tree.ts";
import type { RewrittenDocument } from "./rewrite-document.ts";

/** What rewritten blocks tell without mammoth. */
export interface Outline {
  /** The titles of headings, two spaces for each level below the first. */
  readonly headings: readonly string[];
  readonly words: number;
}

/** A heading that begins a section. */
export interface OutlineHeading {
  /** From 1. */
  readonly level: number;
  readonly title: string;
}

/** All headings of a document, in order; those without words too, because they begin sections. */
export function headingsOf({ slices, signs }: RewrittenDocument): readonly OutlineHeading[] {
  return slices.flatMap(({ blocks }) => blocks.flatMap((block) => headingIn(block, signs) ?? []));
}

/** Headings that are listed. */
const maxHeadings = 500;

/** The headings of a document, the first 500 of them, and the number of its words, notes included. */
export function outlineOf({ slices, noteParts, signs }: RewrittenDocument): Outline {
  const headings: string[] = [];
  let words = 0;
  const count = (nodes: readonly WordNode[]): void => {
    for (const text of paragraphsIn(nodes)) words += wordsIn(shownText(text, signs));
  };
  for (const { blocks } of slices) {
    count(blocks);
    for (const block of blocks) {
      const heading = headings.length < maxHeadings ? headingOf(block, signs) : undefined;
      if (heading !== undefined) headings.push(heading);
    }
  }
  for (const { notes } of noteParts) count([...notes.values()]);
  return { headings, words };
}

function* paragraphsIn(nodes: readonly WordNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.type === "text") continue;
    if (node.name === "w:p") yield textOf(node);
    else yield* paragraphsIn(node.children);
  }
}

/** Text with its signs replaced by the words that they stand for. */
function shownText(text: string, signs: Signs): string {
  let shown = "";
  for (const piece of splitSigns(text)) shown += typeof piece === "string" ? piece : wordsOf(signs.at(piece));
  return shown;
}

function wordsOf(sign: Sign | undefined): string {
  if (sign?.type === "words" || sign?.type === "block") return sign.markdown;
  if (sign?.type === "heading") return `${sign.label} `;
  return "";
}

function headingOf(block: WordNode, signs: Signs): string | undefined {
  const heading = headingIn(block, signs);
  if (heading === undefined || heading.title === "") return undefined;
  return `${"  ".repeat(heading.level - 1)}${heading.title}`;
}

function headingIn(block: WordNode, signs: Signs): OutlineHeading | undefined {
  if (block.type === "text" || block.name !== "w:p") return undefined;
  const text = textOf(block);
  const [first] = splitSigns(text);
  const sign = typeof first === "number" ? signs.at(first) : undefined;
  if (sign?.type !== "heading") return undefined;
  return { level: sign.level, title: shownText(text, signs).replace(/\s+/g, " ").trim() };
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
