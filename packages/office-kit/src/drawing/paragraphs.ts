import { loweredText, raisedText } from "@reader/document";
import type { RunFormat } from "@reader/document/builder";

/** The text of one shape. */
export interface SlideText {
  readonly type: "text";
  readonly paragraphs: readonly SlideParagraph[];
}

/** One paragraph. */
export interface SlideParagraph {
  readonly runs: readonly SlideRun[];
  /** From 0. */
  readonly level: number;
  /** `-` for an item with a bullet, `1.` or `b)` for a numbered one, empty for plain text. */
  readonly label: string;
}

/** Text of one kind. */
export interface SlideRun {
  readonly text: string;
  /** The link target outside the document. */
  readonly link?: string;
  /** Its format; absent if it has none. */
  readonly look?: RunFormat;
  /** True if it is already Markdown, as a formula is. */
  readonly isMarkdown?: boolean;
}

/** One cell. */
export interface SlideCell {
  readonly paragraphs: readonly SlideParagraph[];
  /** How many columns and rows it covers, from 1. */
  readonly columns: number;
  readonly rows: number;
}

/** Plain text of one paragraph. */
export function textBlock(text: string): SlideText {
  return { type: "text", paragraphs: [{ runs: [{ text }], level: 0, label: "" }] };
}

/** Returns the text of a paragraph without marks. `10²` remains different from `102`. */
export function paragraphText({ runs }: SlideParagraph): string {
  return runs
    .map(({ text, look }) => scriptedText(text, look?.script))
    .join("")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Superscript and subscript text uses Unicode characters. */
export function scriptedText(text: string, script: RunFormat["script"]): string {
  if (script === undefined) return text;
  return script === "sup" ? raisedText(text) : loweredText(text);
}
