import type { Json } from "@reader/core";
import type { Seen, SeenBlock } from "../../../src/web/wire.ts";
import { aimedCell, isFields } from "./aim.ts";

/** An answer with more lines is shown as a whole, and nothing in it is marked. */
const maxMarkedLines = 12;

/**
 * Returns the texts to mark in a file: what a citation quotes, or else what the request was about, which is the matches
 * of a search or a few lines.
 */
export function marksOf(request: Json, { blocks }: Pick<Seen, "blocks">, quote?: string): readonly string[] {
  // A cell has its own mark.
  if (!isFields(request) || aimedCell(request) !== undefined) return [];
  if (quote !== undefined) return [quote];
  const { find } = request;
  const lines = linesOf(blocks);
  if (typeof find === "string") {
    const matched = lines.filter(({ isMatch }) => isMatch).map(({ text }) => text);
    return [...new Set(matched.flatMap((text) => matchesIn(text, find)))];
  }
  const isPart = ["offset", "lines"].some((field) => request[field] !== undefined);
  return isPart && lines.length <= maxMarkedLines ? lines.map(({ text }) => text).filter(hasWords) : [];
}

interface NumberedLine {
  readonly text: string;
  readonly isMatch: boolean;
}

function linesOf(blocks: readonly SeenBlock[]): readonly NumberedLine[] {
  return blocks.flatMap((block) =>
    block.kind === "lines"
      ? block.text.split("\n").map((line) => ({ text: line.replace(/^-?\d+[\t:]/, ""), isMatch: /^-?\d+:/.test(line) }))
      : [],
  );
}

/** The parts of a line that match a search. If the pattern has no words or cannot be compiled, the whole line. */
function matchesIn(line: string, find: string): readonly string[] {
  const pattern = patternOf(find);
  const matches = pattern === undefined ? [] : Array.from(line.matchAll(pattern), ([match]) => match).filter(hasWords);
  return matches.length === 0 ? [line] : matches;
}

/** As the reader does: `/…/` is a regular expression with the flags `i` and `s`, anything else is literal. */
function patternOf(find: string): RegExp | undefined {
  const [, source, flags = ""] = /^\/(.+)\/([is]*)$/s.exec(find) ?? [];
  try {
    return new RegExp(
      source ?? find.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`),
      `gu${source === undefined ? "" : flags}`,
    );
  } catch {
    return undefined;
  }
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
