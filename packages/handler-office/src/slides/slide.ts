import { loweredText, raisedText } from "@reader/markdown";
import type { PictureStart } from "../package/office-package.ts";
import type { RunFormat } from "../flow/run-format.ts";

/** What every reader of presentations gives (PPTX, ODP, PPT), and what the one writer of slides takes. */
export interface Slide {
  /** One line; empty where it has none. */
  readonly title: string;
  /** Whether a show leaves it out. */
  readonly isHidden: boolean;
  /** What people call the part of the deck that it belongs to; empty where there are no parts. */
  readonly section: string;
  /** In reading order, without the title. */
  readonly blocks: readonly SlideBlock[];
  /** What is said while it is shown. */
  readonly notes: readonly SlideBlock[];
  readonly comments: readonly SlideComment[];
  /** Lines of headers, footers and of what is printed on every slide: shown with the first slide that has them. */
  readonly repeated: readonly string[];
  /** Shapes on it that a show leaves out; their text is marked. */
  readonly hiddenShapes: number;
  /** Shapes and lines without words and without a description, where they were counted. */
  readonly wordlessShapes?: number;
}

/** Something on a slide. */
export type SlideBlock =
  | SlideText
  | SlideTable
  | SlidePicture
  /** Lines that are Markdown already, ending with a newline. */
  | { readonly type: "markdown"; readonly markdown: string; readonly is: "chart" | "diagram" | "other" };

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

/** A table. */
export interface SlideTable {
  readonly type: "table";
  /** Cells that another one covers are left out. */
  readonly rows: readonly (readonly SlideCell[])[];
  /** Whether the first row is set apart as a header. */
  readonly hasHeader?: boolean;
}

/** One cell. */
export interface SlideCell {
  readonly paragraphs: readonly SlideParagraph[];
  /** How many columns and rows it covers, from 1. */
  readonly columns: number;
  readonly rows: number;
}

/** A picture. */
export interface SlidePicture {
  readonly type: "picture";
  /** The name of its part. */
  readonly name: string;
  /** Empty where the author gave none. */
  readonly alt: string;
  /** Its bytes; undefined where they are not in the file. */
  readonly load: () => Promise<Uint8Array | undefined>;
  /** Its first bytes, where loading all of it is dear; undefined where it is not. */
  readonly start?: () => Promise<PictureStart | undefined>;
}

/** What somebody remarked on a slide. */
export interface SlideComment {
  /** Empty where it is not known. */
  readonly author: string;
  readonly text: string;
  /** Whether it answers the one before. */
  readonly isReply: boolean;
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
