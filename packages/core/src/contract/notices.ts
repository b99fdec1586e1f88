import type { Place } from "./place.ts";
import type { MediaType } from "./media-type.ts";

interface NoticeOf<Code extends string> {
  readonly type: "notice";
  readonly code: Code;
}

/** The file does not declare its encoding, so it was guessed. `confidence` is 0 to 1. */
export interface EncodingGuessed extends NoticeOf<"encoding-guessed"> {
  readonly encoding: string;
  readonly confidence: number;
}

/** Bytes that are not text in the encoding; each is shown as U+FFFD. */
export interface ReplacementCharacters extends NoticeOf<"replacement-characters"> {
  readonly encoding: string;
  readonly count: number;
  /** The first lines with such bytes, if known: `12, 40`. */
  readonly lines?: string;
}

/** Runs of NUL bytes, as a crash or a preallocated file leaves them. Each is shown as a mark such as `[4096 NUL bytes]`. */
export interface NulBytes extends NoticeOf<"nul-bytes"> {
  /** The number of NUL bytes that marks in the answer replace. */
  readonly count: number;
  /** The first lines with marks: `12, 40`. */
  readonly lines: string;
}

/** Lines that seem to be in another encoding than the rest of the file. They are decoded like the rest. */
export interface MixedEncodings extends NoticeOf<"mixed-encodings"> {
  /** The encoding in which all lines are shown. */
  readonly encoding: string;
  /** The encoding of the odd lines. */
  readonly other: string;
  /** The first of these lines: `12, 40`. */
  readonly lines: string;
}

/** Characters that would control a terminal or deceive a reader. Each is shown as a visible escape. */
export interface EscapedCharacters extends NoticeOf<"escaped-characters"> {
  /** C0 and C1 controls other than tab and line ends. */
  readonly controls: number;
  /** Sequences that start with ESC or CSI. */
  readonly ansi: number;
  /** Bidirectional overrides, embeddings, isolates and marks. */
  readonly bidi: number;
  /** Tag characters and other invisible ones without a legitimate meaning at their position. */
  readonly invisible: number;
}

/** Lines longer than the limit. The `clips` of a part say where each continues. */
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

/** The file extension names another type than the bytes have. */
export interface NameDisagrees extends NoticeOf<"name-disagrees"> {
  readonly extension: string;
  readonly mediaType: MediaType;
}

/** No file has the requested name; one with a look-alike name was read. */
export interface NameVariant extends NoticeOf<"name-variant"> {
  readonly asked: string;
  readonly used: string;
}

/** The file was modified during the read. */
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

/** An image or document that the model does not accept or that exceeds the budget. */
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

/** A search without matches. */
export interface NoMatches extends NoticeOf<"no-matches"> {
  readonly pattern: string;
  /** True if the search ignored case. */
  readonly ignoresCase?: true;
  readonly linesSearched: number;
}

/** Images were requested with `view`, and the answer has none. */
export interface NoImages extends NoticeOf<"no-images"> {
  readonly mediaType: MediaType;
  /** Why, as the beginning of a sentence: `LibreOffice is not installed`. Absent if no file of this type has any. */
  readonly reason?: string;
  /** What to do for images: an instruction. */
  readonly hint?: string;
}

/** Content that the author's program would not show: white on white, a hidden sheet, a hidden slide. */
export interface HiddenContent extends NoticeOf<"hidden-content"> {
  readonly what: string;
  readonly count: number;
  readonly at?: Place;
  /** The `select` that shows it, if it is left out of the answer but for its amount. */
  readonly select?: string;
}

/** There is no outline: the document has none, its time was over, its handler failed, or the file is too large for one. */
export interface NoOutline extends NoticeOf<"no-outline"> {
  readonly reason: "none" | "timed-out" | "failed" | "too-large";
  /** The time limit in milliseconds, if it was reached. */
  readonly timeMs?: number;
  /** The largest file, in bytes, that is outlined without a request for it; present with `too-large`. */
  readonly maxBytes?: number;
}

/** An outline that lacks entries: its time was over, or the file or its outline is too large. */
export interface OutlineIncomplete extends NoticeOf<"outline-incomplete"> {
  /** The name and value of the limit that was reached, if it is known: `timeMs`, `maxEntries`. */
  readonly limit?: string;
  readonly value?: number;
}

