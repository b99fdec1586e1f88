import type { Budget } from "../contract/budget.ts";
import { ReadError } from "../contract/errors.ts";
import type { HandlerEvent } from "../contract/events.ts";
import type { Handler } from "../contract/handler.ts";
import type { Notice } from "../contract/notices.ts";
import type { CheckedRequest, View } from "../contract/request.ts";
import type { ReadResult } from "../contract/result.ts";
import type { Sniff, Source } from "../contract/source.ts";
import { cleanEvent } from "../documents/clean-event.ts";
import { withRequestedTables } from "../documents/csv-tables.ts";
import { type Conversion, createConversion } from "../documents/conversion.ts";
import { createDemand } from "../documents/demand.ts";
import { inTime } from "../documents/pull-in-time.ts";
import { createTrustRecord, type TrustRecord } from "../documents/trust-record.ts";
import { fileSource } from "../files/file-source.ts";
import type { LocatedFile } from "../files/workspace/roots.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import { requestWords } from "../render/quote.ts";
import { type Deadline, startDeadline } from "../text/lines/deadline.ts";
import { eventSupply, type Replayable } from "../text/lines/event-supply.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import { type Call, pullLimits, type ReadProgress } from "./call.ts";
import { createOutsideWork } from "./outside-work.ts";
import { createContext } from "./context.ts";
import { type FileWatch, watchFile } from "./file-watch.ts";
import { finishRead } from "./finish.ts";
import type { CutAnswer } from "./outline/attach-outline.ts";
import { wantsOutline } from "./outline/wants-outline.ts";
import { pullAnswer } from "./pull-answer.ts";
import { createTranscription, type Transcription } from "./transcription.ts";
import { createRecognition, type Recognition, type RecognitionOptions } from "./recognition.ts";

