import type { Budget } from "../contract/budget.ts";
import { ReadError } from "../contract/errors.ts";
import type { Handler } from "../contract/handler.ts";
import type { CheckedRequest, View } from "../contract/request.ts";
import type { ReadResult } from "../contract/result.ts";
import type { Sniff } from "../contract/source.ts";
import { type Conversion, createConversion } from "../documents/conversion.ts";
import { createDemand } from "../documents/demand.ts";
import { fileSource } from "../files/file-source.ts";
import type { LocatedFile } from "../files/workspace/roots.ts";
import { requestWords } from "../render/request-words.ts";
import { type Deadline, startDeadline } from "../text/lines/deadline.ts";
import { eventSupply, type Replayable } from "../text/lines/event-supply.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import type { Call, ReadProgress } from "./call.ts";
import { createContext } from "./context.ts";
import { type FileWatch, watchFile } from "./file-watch.ts";
import { finishRead } from "./finish.ts";
import type { CutAnswer } from "./outline/attach-outline.ts";
import { wantsOutline } from "./outline/wants-outline.ts";
import { pullAnswer } from "./pull-answer.ts";
import { pullLimits } from "./pull-limits.ts";
import { createRecognition, type Recognition, type RecognitionOptions } from "./recognition.ts";

/** A file and the handler that reads it. */
export interface HandledFile {
  readonly file: FileWatch;
  readonly sniff: Sniff;
  readonly handler: Handler;
}

/** Reads a document through its handler, or goes on with one that was kept open. */
export async function readDocument(given: Call, handled: HandledFile): Promise<ReadResult> {
  const call = withRuledView(given, handled);
  const key = keyOf(call, handled);
  const { conversions } = call.state;
  const conversion = conversions.take(key) ?? startConversion(call, handled);
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

/** The document is opened once more, because a conversion that has come to its end has closed it. */
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
    // What was put in its place meanwhile is another document.
    if (again.identity !== file.opened.identity) return answer.result;
    return await attachOutline(call, { opened: again, sniff, handler }, answer);
  } finally {
    await own.release();
  }
}

/** Pulls what is wanted out of a conversion, in the time that a document has. */
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
  const supply = eventSupply(withinPages(withPageProgress(conversion, call.onProgress), call, path));
  const finished = await pullAnswer(call, { supply, deadline, reserved });
  const { mediaType } = sniff;
  return finishRead(finished, { path, relativePath, mediaType, handler: handler.name, notices: [] });
}

interface NamedParts {
  readonly file: { readonly opened: Pick<LocatedFile, "path" | "relativePath"> };
  readonly handler: { readonly name: string };
  /** What of the budget is kept for what stands behind the lines. */
  readonly reserved?: AnswerCost;
}

/** From here on the descriptor lives as long as the conversion. */
function startConversion(call: Call, { file, sniff, handler }: HandledFile): Conversion {
  const abort = new AbortController();
  const demand = createDemand();
  const recognition = recognitionOf(call, { signal: abort.signal, demand });
  const context = createContext(call, {
    file: file.opened,
    signal: abort.signal,
    recognise: recognition?.recognise,
  });
  file.handOver();
  const read = () => handler.read(fileSource(file.opened, sniff, call.budget), context);
  // A handler that throws when it is called does so in the time and the hands of the one who pulls.
  const events = { [Symbol.asyncIterator]: () => read()[Symbol.asyncIterator]() };
  const atWork = { handler, path: file.opened.relativePath };
  const waitedMs = recognition === undefined ? {} : { demand, waitedMs: () => recognition.waitedMs() };
  return createConversion(events, { abort, atWork, release: () => file.close(), ...waitedMs });
}

function recognitionOf(
  { state, budget }: Call,
  wish: Pick<RecognitionOptions, "signal" | "demand">,
): Recognition | undefined {
  const { recognitions: cache, clock } = state;
  const recogniser = state.recogniser();
  if (recogniser === undefined) return undefined;
  return createRecognition({ recogniser, cache, clock, timeMs: budget.recogniseTimeMs, ...wish });
}