/** Lines of the result were recognised in images and may have errors. Their sections have the positions. */
export interface TextRecognised extends NoticeOf<"text-recognised"> {
  /** The name of the recogniser: `Tesseract (eng)`. */
  readonly by: string;
  /** The number of these lines. */
  readonly lines: number;
  /** Average confidence, 0 to 100. */
  readonly confidence: number;
  /** Lines with a confidence below 60 %, if any: `12-14, 19`, followed by `…` if there are more. */
  readonly unsureLines?: string;
}

/** Pages or images without text, because it was not recognised. */
export interface TextNotRecognised extends NoticeOf<"text-not-recognised"> {
  /** Their number, as far as the document was read. */
  readonly count: number;
  /** Present if the caller wanted the text, and the reader has no recogniser. Absent if the caller did not want it. */
  readonly reason?: "no-recogniser";
}

/** A part of the document that a handler cannot show, described by the handler. */
export interface HandlerNotice extends NoticeOf<"handler"> {
  readonly message: string;
  readonly at?: Place;
}

/** A fact about a result, as data. `@reader/core/render` turns it into text. */
export type Notice =
  | EncodingGuessed
  | ReplacementCharacters
  | NulBytes
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
  | NoImages
  | HiddenContent
  | NoOutline
  | OutlineIncomplete
  | TextRecognised
  | TextNotRecognised
  | HandlerNotice;

/** What a field of a notice may hold: any string, any number, or one of some words. */
export type NoticeField = "string" | "number" | "true" | { readonly [word: string]: true };

type FieldOf<Value> = [Value] extends [number]
  ? "number"
  : [Value] extends [true]
    ? "true"
    : string extends Value
      ? "string"
      : { readonly [Word in Value & string]: true };

type FieldsOf<Each> = {
  readonly [
    Key in Exclude<keyof Each, "type" | "code" | "at"> & string as object extends Pick<Each, Key> ? `${Key}?` : Key
  ]: FieldOf<Exclude<Each[Key], undefined>>;
};

/**
 * The fields of each notice, by which the notices of handlers are checked. The names of optional fields end with a
 * question mark. The place in `at` is checked like that of any event.
 */
export const noticeFields: {
  readonly [Code in Notice["code"]]: FieldsOf<Extract<Notice, NoticeOf<Code>>>;
} = {
  "encoding-guessed": { encoding: "string", confidence: "number" },
  "replacement-characters": { encoding: "string", count: "number", "lines?": "string" },
  "nul-bytes": { count: "number", lines: "string" },
  "mixed-encodings": { encoding: "string", other: "string", lines: "string" },
  "escaped-characters": { controls: "number", ansi: "number", bidi: "number", invisible: "number" },
  "lines-clipped": { count: "number", maxLineCharacters: "number" },
  "mixed-line-endings": { lf: "number", crlf: "number", cr: "number" },
  "name-disagrees": { extension: "string", mediaType: "string" },
  "name-variant": { asked: "string", used: "string" },
  "changed-while-reading": { change: { grew: true, shrank: true, rewritten: true, replaced: true } },
  "range-cut": {
    asked: "string",
    limit: { lines: true, bytes: true, tokens: true, time: true },
    "value?": "number",
  },
  "range-beyond-end": { asked: "string", total: "number" },
  "media-omitted": {
    kind: { image: true, document: true },
    mediaType: "string",
    reason: { "not-accepted": true, "too-many": true, "too-large": true, "not-requested": true },
    bytes: "number",
    "limit?": "string",
    "value?": "number",
    "widthPx?": "number",
    "heightPx?": "number",
    "alt?": "string",
  },
  "empty-file": {},
  "no-matches": { pattern: "string", "ignoresCase?": "true", linesSearched: "number" },
  "no-images": { mediaType: "string", "reason?": "string", "hint?": "string" },
  "hidden-content": { what: "string", count: "number", "select?": "string" },
  "no-outline": {
    reason: { none: true, "timed-out": true, failed: true, "too-large": true },
    "timeMs?": "number",
    "maxBytes?": "number",
  },
  "outline-incomplete": { "limit?": "string", "value?": "number" },
  "text-recognised": { by: "string", lines: "number", confidence: "number", "unsureLines?": "string" },
  "text-not-recognised": { count: "number", "reason?": { "no-recogniser": true } },
  handler: { message: "string" },
};

/** Creates a notice of a handler: one sentence about what could not be shown. */
export function notice(message: string, at?: Place): HandlerNotice {
  return at === undefined
    ? { type: "notice", code: "handler", message }
    : { type: "notice", code: "handler", message, at };
}