/** A file and the handler that reads it. */
export interface HandledFile {
  readonly file: FileWatch;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Reads a document through its handler, or continues one that was kept open. */
export async function readDocument(given: Call, handled: HandledFile): Promise<ReadResult> {
  const call = withRuledView(given, handled);
  const key = keyOf(call, handled);
  const { conversions } = call.state;
  const conversion = (await conversions.take(key)) ?? startConversion(call, handled);
  try {
    const result = await pullDocument(call, conversion, handled);
    if (handled.handler.outline === undefined || !wantsOutline(call, result)) return result;
    const again = (reserved: AnswerCost): Promise<ReadResult> =>
      pullDocument(call, conversion, { ...handled, reserved });
    return await outlineBeside(call, handled, { result, again });
  } finally {
    await conversions.put(key, conversion);
  }
}

/** Appends the outline. Opens the document again, because a finished conversion has closed its file. */
async function outlineBeside(
  call: Call,
  { file, sniff, handler }: HandledFile,
  answer: CutAnswer,
): Promise<ReadResult> {
  const { workspace } = call.state;
  const { attachOutline } = await import("./outline/attach-outline.ts");
  const again = await workspace.open(call.checked.path).catch(() => undefined);
  if (again === undefined) return answer.result;
  const own = watchFile(workspace, again);
  try {
    // A file that replaced it in the meantime is another document.
    if (again.identity !== file.opened.identity) return answer.result;
    return await attachOutline(call, { opened: again, sniff, handler }, answer);
  } finally {
    await own.release();
  }
}

/** Pulls the requested content from a conversion within the time limit for documents. */
export async function pullDocument(
  call: Call,
  conversion: Conversion,
  { file, sniff, handler, reserved }: Pick<HandledFile, "sniff"> & NamedParts,
): Promise<ReadResult> {
  const deadline = startDeadline(call.budget.documentTimeMs, call.state.clock, call.signal);
  const patience = createPatience(conversion, deadline, call.budget);
  const limits = pullLimits(call, deadline);
  conversion.use({
    ...limits,
    remainingMs: () => limits.remainingMs() + patience.grantedMs(),
    isOver: () => patience.isOver(),
  });
  const { path, relativePath } = file.opened;
  const counted = withUnrecognised(conversion, call);
  const supply = eventSupply(withinPages(withPageProgress(counted.document, call.onProgress), call, path));
  const { mediaType } = sniff;
  const isDocument = mediaType !== "inode/directory";
  const finished = await pullAnswer(call, { supply, deadline, reserved, isDocument });
  const notices = counted.notices();
  return finishRead(finished, { path, relativePath, mediaType, handler: handler.name, notices });
}

interface NamedParts {
  readonly file: { readonly opened: Pick<LocatedFile, "path" | "relativePath"> };
  readonly handler: { readonly name: string };
  /** The part of the budget reserved for content after the lines. */
  readonly reserved?: AnswerCost;
}

/** Starts a conversion, which owns the file descriptor from here on. */
function startConversion(call: Call, { file, sniff, handler }: HandledFile): Conversion {
  const abort = new AbortController();
  const demand = createDemand();
  const trust = createTrustRecord();
  trust.add(handler);
  const recognition = recognitionOf(call, { signal: abort.signal, demand }, trust);
  const source = fileSource(file.opened, sniff, call.budget);
  const transcription = transcriptionOf(call, source, abort.signal);
  const { clock } = call.state;
  const outside = createOutsideWork({ clock, timeMs: call.budget.convertTimeMs, signal: abort.signal });
  const context = createContext(call, {
    file: file.opened,
    signal: abort.signal,
    trust,
    recognise: recognition?.recognise,
    transcribe: transcription === undefined ? undefined : () => transcription.transcribe(),
    convert: (work) => outside.convert(work),
  });
  file.handOver();
  const read = () => handler.read(source, context);
  // A handler that throws synchronously does so within the time limit and error handling of the puller.
  const events = { [Symbol.asyncIterator]: () => read()[Symbol.asyncIterator]() };
  const atWork = { handler, path: file.opened.relativePath };
  const waits = [recognition, transcription].filter((each) => each !== undefined);
  const waitedMs = (): number => waits.reduce((sum, each) => sum + each.waitedMs(), 0);
  const waiting = waits.length === 0 ? {} : { demand, waitedMs };
  const outsideMs = (): number => outside.waitedMs();
  const rewrite = (read: AsyncIterable<HandlerEvent>) =>
    withRequestedTables(read, handler, call.checked.request.tables);
  return createConversion(events, {
    abort,
    rewrite,
    atWork,
    trust,
    release: () => file.close(),
    outsideMs,
    ...waiting,
  });
}

function transcriptionOf(
  { state, budget, recognises }: Call,
  source: Source,
  signal: AbortSignal,
): Transcription | undefined {
  const { transcriber, transcripts: cache, clock } = state;
  if (transcriber === undefined || recognises === false) return undefined;
  return createTranscription({ transcriber, source, cache, clock, timeMs: budget.recogniseTimeMs, signal });
}

function recognitionOf(
  { state, budget, recognises }: Call,
  wish: Pick<RecognitionOptions, "signal" | "demand">,
  trust: Pick<TrustRecord, "add">,
): Recognition | undefined {
  const { recognitions: cache, clock } = state;
  const recogniser = recognises === false ? undefined : state.recogniser();
  if (recogniser === undefined) return undefined;
  trust.add(recogniser);
  return createRecognition({ recogniser, cache, clock, timeMs: budget.recogniseTimeMs, ...wish });
}

/** Returns a cache key of everything that affects what the handler yields. */
function keyOf({ checked, state, recognises }: Call, { file: { opened }, handler }: HandledFile): string {
  const { pages, select, view, password, request } = checked;
  const options = [pages, select, view, password, request.boxes, request.tables, state.capabilities.name, recognises];
  // A kept error names the path.
  return JSON.stringify([opened.path, opened.identity, handler.name, ...options]);
}

/** Time limit of one read of a document whose pages are recognised one by one. */
interface Patience {
  /** Returns the extra milliseconds that the handler gets because it waited for a recogniser or another program. */
  grantedMs(): number;
  /**
   * Called once before each image. Returns true if no further image is recognised in this read; the first one always
   * may be.
   */
  isOver(): boolean;
}

/**
 * Creates the time limit. Recognising a page takes seconds, and a scan of a hundred pages takes longer than any caller
 * waits. So the time that a handler waits for a recogniser does not count against its limit, and a page that would not
 * be done within the read is not started: the answer ends there, and `next` requests the following pages.
 */
function createPatience(conversion: Conversion, deadline: Deadline, budget: Budget): Patience {
  const waitedBefore = conversion.waitedMs();
  const waitedMs = (): number => conversion.waitedMs() - waitedBefore;
  // A handler that only waits must end, too.
  const maxGrantedMs = budget.documentTimeMs + budget.recogniseTimeMs;
  const outsideBefore = conversion.outsideMs();
  const outsideMs = (): number => Math.min(conversion.outsideMs() - outsideBefore, budget.convertTimeMs);
  let lastAskedMs: number | undefined;
  return {
    grantedMs: () => Math.min(waitedMs(), maxGrantedMs) + outsideMs(),
    isOver() {
      const elapsedMs = deadline.elapsedMs() - outsideMs();
      // The next page takes about as long as the last, and the caller may not wait for both.
      const pageMs = elapsedMs - (lastAskedMs ?? elapsedMs);
      lastAskedMs = elapsedMs;
      return waitedMs() > 0 && elapsedMs + pageMs > deadline.timeMs;
    },
  };
}

/** A document whose pages are recognised one by one. */
interface RecognisedPages extends Replayable {
  /** Returns how long its handler has waited for a recogniser, in milliseconds. */
  waitedMs(): number;
}

/** Wraps a document to report progress for each page that needed a recogniser. */
function withPageProgress(
  document: RecognisedPages,
  onProgress: ((progress: ReadProgress) => void) | undefined,
): Replayable {
  if (onProgress === undefined) return document;
  let reportedMs = document.waitedMs();
  let totalPages: number | undefined;
  const report = (page: number): void => {
    const waitedMs = document.waitedMs();
    if (waitedMs <= reportedMs) return;
    reportedMs = waitedMs;
    onProgress({ page, ...(totalPages === undefined ? {} : { totalPages }) });
  };
  return {
    total: () => document.total(),
    async *items() {
      for await (const item of document.items()) {
        if (item.type === "extent" && item.unit === "page") totalPages = item.total;
        const page = pageOf(item);
        if (page !== undefined) report(page);
        yield item;
      }
    },
  };
}

interface CountedDocument {
  readonly document: RecognisedPages;
  /** Returns the notice about the scans of the items so far, if there are any. */
  notices(): readonly Notice[];
}

/** Counts the scans and images of a document whose text is not recognised, for a caller that decided whether it should be. */
function withUnrecognised(document: RecognisedPages, { recognises }: Call): CountedDocument {
  if (recognises === "if-possible") return { document, notices: () => [] };
  let count = 0;
  return {
    document: {
      total: () => document.total(),
      waitedMs: () => document.waitedMs(),
      async *items() {
        for await (const item of document.items()) {
          if (item.type === "lines") count += item.unrecognised ?? 0;
          yield item;
        }
      },
    },
    notices: () =>
      count === 0
        ? []
        : [{ type: "notice", code: "text-not-recognised", count, ...(recognises ? { reason: "no-recogniser" } : {}) }],
  };
}

function pageOf(item: StreamItem): number | undefined {
  return item.type === "lines" && item.at?.unit === "page" ? item.at.index : undefined;
}

/** The media type that models accept directly or as images of its pages. */
const pagedType = "application/pdf";

/** An opened document. */
interface OpenedDocument {
  readonly sniff: Pick<Sniff, "mediaType">;
  readonly file: { readonly opened: { readonly stat: { readonly size: number } } };
}

/** Applies the view that the rules set for a document, unless the request sets one. */
function withRuledView(call: Call, { sniff, file }: OpenedDocument): Call {
  const { checked, state } = call;
  const isRuled = checked.rules.documents === "native" && sniff.mediaType === pagedType;
  if (!isRuled || checked.request.view !== undefined || asksForPart(checked)) return call;
  return { ...call, checked: { ...checked, view: nativeView(state.capabilities, file.opened.stat.size) } };
}

function nativeView({ documents, images }: Call["state"]["capabilities"], size: number): View {
  const isTaken = documents !== undefined && documents.mediaTypes.includes(pagedType) && size <= documents.maxBytes;
  if (isTaken) return "native";
  return images === undefined ? "auto" : "image";
}

/** True if the request is for a part of the document: its text lines, or a selection, which sets its view. */
function asksForPart({ request }: CheckedRequest): boolean {
  const { offset, limit, lines, column, find, select } = request;
  return [offset, limit, lines, column, find, select].some((field) => field !== undefined);
}

/** Wraps a document to refuse it as soon as it is known to have more pages than may be read unasked. */
function withinPages(document: Replayable, { checked }: Call, path: string): Replayable {
  const { maxPagesUnasked } = checked.rules;
  const isWhole = checked.pages === undefined && !checked.isOutline && !asksForPart(checked);
  if (!isWhole || maxPagesUnasked === Number.POSITIVE_INFINITY) return document;
  return {
    total: () => document.total(),
    async *items() {
      for await (const item of document.items()) {
        if (item.type === "extent" && item.unit === "page" && item.total > maxPagesUnasked) {
          throw tooManyPages(path, item.total, maxPagesUnasked);
        }
        yield item;
      }
    },
  };
}

function tooManyPages(path: string, total: number, most: number): ReadError {
  const request = { path, pages: most === 1 ? "1" : `1-${most}` };
  const message = `${path} has ${total} pages; without \`pages\` a document of at most ${most} is read.`;
  return new ReadError("over-budget", message, {
    hint: `Choose \`pages\`, as in ${requestWords(request)}.`,
    details: { total, unit: "page", limit: { name: "maxPagesUnasked", value: most, actual: total }, request },
  });
}

/** A text file and the handler for its type. */
export interface AnnotatedFile {
  readonly opened: OpenedFile;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Returns what the handler of a text adds to the lines of an answer. Returns nothing if the handler fails. */
export async function annotations(
  call: Call,
  { parts }: ReadResult,
  { opened, sniff, handler }: AnnotatedFile,
): Promise<readonly Notice[]> {
  const shown = parts.filter((part) => part.type === "text");
  const source = fileSource(opened, sniff, call.budget);
  const ask = async (): Promise<readonly Notice[]> => (await handler.annotate?.(source, shown)) ?? [];
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  try {
    const events = (await inTime(ask, pullLimits(call, deadline))).map(cleanEvent);
    return events.filter((event) => event.type === "notice");
  } catch {
    return [];
  }
}
