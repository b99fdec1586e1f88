import type { Budget } from "./budget.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Extent, HandlerEvent } from "./events.ts";
import type { MediaPattern, MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { Outline } from "./outline.ts";
import type { Recognised, RecognisableImage } from "./recognition.ts";
import type { PageRange, View } from "./request.ts";
import type { TextSection } from "./result.ts";
import type { Source } from "./source.ts";

/** A value that survives JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a handler may know of the request and of the model. */
export interface HandlerContext {
  /** The handler's own unit: page, slide, sheet, cell. Absent: all of them. */
  readonly pages: readonly PageRange[] | undefined;
  /** A part of the document in its own terms. */
  readonly select: string | undefined;
  readonly view: View;
  readonly password: string | undefined;
  readonly capabilities: Capabilities;
  readonly budget: Budget;
  /** Aborted when the caller gives up or the time is over: stop at once, free everything. */
  readonly signal: AbortSignal;
  /**
   * Reads a file that is inside this one with the same handlers, at most `budget.maxDepth` deep. `name` is the inner
   * name as it is written in this file, such as `docs/a.md`: the policy is asked about it. The inner file gets the `select` of the wish, none where none is, and its `pages`; where
   * it has none, those of the request if the request's `select` chose the file. Of `budget.maxInflatedBytes` it gets
   * what earlier files have left.
   */
  nested(name: string, bytes: Uint8Array, wish?: InnerRequest): AsyncIterable<HandlerEvent>;
  /**
   * Returns which of these files inside this one the policy of the workspace denies, by their names, for a list of
   * them. `nested` refuses such a file with `denied-by-policy` in any case; ask before its content is shown in another
   * way. Absent from readers that have no policy.
   */
  readonly areDenied?: (names: readonly string[]) => Promise<readonly boolean[]>;
  /**
   * Recognises the text of a picture, for pages that have none of their own; absent where the reader has no recogniser.
   * A picture takes seconds, at most `budget.recogniseTimeMs`, and they do not count against `budget.documentTimeMs`
   * while it is waited for: yield what was recognised before the next. Rejects with a `ReadError`.
   */
  readonly recognise?: (image: RecognisableImage) => Promise<Recognised>;
}

/** What is wanted of a file inside another one. */
export interface InnerRequest {
  readonly select?: string | undefined;
  readonly pages?: readonly PageRange[] | undefined;
}

/** What `info` tells of a document besides its size and type. */
export interface HandlerInfo {
  readonly extents: readonly Extent[];
  /** Metadata, outline, columns: whatever the format has, under names that people know. */
  readonly facts: { readonly [name: string]: Json };
}

/** How another process can make the same handler again. */
export interface HandlerOrigin {
  /** A module specifier or a file URL. */
  readonly module: string;
  /** The name of the exported factory. */
  readonly export: string;
  /** What the factory was called with. */
  readonly options?: Json;
  /**
   * When the handler loads native code (`.node` files) of its package or of what that depends on: always, or only for
   * models that take images. Absent: never. An isolated handler can load native code only as declared here.
   */
  readonly addons?: AddonUse;
}

/** When a handler loads native code. */
export type AddonUse = "always" | "for-images";

/**
 * Turns the bytes of one format into events, and knows nothing else: no path on disk, no offsets, no line numbers, no
 * remainder of a budget. The core pulls events and stops when it has enough, which runs the generator's `finally`.
 *
 * A fault of the file is thrown as a `ReadError`; what was yielded before it is kept.
 */
export interface Handler {
  /** The version of this contract. */
  readonly specVersion: 1;
  readonly name: string;
  /** What it reads; a handler of a general type also gets the special ones that nobody else takes. */
  readonly mediaTypes: readonly MediaPattern[];
  /**
   * Recognises what signatures cannot: gets the first bytes (up to 4096) and the file's name. It must be quick, must
   * not throw and must not keep `head`.
   */
  readonly sniff?: (head: Uint8Array, name: string) => MediaType | undefined;
  readonly origin?: HandlerOrigin;
  /** Of its package, or of the program that it runs: told where it fails. Asked for then, so it may be a getter. */
  readonly version?: string | undefined;
  /** The command with which a person reads a file by hand as this handler does: told where it fails. */
  readonly byHand?: (path: string) => string;
  /** Yields the document in reading order. */
  read(source: Source, context: HandlerContext): AsyncIterable<HandlerEvent>;
  /** Tells of the document without reading all of it. */
  info?(source: Source, context: HandlerContext): Promise<HandlerInfo>;
  /**
   * For formats that are text and are read as text, too, such as tables of values: what should be said beside lines of
   * the file. A handler with this leaves every read without `select` and `pages` to the core, so that line numbers are
   * those of the file, at any depth and size. It is asked for each of these reads, in the reader's own process, so it
   * must be quick; where it fails, the lines are shown without it.
   */
  readonly annotate?: (source: Source, shown: readonly TextSection[]) => Promise<readonly Notice[]>;
  /**
   * What the whole document holds, at a glance: symbols, headings, bookmarks, slides, sheets. It is asked for
   * `view: "outline"`, for `info`, and for the end of an answer that was cut; `budget.outlineTimeMs` is the time there
   * is, after which the signal comes and nobody waits. Whoever can stops before that with what there is, `truncated`.
   */
  outline?(source: Source, context: HandlerContext): Promise<Outline>;
  /**
   * Its files are text and all of them are read by the core, as if nobody took their types; the handler only has an
   * `outline` of them, whose entries have `lines`. Its `read` is never called. It is not asked about plain text unless
   * its `mediaTypes` name that: a `sniff` can tell the few files that it knows by their names.
   */
  readonly outlinesOnly?: true;
  /**
   * How often a process of this handler was ended because it could not be trusted any more. When the number rises, the
   * core answers from nothing that it kept before. Absent for handlers without processes.
   */
  readonly condemned?: number;
  /**
   * Ends what is kept only to make the next read quicker, such as idle processes, and returns whether there was any.
   * The core calls it if too many files are open. Must not throw.
   */
  freeIdle?(): boolean;
}

/** What an author writes; `specVersion` is added. */
export type HandlerDefinition = Omit<Handler, "specVersion">;

/** What an author of a handler writes that only outlines; `read`, which is never called, is added too. */
export type OutlinerDefinition = Omit<HandlerDefinition, "read"> & Required<Pick<Handler, "outline" | "outlinesOnly">>;

/** Makes a handler of its definition. */
export function defineHandler(definition: HandlerDefinition | OutlinerDefinition): Handler {
  return Object.freeze({ specVersion: 1 as const, read: nothing, ...definition });
}

async function* nothing(): AsyncGenerator<HandlerEvent, void, undefined> {
  // The core reads what a handler only outlines.
}
