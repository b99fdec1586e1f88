import type { Place } from "./place.ts";
import type { MediaType } from "./media-type.ts";

interface NoticeOf<Code extends string> {
  readonly type: "notice";
  readonly code: Code;
}

/** The encoding was guessed: the file says nothing of it. `confidence` runs from 0 to 1. */
export interface EncodingGuessed extends NoticeOf<"encoding-guessed"> {
  readonly encoding: string;
  readonly confidence: number;
}

/** Bytes that are not text in the encoding; each is shown as U+FFFD. */
export interface ReplacementCharacters extends NoticeOf<"replacement-characters"> {
  readonly encoding: string;
  readonly count: number;
  /** The first lines that have some: `12, 40`; absent where they are not known. */
  readonly lines?: string;
}

/** Lines that seem to be in another encoding than the rest of the file, and are shown as if they were in the same. */
export interface MixedEncodings extends NoticeOf<"mixed-encodings"> {
  /** The encoding in which all lines are shown. */
  readonly encoding: string;
  /** The encoding of the odd lines. */
  readonly other: string;
  /** The first of these lines: `12, 40`. */
  readonly lines: string;
}

/** Characters that would act on a terminal or deceive a reader; each is shown as a visible escape. */
export interface EscapedCharacters extends NoticeOf<"escaped-characters"> {
  /** C0 and C1 controls other than tab and line ends. */
  readonly controls: number;
  /** Sequences that start with ESC or CSI. */
  readonly ansi: number;
  /** Bidirectional overrides, embeddings, isolates and marks. */
  readonly bidi: number;
  /** Tag characters and other invisible ones that carry no legitimate meaning where they stand. */
  readonly invisible: number;
}

/** Lines longer than the limit; where each goes on is in its part's `clips`. */
export interface LinesClipped extends NoticeOf<"lines-clipped"> {
  readonly count: number;
  readonly maxLineCharacters: number;
}

/** Lone carriage returns end lines here, so that line numbers differ from those of tools that count only LF. */
export interface MixedLineEndings extends NoticeOf<"mixed-line-endings"> {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

/** The name promises another type than the bytes have. */
export interface NameDisagrees extends NoticeOf<"name-disagrees"> {
  readonly extension: string;
  readonly mediaType: MediaType;
}

/** No file has exactly the name that was asked for; the one with a look-alike name was read. */
export interface NameVariant extends NoticeOf<"name-variant"> {
  readonly asked: string;
  readonly used: string;
}

/** The file was written to during the read. */
export interface ChangedWhileReading extends NoticeOf<"changed-while-reading"> {
  readonly change: "grew" | "shrank" | "rewritten" | "replaced";
}

/** An explicit range was larger than the budget. */
export interface RangeCut extends NoticeOf<"range-cut"> {
  readonly asked: string;
  readonly limit: "lines" | "bytes" | "tokens" | "time";
  /** The limit itself; milliseconds for `time`. */
  readonly value?: number;
}

/** A range of lines that starts after the last line; the other ranges of the request were read. */
export interface RangeBeyondEnd extends NoticeOf<"range-beyond-end"> {
  readonly asked: string;
  readonly total: number;
}

/** An image or document that the model cannot take or that the budget has no room for. */
export interface MediaOmitted extends NoticeOf<"media-omitted"> {
  readonly kind: "image" | "document";
  readonly mediaType: MediaType;
  readonly reason: "not-accepted" | "too-many" | "too-large" | "not-requested";
  /** The name and value of the limit that was reached, if it is a budget's or the model's: `maxImages`, `maxBytes`. */
  readonly limit?: string;
  readonly value?: number;
  readonly bytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly alt?: string;
  readonly at?: Place;
}

/** The file has no bytes. */
export type EmptyFile = NoticeOf<"empty-file">;

/** A search that found nothing in what was searched. */
export interface NoMatches extends NoticeOf<"no-matches"> {
  readonly pattern: string;
  /** Whether capitals and small letters were taken for the same. */
  readonly ignoresCase?: true;
  readonly linesSearched: number;
}

/** Content that the author's program would not show: white on white, a hidden sheet, a hidden slide. */
export interface HiddenContent extends NoticeOf<"hidden-content"> {
  readonly what: string;
  readonly count: number;
  readonly at?: Place;
}

/** There is no outline: the document has none, its time was over, its handler failed, or the file is too large for one. */
export interface NoOutline extends NoticeOf<"no-outline"> {
  readonly reason: "none" | "timed-out" | "failed" | "too-large";
  /** Milliseconds that there were, where they were not enough. */
  readonly timeMs?: number;
  /** The largest file, in bytes, that is outlined without being asked for; given with `too-large`. */
  readonly maxBytes?: number;
}

/** An outline that lacks entries: its time was over, or the file or its outline is too large. */
export interface OutlineIncomplete extends NoticeOf<"outline-incomplete"> {
  /** The name and value of the limit that was reached, if it is known: `timeMs`, `maxEntries`. */
  readonly limit?: string;
  readonly value?: number;
}

/** Lines of the answer were recognised in pictures and may hold errors; where each stands is in its section. */
export interface TextRecognised extends NoticeOf<"text-recognised"> {
  /** Who did it, in words: `Tesseract (eng)`. */
  readonly by: string;
  /** How many lines of the answer. */
  readonly lines: number;
  /** How sure it is of them on average, 0 to 100. */
  readonly confidence: number;
  /** The lines of which it is less than 60 % sure: `12-14, 19`, `…` behind them for more. Absent where there are none. */
  readonly unsureLines?: string;
}

/** Something of the document that a handler cannot show, in its own words. */
export interface HandlerNotice extends NoticeOf<"handler"> {
  readonly message: string;
  readonly at?: Place;
}

/** Something that a caller should know about an answer, as data; its words are made by the render stage. */
export type Notice =
  | EncodingGuessed
  | ReplacementCharacters
  | MixedEncodings
  | EscapedCharacters
  | LinesClipped
  | MixedLineEndings
  | NameDisagrees
  | NameVariant
  | ChangedWhileReading
  | RangeCut
  | RangeBeyondEnd
  | MediaOmitted
  | EmptyFile
  | NoMatches
  | HiddenContent
  | NoOutline
  | OutlineIncomplete
  | TextRecognised
  | HandlerNotice;

/** A notice of a handler in its own words: one sentence about what could not be shown. */
export function notice(message: string, at?: Place): HandlerNotice {
  return at === undefined
    ? { type: "notice", code: "handler", message }
    : { type: "notice", code: "handler", message, at };
}
