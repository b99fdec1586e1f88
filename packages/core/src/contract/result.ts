import type { ReadErrorData } from "./errors.ts";
import type { DocumentPart, Extent, ImagePart } from "./events.ts";
import type { Place } from "./place.ts";
import type { MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { OutlineExcerpt } from "./outline.ts";
import type { LineBoxes, RecognisedText } from "./recognition.ts";
import type { ReadRequest } from "./request.ts";

/** A line that was cut at the line limit. */
export interface Clip {
  readonly line: number;
  /** The column of the first character that was left out, from 1: ask for it with `offset: line, column`. */
  readonly column: number;
  /** How much of the line was left out, in bytes of the file if the rest was not decoded. */
  readonly remaining: { readonly amount: number; readonly unit: "characters" | "bytes"; readonly exact: boolean };
}

/** Consecutive lines. */
export interface TextSection {
  readonly type: "text";
  /** The raw lines joined by `\n`, with no newline after the last: `text.split("\n")` gives `lineCount` lines. */
  readonly text: string;
  /** The number of the first line, from 1; negative, counted from the end, if the total is unknown. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** The column at which the first line starts if it continues a long line. In characters, from 1. */
  readonly firstColumn?: number;
  readonly at?: Place;
  readonly clips?: readonly Clip[];
  /** The numbers of the lines that match `find`; the other lines are their context. */
  readonly matches?: readonly number[];
  /** The lines that were recognised in an image, with confidence and positions on the page. */
  readonly recognised?: RecognisedText;
  /** With `boxes` in the request: where the lines stand on their page or in their image. */
  readonly boxes?: LineBoxes;
}

/** A part of a result. */
export type ResultPart = TextSection | ImagePart | DocumentPart;

/** The line ends of consecutive lines of the result. */
export interface EndingRun {
  readonly eol: "lf" | "crlf" | "cr";
  readonly lines: number;
}

/** How the text is stored: enough for an edit tool to write the file back unchanged. */
export interface TextFacts {
  /** A WHATWG label in lower case, such as `utf-8`, `utf-16le`, `gb18030`, `windows-1252`. */
  readonly encoding: string;
  /** Confidence, 0 to 1. It is 1 if a byte order mark, valid UTF-8 or the request determines the encoding. */
  readonly confidence: number;
  readonly bom: boolean;
  /** The line ends of everything that was scanned; `none` if there are none. */
  readonly eol: "lf" | "crlf" | "cr" | "mixed" | "none";
  /** The ends of the returned lines in order, if `eol` is `mixed`. */
  readonly endings?: readonly EndingRun[];
  /** True if the last line of the file has a line end. */
  readonly finalNewline: boolean;
}

/** The cost of a result, as rendered with the default gutter. */
export interface Cost {
  readonly tokens: number;
  readonly bytes: number;
  readonly images: number;
}

/** Why a result ended before its range. */
export interface Stop {
  readonly by: "lines" | "bytes" | "tokens" | "time" | "images" | "line-length";
  /** The limit that was reached and how much of it was used; times in milliseconds, `line-length` in bytes of one line looked through (`maxClipScanBytes`). */
  readonly limit: number;
  readonly used: number;
}

/** How to continue. */
export interface Continuation {
  /** The request to send. */
  readonly request: ReadRequest;
  /** The number of lines from there to the end of the file, if known. */
  readonly remaining?: { readonly lines: number; readonly exact: boolean };
}

/** The result of a successful read. */
export interface ReadResult {
  readonly ok: true;
  /** `partial`: `next` continues the requested range. `unchanged`: the session has already seen it. */
  readonly status: "complete" | "partial" | "unchanged";
  /** The path relative to its root. */
  readonly path: string;
  readonly mediaType: MediaType;
  /** The handler that read it; `text` for the core's own text pipeline. */
  readonly handler: string;
  readonly parts: readonly ResultPart[];
  readonly notices: readonly Notice[];
  readonly extents: readonly Extent[];
  readonly text?: TextFacts;
  /** The outline of the whole file, if the result was cut and no range was requested. `cost` includes it. */
  readonly outline?: OutlineExcerpt;
  readonly cost: Cost;
  readonly stopped?: Stop;
  readonly next?: Continuation;
}

/** A failed read: what went wrong, what to do next, and what was read before. */
export interface ReadFailure {
  readonly ok: false;
  readonly path: string;
  readonly error: ReadErrorData;
  readonly parts: readonly ResultPart[];
  readonly notices: readonly Notice[];
}

/** The outcome of a read. Errors are values, not exceptions. */
export type ReadOutcome = ReadResult | ReadFailure;
