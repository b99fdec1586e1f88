import type { Budget } from "./budget.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Extent, HandlerEvent } from "./events.ts";
import type { MediaPattern, MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { Outline } from "./outline.ts";
import type { Recognised, RecognisableImage } from "./recognition.ts";
import type { PageRange, TableFormat, View } from "./request.ts";
import type { TextSection } from "./result.ts";
import type { Source } from "./source.ts";
import type { Transcript } from "./transcription.ts";

/** A value that survives JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a handler knows about the request and the model. */
export interface HandlerContext {
  /** The requested pages, slides, sheets or cells. Absent: all of them. */
  readonly pages: readonly PageRange[] | undefined;
  /** A part of the document, in the terms of its format. */
  readonly select: string | undefined;
  readonly view: View;
  readonly password: string | undefined;
  /** True if text events should say where their lines stand on the page (`boxes`), if the handler knows it. */
  readonly boxes?: boolean;
  /** `csv` if the request asks for tables as CSV. Only a handler whose `tables` is `own` needs it. */
  readonly tables?: Exclude<TableFormat, "markdown">;
  readonly capabilities: Capabilities;
  readonly budget: Budget;
  /** Aborted when the caller gives up or the time is over: stop at once and free all resources. */
  readonly signal: AbortSignal;
  /**
   * Reads a file inside this one with the same handlers, at most `budget.maxDepth` levels deep. `name` is its name as
   * written in this file, such as `docs/a.md`; the policy checks it. `request` gives the `select` and `pages` of the
   * inner file. Without `pages`, it gets those of the outer request if the `select` of that chose the file. All inner
   * files share `budget.maxInflatedBytes`.
   */
  nested(name: string, bytes: Uint8Array, request?: InnerRequest): AsyncIterable<HandlerEvent>;
  /**
   * Returns, for each name of an inner file, whether the policy of the workspace denies it. `nested` refuses such a file
   * with `denied-by-policy` anyway; call this before showing its content in another way. Absent if the reader has no
   * policy.
   */
  readonly areDenied?: (names: readonly string[]) => Promise<readonly boolean[]>;
  /**
   * Recognises the text of an image, for pages without text. Absent if the reader has no recogniser. An image takes
   * seconds, at most `budget.recogniseTimeMs`, which do not count against `budget.documentTimeMs`. Yield the text of one
   * image before recognising the next. Rejects with a `ReadError`.
   */
  readonly recognise?: (image: RecognisableImage) => Promise<Recognised>;
  /**
   * Transcribes the recording that is read. Absent if the reader has no transcriber, and for a file inside another one.
   * It takes at most `budget.recogniseTimeMs`, which do not count against `budget.documentTimeMs`. Rejects with a
   * `ReadError`.
   */
  readonly transcribe?: () => Promise<Transcript>;
  /**
   * Waits for another program that converts the document, at most `budget.convertTimeMs`, which does not count against
   * `budget.documentTimeMs`. `work` is given a signal that aborts when that time is over, or when `signal` does; it then
   * stops the program and settles. Absent in `info` and in isolated processes: call `work` with `signal` there.
   */
  readonly convert?: <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
}

/** A request for a file inside another one. */
export interface InnerRequest {
  readonly select?: string | undefined;
  readonly pages?: readonly PageRange[] | undefined;
}

/** The result of `info`: what is known of a document besides its size and type. */
export interface HandlerInfo {
  readonly extents: readonly Extent[];
  /** Metadata, columns and other facts of the format, under names that users know. */
  readonly facts: { readonly [name: string]: Json };
}

/** How another process can create the same handler. */
export interface HandlerOrigin {
  /** A module specifier or a file URL. */
  readonly module: string;
  /** The name of the exported factory. */
  readonly export: string;
  /** The argument of the factory. */
  readonly options?: Json;
  /**
   * When the handler loads native code (`.node` files) of its package or its dependencies: always, or only for
   * models that accept images. Absent: never. An isolated handler can load native code only as declared here.
   */
  readonly addons?: AddonUse;
  /** Environment variables that the engine needs before it loads. The environment of an isolated process is otherwise empty. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A small valid document. It is read in a process that may be damaged, to test whether the process still works. */
export interface Canary {
  /** The file name. */
  readonly name: string;
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
  /** Text that reading it must produce. */
  readonly text: string;
}

/** When a handler loads native code. */
export type AddonUse = "always" | "for-images";

/**
 * Turns the bytes of one format into events. It gets no path on disk, no offsets, no line numbers and no remaining
 * budget. The core pulls events and stops when it has enough, which runs the generator's `finally`.
 *
 * Throw a `ReadError` for a damaged or unsupported file; the events before it are kept.
 */
export interface Handler {
  /** The version of this contract. */
  readonly specVersion: 1;
  readonly name: string;
  /** The types that it reads. A handler of a general type also gets its subtypes that have no handler. */
  readonly mediaTypes: readonly MediaPattern[];
  /**
   * Detects a type that has no signature, from the first bytes (up to 4096) and the file's name. Must be fast, must not
   * throw and must not keep `head`.
   */
  readonly sniff?: (head: Uint8Array, name: string) => MediaType | undefined;
  readonly origin?: HandlerOrigin;
  /** The version of its package, or of the program that it runs. Read only to report a failure, so it may be a getter. */
  readonly version?: string | undefined;
  /** Returns the command that reads a file as this handler does, to reproduce a failure in a shell. */
  readonly byHand?: (path: string) => string;
  /** Yields the document in reading order. */
  read(source: Source, context: HandlerContext): AsyncIterable<HandlerEvent>;
  /** Describes the document without reading all of it. */
  info?(source: Source, context: HandlerContext): Promise<HandlerInfo>;
  /**
   * Returns notices about lines of a text file, for formats that are also read as text, such as CSV. If a handler has
   * this, the core reads every request without `select` and `pages`, so that line numbers are those of the file. Called
   * for each of these reads in the reader's own process, so it must be fast. If it fails, the lines are shown without
   * the notices.
   */
  readonly annotate?: (source: Source, shown: readonly TextSection[]) => Promise<readonly Notice[]>;
  /**
   * Set if the format is text that people edit and also a document to read, such as HTML: the core reads its lines. The
   * handler gets requests with `view: "document"`, and those without a view for a web page that a program saved.
   */
  readonly textByDefault?: true;
  /**
   * How it follows a request for tables as CSV: `markdown` if its tables are Markdown, which the core then writes as CSV,
   * and `own` if it writes them itself as `tables` of the context says. If absent, such a request is refused.
   */
  readonly tables?: "markdown" | "own";
  /**
   * Returns the structure of the whole document: symbols, headings, bookmarks, slides, sheets. Called for
   * `view: "outline"`, for `info`, and at the end of a result that was cut. After `budget.outlineTimeMs` the signal is
   * aborted and the outline is discarded; if possible, return before that with what there is and `truncated`.
   */
  outline?(source: Source, context: HandlerContext): Promise<Outline>;
  /**
   * Set if the handler only outlines text files: the core reads them, and entries of the `outline` have `lines`. `read`
   * is never called. The handler gets no plain text unless its `mediaTypes` include that type; `sniff` can detect files
   * by name.
   */
  readonly outlinesOnly?: true;
  /**
   * Creates a document for testing an isolated process after an error that may have damaged it. Without a canary, the
   * process is replaced after every such error.
   */
  readonly canary?: () => Canary | Promise<Canary>;
  /**
   * How often a process of this handler was ended because it was no longer trusted. When the number rises, the core
   * discards the cached documents in which the handler took part, and all cached outlines and answers of sessions.
   * Absent for handlers without processes.
   */
  readonly condemned?: number;
  /**
   * Frees what only makes the next read faster, such as idle processes, and returns true if there was any. The core
   * calls it if too many files are open. Must not throw.
   */
  freeIdle?(): boolean;
}

/** The argument of `defineHandler`, which adds `specVersion`. */
export type HandlerDefinition = Omit<Handler, "specVersion">;

/** The same for a handler that only outlines: `defineHandler` also adds `read`, which is never called. */
export type OutlinerDefinition = Omit<HandlerDefinition, "read"> & Required<Pick<Handler, "outline" | "outlinesOnly">>;

/** Creates a handler from its definition. */
export function defineHandler(definition: HandlerDefinition | OutlinerDefinition): Handler {
  return Object.freeze({ specVersion: 1 as const, read: nothing, ...definition });
}

async function* nothing(): AsyncGenerator<HandlerEvent, void, undefined> {
  // Never called: the core reads the files of a handler that only outlines.
}
