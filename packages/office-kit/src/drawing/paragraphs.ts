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
  /** The level, from 0. */
  readonly level: number;
  /** `-` for an item with a bullet, `1.` or `b)` for a numbered one, empty for plain text. */
  readonly label: string;
}

/** Text with one format. */
export interface SlideRun {
  readonly text: string;
  /** The link target outside the document. */
  readonly link?: string;
  /** The format; absent for unformatted text. */
  readonly look?: RunFormat;
  /** True if the text is already Markdown, such as a formula. */
  readonly isMarkdown?: boolean;
}

/** One cell. */
export interface SlideCell {
  readonly paragraphs: readonly SlideParagraph[];
  /** The number of columns and rows that it spans, from 1. */
  readonly columns: number;
  readonly rows: number;
}

/** Creates a paragraph of plain text. */
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