/** Everything that changes what the handler yields. */
function keyOf({ checked, state }: Call, { file, handler }: HandledFile): string {
  const { pages, select, view, password } = checked;
  const options = [pages, select, view, password, state.capabilities.name];
  return JSON.stringify([file.opened.identity, handler.name, ...options, state.condemned()]);
}

/** How long one read waits for a document whose pages are recognised one by one. */
interface Patience {
  /** Milliseconds that the handler has more, because it waited for a recogniser. */
  grantedMs(): number;
  /** Asked once before each picture: whether no further one is recognised for this read; it may always have one. */
  isOver(): boolean;
}

/**
 * A page takes seconds to recognise, and a scan of a hundred pages longer than anybody waits. So the time that a
 * handler waits for a recogniser is not taken off its own, and a page that would not be done in the time of the read
 * is not begun: the answer ends there, and `next` asks for the pages that follow.
 */
function createPatience(conversion: Conversion, deadline: Deadline, budget: Budget): Patience {
  const waitedBefore = conversion.waitedMs();
  const waitedMs = (): number => conversion.waitedMs() - waitedBefore;
  // A handler that does nothing but wait must come to an end, too.
  const maxGrantedMs = budget.documentTimeMs + budget.recogniseTimeMs;
  let lastAskedMs: number | undefined;
  return {
    grantedMs: () => Math.min(waitedMs(), maxGrantedMs),
    isOver() {
      const elapsedMs = deadline.elapsedMs();
      // The next page takes about as long as the last, and who waits for the answer may not wait for both.
      const pageMs = elapsedMs - (lastAskedMs ?? elapsedMs);
      lastAskedMs = elapsedMs;
      return waitedMs() > 0 && elapsedMs + pageMs > deadline.timeMs;
    },
  };
}

/** A document whose pages are recognised one by one. */
interface RecognisedPages extends Replayable {
  /** How long its handler has waited for a recogniser, in milliseconds. */
  waitedMs(): number;
}

/** The same document, which tells of each page for which a recogniser was waited that it has come. */
function withPageProgress(
  document: RecognisedPages,
  onProgress: ((progress: ReadProgress) => void) | undefined,
): Replayable {
  if (onProgress === undefined) return document;
  let toldMs = document.waitedMs();
  let totalPages: number | undefined;
  const tell = (page: number): void => {
    const waitedMs = document.waitedMs();
    if (waitedMs <= toldMs) return;
    toldMs = waitedMs;
    onProgress({ page, ...(totalPages === undefined ? {} : { totalPages }) });
  };
  return {
    total: () => document.total(),
    async *items() {
      for await (const item of document.items()) {
        if (item.type === "extent" && item.unit === "page") totalPages = item.total;
        const page = pageOf(item);
        if (page !== undefined) tell(page);
        yield item;
      }
    },
  };
}

function pageOf(item: StreamItem): number | undefined {
  return item.type === "lines" && item.at?.unit === "page" ? item.at.index : undefined;
}

/** What models take as it is, and otherwise as pictures of its pages. */
const pagedType = "application/pdf";

/** A document that was opened. */
interface OpenedDocument {
  readonly sniff: Pick<Sniff, "mediaType">;
  readonly file: { readonly opened: { readonly stat: { readonly size: number } } };
}

/** The read of a document with the view that the rules give it, where the request leaves that open. */
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

/** Lines of a document are lines of its text, and parts have a view of their own. */
function asksForPart({ request }: CheckedRequest): boolean {
  const { offset, limit, lines, column, find, select } = request;
  return [offset, limit, lines, column, find, select].some((field) => field !== undefined);
}

/** The same document; one with more pages than may be read unasked is refused as soon as their number is known. */
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
