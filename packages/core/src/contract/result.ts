import type { ReadErrorData } from "./errors.ts";
import type { DocumentPart, Extent, ImagePart } from "./events.ts";
import type { Place } from "./place.ts";
import type { MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { OutlineExcerpt } from "./outline.ts";
import type { RecognisedText } from "./recognition.ts";
import type { ReadRequest } from "./request.ts";

/** A line that was cut at the line limit. */
export interface Clip {
  readonly line: number;
  /** The column of the first character that was left out, from 1: ask for it with `offset: line, column`. */
  readonly column: number;
  /** How much of the line was left out; bytes, as they are in the file, where the rest was never decoded. */
  readonly remaining: { readonly amount: number; readonly unit: "characters" | "bytes"; readonly exact: boolean };
}

/** Consecutive lines. */
export interface TextSection {
  readonly type: "text";
  /** The raw lines joined by `\n`, with no newline after the last: `text.split("\n")` gives `lineCount` lines. */
  readonly text: string;
  /** The number of the first line, from 1; negative, counted from the end, where the total is not known. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** The column at which the first line starts, where a long line is continued. From 1, in characters. */
  readonly firstColumn?: number;
  readonly at?: Place;
  readonly clips?: readonly Clip[];
  /** The numbers of the lines that match `find`; the other lines are their context. */
  readonly matches?: readonly number[];
  /** Which lines were recognised in a picture, how surely, and where they and their words stand on the page. */
  readonly recognised?: RecognisedText;
}

/** One piece of an answer. */
export type ResultPart = TextSection | ImagePart | DocumentPart;

/** The line ends of consecutive lines of the answer. */
export interface EndingRun {
  readonly eol: "lf" | "crlf" | "cr";
  readonly lines: number;
}

/** How the text is stored: enough for an edit tool to write the file back unchanged. */
export interface TextFacts {
  /** A WHATWG label in lower case, such as `utf-8`, `utf-16le`, `gb18030`, `windows-1252`. */
  readonly encoding: string;
  /** From 0 to 1; 1 where a byte order mark, valid UTF-8 or the request says it. */
  readonly confidence: number;
  readonly bom: boolean;
  /** How lines end, over everything that was looked at; `none` where there is no line end. */
  readonly eol: "lf" | "crlf" | "cr" | "mixed" | "none";
  /** Where `eol` is `mixed`: the ends of the returned lines, in order. */
  readonly endings?: readonly EndingRun[];
  /** Whether the file's last line has a line end. */
  readonly finalNewline: boolean;
}

/** What an answer costs, as rendered with the default gutter. */
export interface Cost {
  readonly tokens: number;
  readonly bytes: number;
  readonly images: number;
}

/** What ended an answer before its range was done. */
export interface Stop {
  readonly by: "lines" | "bytes" | "tokens" | "time" | "images" | "line-length";
  /** The limit that was reached and how much of it was used; times in milliseconds, `line-length` in bytes of one line looked through (`maxClipScanBytes`). */
  readonly limit: number;
  readonly used: number;
}

/** How to go on. */
export interface Continuation {
  /** A request that can be sent as it is. */
  readonly request: ReadRequest;
  /** How many lines the file has from there on, where that is known. */
  readonly remaining?: { readonly lines: number; readonly exact: boolean };
}

/** An answer. */
export interface ReadResult {
  readonly ok: true;
  /** `partial`: the range that was asked for goes on in `next`. `unchanged`: the session has seen it. */
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
  /** Of the whole file, at the end of an answer that was cut although no range was asked for; `cost` includes it. */
  readonly outline?: OutlineExcerpt;
  readonly cost: Cost;
  readonly stopped?: Stop;
  readonly next?: Continuation;
}

/** A failure: what went wrong, what to do next, and whatever had been read before it. */
export interface ReadFailure {
  readonly ok: false;
  readonly path: string;
  readonly error: ReadErrorData;
  readonly parts: readonly ResultPart[];
  readonly notices: readonly Notice[];
}

/** What a read gives: a file's fault is a value. */
export type ReadOutcome = ReadResult | ReadFailure;
