import type { DocumentFacts } from "@reader/document/content";
import type { Notice } from "@reader/core/handler";

/** A document of Pages, Numbers or Keynote. Both generations of the file format are read into it. */
export type AppleDocument = PagesDocument | NumbersDocument | KeynoteDocument;

interface DocumentBase {
  readonly facts: DocumentFacts;
  readonly notices: readonly Notice[];
}

/** A text document. */
export interface PagesDocument extends DocumentBase {
  readonly kind: "pages";
  /** The text of page headers and footers. */
  readonly pageLines: readonly { readonly what: "Header" | "Footer"; readonly story: Story }[];
  /** The body, then what stands on pages outside of it, in order. */
  readonly contents: readonly Content[];
}

/** A workbook. */
export interface NumbersDocument extends DocumentBase {
  readonly kind: "numbers";
  readonly sheets: readonly Sheet[];
}

/** A presentation. */
export interface KeynoteDocument extends DocumentBase {
  readonly kind: "keynote";
  readonly slides: readonly Slide[];
}

/** A sheet: its tables, text boxes, charts and images, in reading order. */
export interface Sheet {
  readonly name: string;
  readonly contents: readonly Content[];
}

/** A slide. */
export interface Slide {
  /** On one line; empty if it has no title. */
  readonly title: string;
  /** True if the presentation skips it. */
  readonly isSkipped: boolean;
  readonly contents: readonly Content[];
  readonly notes: Story | undefined;
  readonly comments: readonly Comment[];
}

/** Something that stands in a document. */
export type Content = Story | Table | Picture | Chart;

/** A text. */
export interface Story {
  readonly type: "story";
  readonly paragraphs: readonly Paragraph[];
}

/** A paragraph of a story. */
export interface Paragraph {
  readonly runs: readonly Run[];
  /** The level of a heading, from 1. */
  readonly heading?: number;
  /** The level, from 0, and the label of a list item: `-` for a bullet. */
  readonly list?: { readonly level: number; readonly label: string };
}

/** A part of a paragraph. */
export type Run =
  | { readonly type: "text"; readonly text: string; readonly link?: string; readonly change?: TextChange }
  | { readonly type: "note"; readonly story: Story }
  | { readonly type: "comment"; readonly comment: Comment }
  /** A table, an image or a text box that is anchored here. */
  | { readonly type: "content"; readonly contents: readonly Content[] }
  /** The start of a page of the layout that the program saved, from 1. */
  | { readonly type: "page"; readonly page: number };

/** A tracked change of text. */
export type TextChange = "insertion" | "deletion";

/** A comment. */
export interface Comment {
  /** Empty if it is not known. */
  readonly author: string;
  readonly text: string;
}

/** A table. */
export interface Table {
  readonly type: "table";
  readonly name: string;
  readonly columnCount: number;
  readonly rowCount: number;
  readonly headerRows: number;
  /** Yields the rows that have a cell, in order, with their numbers from 1. */
  rows(): Iterable<TableRow>;
}

/** A row of a table. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly TableCell[];
}

/** A cell that is not empty. */
export interface TableCell {
  /** From 1. */
  readonly column: number;
  readonly text: string;
}

/** An image. */
export interface Picture {
  readonly type: "picture";
  readonly name: string;
  readonly alt: string;
  readonly load: () => Promise<Uint8Array | undefined>;
}

/** A chart, by the words that describe it. */
export interface Chart {
  readonly type: "chart";
  readonly title: string;
  readonly series: readonly string[];
  readonly categories: readonly string[];
}

/** Returns the text of a story on one line. */
export function plainText({ paragraphs }: Story): string {
  const lines = paragraphs.map(({ runs }) => runs.map((run) => (run.type === "text" ? run.text : "")).join(""));
  return lines.join(" ").replaceAll(/\s+/gu, " ").trim();
}

/** True if a story shows anything. */
export function hasContent({ paragraphs }: Story): boolean {
  return paragraphs.some(({ runs }) =>
    runs.some((run) => run.type !== "page" && (run.type !== "text" || run.text.trim() !== "")),
  );
}

/** Seconds from 1970 to 2001, from which Apple's programs count time. */
const appleEpochSeconds = 978_307_200;

/** Formats a point in time, in seconds since 2001: `2010-05-09`, or `2010-05-09 12:34`. */
export function dateText(seconds: number): string {
  const date = new Date((seconds + appleEpochSeconds) * 1000);
  if (Number.isNaN(date.getTime())) return "";
  const [day = "", time = ""] = date.toISOString().split("T");
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, time.startsWith("00", 6) ? 5 : 8)}`;
}

/** Formats a number without the errors of binary fractions: -872.4 for -872.39999999999998. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : "";
}

/** Formats a duration in seconds: `1:30:00`, `0:02:05.5`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  const sign = seconds < 0 ? "-" : "";
  const all = Math.abs(seconds);
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)];
  const rest = numberText(all % 60);
  const two = (text: string): string => (text.indexOf(".") === 1 || text.length === 1 ? `0${text}` : text);
  return `${sign}${hours}:${two(String(minutes))}:${two(rest)}`;
}
