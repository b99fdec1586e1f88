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
  /** Where it leads, outside of the document. */
  readonly link?: string;
  /** How it stands out from the text around it; absent where it does not. */
  readonly look?: RunFormat;
  /** Whether it is Markdown already, as a formula is. */
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

/** The words of a paragraph, without marks: `10²` stays another number than `102`. */
export function paragraphText({ runs }: SlideParagraph): string {
  return runs
    .map(({ text, look }) => scriptedText(text, look?.script))
    .join("")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Raised and lowered text as characters of their own. */
export function scriptedText(text: string, script: RunFormat["script"]): string {
  if (script === undefined) return text;
  return script === "sup" ? raisedText(text) : loweredText(text);
}
