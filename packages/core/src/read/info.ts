import { ReadError } from "../contract/errors.ts";
import type { Extent } from "../contract/events.ts";
import type { Handler, HandlerInfo, Json } from "../contract/handler.ts";
import type { MediaType } from "../contract/media-type.ts";
import { notice, type Notice } from "../contract/notices.ts";
import type { OutlineExcerpt } from "../contract/outline.ts";
import type { ReadRequest } from "../contract/request.ts";
import type { Cost, ReadFailure, ReadResult, TextFacts } from "../contract/result.ts";
import type { Sniff } from "../contract/source.ts";
import { cleanInfo } from "../documents/clean-event.ts";
import { handlerFault } from "../documents/handler-fault.ts";
import { inTime } from "../documents/pull-in-time.ts";
import { findHandler, leavesText } from "../documents/registry.ts";
import { isDocumentWanted } from "./document-view.ts";
import { fileSource } from "../files/file-source.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import { addExtent } from "../text/lines/sections.ts";
import { type Call, pullLimits } from "./call.ts";
import { createContext } from "./context.ts";
import { type FileWatch, watchFile } from "./file-watch.ts";
import { outlinedFile } from "./outline/ask-outline.ts";
import { outlineForInfo, type OutlineForInfo } from "./outline/attach-outline.ts";
import { readOpened } from "./read-file.ts";
import { sniffOpened, textOf } from "./sniff-opened.ts";
import type { LineInput } from "../text/lines/file-supply.ts";
import { countLines } from "../text/lines/locate.ts";
import { markNuls, withoutGaps } from "../text/lines/nul-marks.ts";
import { readRange } from "../text/lines/text-file.ts";
import { openText } from "./read-text.ts";

/** The type, size and cost of a file, and how to read it. */
export interface InfoResult {
  readonly ok: true;
  readonly path: string;
  readonly mediaType: MediaType;
  /** The handler that reads it, or `text`; absent if none does. */
  readonly handler?: string;
  /** The size of the file in bytes. */
  readonly bytes: number;
  readonly extents: readonly Extent[];
  readonly text?: TextFacts;
  /** The cost of the whole file; absent if no handler reads it, or if its text must be recognised first. */
  readonly tokens?: InfoTokens;
  /** The cost of `next`, without text that must be recognised; absent if that is all, or if no handler reads it. */
  readonly firstAnswer?: Cost;
  /** The facts that the handler reports: metadata, columns and others. */
  readonly facts: { readonly [name: string]: Json };
  /** The outline, limited to a tenth of a result; absent if no handler outlines the file. */
  readonly outline?: OutlineExcerpt;
  readonly notices: readonly Notice[];
  /** The request to send next; absent if no handler reads the file. */
  readonly next?: ReadRequest;
}

/** The outcome of `info`. Errors are values, not exceptions. */
export type InfoOutcome = InfoResult | ReadFailure;

/** Describes a file without its content. */
export async function readInfo(given: Call): Promise<InfoResult> {
  const call = withoutRefusal(given);
  const { workspace, handlers } = call.state;
  const file = watchFile(workspace, await openFile(call));
  try {
    const { relativePath, stat } = file.opened;
    const sniff = await sniffOpened(call.state, file.opened);
    const bare = { ok: true as const, path: relativePath, mediaType: sniff.mediaType, bytes: stat.size };
    const isReadable =
      findHandler(handlers, sniff.mediaType) !== undefined || (await textOf(call, sniff)) !== undefined;
    if (!isReadable) return { ...bare, extents: [], facts: {}, notices: [] };
    return { ...bare, ...(await readableInfo(call, file, sniff)) };
  } finally {
    await file.release();
  }
}

/** `info` has no size limit: after `too-large`, callers use it to get the size. */
function withoutRefusal({ checked, ...call }: Call): Call {
  const rules = { ...checked.rules, maxPagesUnasked: Number.POSITIVE_INFINITY };
  return { ...call, checked: { ...checked, rules, overBudget: "cut" } };
}

/** Describes a folder by reading its listing. */
async function openFile({ state, checked }: Call): Promise<OpenedFile> {
  try {
    return await state.workspace.open(checked.path);
  } catch (error) {
    if (state.directories === "refuse" || !ReadError.is(error) || error.code !== "is-directory") throw error;
    throw new ReadError(error.code, error.message, { hint: "Read it to see its contents.", cause: error });
  }
}

type ReadableInfo = Omit<InfoResult, "ok" | "path" | "mediaType" | "bytes">;

/** Combines the facts of the handler, the line count and the first answer. */
async function readableInfo(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadableInfo> {
  const whole = await wholeInfo(call, file, sniff);
  const outlined = await outlineOf(call, file, sniff);
  // Last, because a document takes over the file descriptor.
  const { first, notices } = await firstAnswer(call, file, sniff);
  const extents = [...(first?.extents ?? [])];
  for (const extent of whole.extents) addExtent(extents, extent);
  return {
    handler: first?.handler ?? findHandler(call.state.handlers, sniff.mediaType)?.name ?? "text",
    extents,
    ...costsOf(whole.tokens, first),
    facts: whole.facts,
    ...(outlined.outline === undefined ? {} : { outline: outlined.outline }),
    notices: [...outlined.notices, ...notices],
    next: { path: call.checked.path },
  };
}

/** Returns the costs, including those known from the first answer. */
function costsOf(
  counted: InfoTokens | undefined,
  first: ReadResult | undefined,
): Pick<ReadableInfo, "text" | "tokens" | "firstAnswer"> {
  if (first === undefined) return counted === undefined ? {} : { tokens: counted };
  const { text, cost } = first;
  // A file of hardly more than a hole fits in one answer, which is exact.
  const tokens = counted?.by === "sampled" && first.status === "complete" ? tokensOf(first) : counted;
  return { ...(text === undefined ? {} : { text }), tokens: tokens ?? tokensOf(first), firstAnswer: cost };
}

interface FirstAnswer {
  /** Absent if the document cannot be read, or if nothing of it is known before its text is recognised. */
  readonly first?: ReadResult;
  readonly notices: readonly Notice[];
}

/** Reads the first answer without recognising text. If it fails, the other facts are still reported. */
async function firstAnswer(given: Call, file: FileWatch, sniff: Sniff): Promise<FirstAnswer> {
  const { call, wasAsked } = decliningRecognition(given);
  try {
    const first = await readOpened(call, file, sniff);
    const notices = first.notices.filter(({ code }) => code !== "no-outline");
    return { first, notices: wasAsked() ? [...notices, notRecognised] : notices };
  } catch (error) {
    if (wasAsked()) return { notices: [notRecognised] };
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    return { notices: [notice(`Its content cannot be read: ${error.message} ${error.hint ?? ""}`.trimEnd())] };
  }
}

/** Returns the outline that would end an answer, even if the first answer is not cut. */
async function outlineOf(call: Call, { opened }: FileWatch, sniff: Sniff): Promise<OutlineForInfo> {
  const { handlers } = call.state;
  const file = await outlinedFile(call, opened, { sniff, reader: findHandler(handlers, sniff.mediaType) });
  return file === undefined ? { notices: [] } : outlineForInfo(call, file);
}

interface WholeInfo extends HandlerInfo {
  readonly tokens?: InfoTokens;
}

/** Combines the facts of the core and of the handler for text that the handler leaves to the core. */
async function wholeInfo(call: Call, file: FileWatch, sniff: Sniff): Promise<WholeInfo> {
  const handler = findHandler(call.state.handlers, sniff.mediaType);
  const described = handler === undefined ? undefined : await handlerInfo(call, file, { handler, sniff });
  const isText = handler === undefined || leavesText(handler, { isDocument: await isDocument(call, file, handler) });
  const counted = isText ? await countWhole(call, file.opened, sniff) : undefined;
  const extents = [...(counted?.extents ?? []), ...(described?.extents ?? [])];
  return { facts: {}, ...described, ...counted, extents };
}

function isDocument(call: Call, { opened }: FileWatch, handler: Handler): Promise<boolean> {
  const start = { handle: opened.handle, size: opened.stat.size };
  return isDocumentWanted(call, handler, (end) => readRange(start, 0, end));
}

/** The document was not counted: its cost is at least that of the first result. */
function tokensOf({ cost, status }: ReadResult): InfoTokens {
  return { amount: cost.tokens, by: status === "partial" ? "at-least" : "counted" };
}

/** Calls the handler's `info` within `documentTimeMs`. */
async function handlerInfo(
  call: Call,
  { opened }: FileWatch,
  { handler, sniff }: { readonly handler: Handler; readonly sniff: Sniff },
): Promise<HandlerInfo | undefined> {
  if (handler.info === undefined) return undefined;
  const abort = new AbortController();
  const source = fileSource(opened, sniff, call.budget);
  const ask = async (): Promise<unknown> =>
    handler.info?.(source, createContext(call, { file: opened, signal: abort.signal }));
  const deadline = startDeadline(call.budget.documentTimeMs, call.state.clock, call.signal);
  try {
    return cleanInfo(await inTime(ask, pullLimits(call, deadline)));
  } catch (error) {
    abort.abort(error);
    throw handlerFault(error, { handler, path: opened.relativePath });
  }
}

/** A call that uses only cached recognised text, and a flag that is set if recognition was requested. */
interface DecliningCall {
  readonly call: Call;
  readonly wasAsked: () => boolean;
}

/** The notice for a document whose text is unknown until it is recognised. */
const notRecognised: Notice = notice(
  "Text in images was not recognised to measure the cost, because that takes seconds a page. Read the file to recognise it.",
);

/**
 * A call that ends the document before the first image that would have to be recognised, because describing a scan would
 * otherwise take as long as reading it. Uses cached recognised text.
 */
function decliningRecognition(wanted: Call): DecliningCall {
  const call = { ...wanted, state: { ...wanted.state, transcriber: undefined } };
  const given = call.state.recogniser();
  if (given === undefined) return { call, wasAsked: () => false };
  let asked = false;
  const recogniser = {
    ...given,
    recognise: (): Promise<never> => {
      asked = true;
      return Promise.reject(declined());
    },
  };
  return { call: { ...call, state: { ...call.state, recogniser: () => recogniser } }, wasAsked: () => asked };
}

/** `unit` marks the error as the end of the document, not as a fault of one image. */
function declined(): ReadError {
  return new ReadError("timed-out", "The text of this page is not recognised to describe the document.", {
    hint: "Read the file to have its text recognised.",
    details: { unit: "page" },
  });
}

/** Number of tokens of a whole file, and how it was determined. */
interface InfoTokens {
  readonly amount: number;
  /** `counted` in full, `sampled` and extrapolated, or `at-least` as many as in the first answer. */
  readonly by: "counted" | "sampled" | "at-least";
}

/** The lines and tokens of a whole text file. */
interface WholeText {
  readonly extents: readonly Extent[];
  readonly tokens: InfoTokens;
}

/** Number of samples, spread evenly over a large file. A smaller file is counted in full. */
const sampleCount = 32;
const sampleBytes = 16 * 1024;

/** Counts the lines of a text file, and counts or samples its tokens. Returns `undefined` if the file is not text. */
async function countWhole(call: Call, opened: OpenedFile, sniff: Sniff): Promise<WholeText | undefined> {
  const text = await textOf(call, sniff);
  if (text === undefined) return undefined;
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { sniff, text, deadline });
  try {
    const lines = await linesInTime(input);
    return { extents: lines === undefined ? [] : [lines], tokens: await sampleTokens(call, input, lines?.total ?? 0) };
  } finally {
    // An index that cannot be stored is rebuilt on the next read; the answer is not affected.
    await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  }
}

async function linesInTime({ file }: LineInput): Promise<Extent | undefined> {
  try {
    return { type: "extent", unit: "line", total: await countLines(file), exact: true };
  } catch (error) {
    if (ReadError.is(error) && error.code === "timed-out") return undefined;
    throw error;
  }
}

async function sampleTokens(call: Call, { file, decoder }: LineInput, lines: number): Promise<InfoTokens> {
  const { pricing } = call.state;
  const gutters = pricing.gutterCost(1, lines).tokens;
  const isWhole = file.size <= sampleCount * sampleBytes;
  const step = isWhole ? sampleBytes : Math.floor(file.size / sampleCount / 4) * 4;
  let tokens = 0;
  let seen = 0;
  const decode = await decoder.openStream();
  for (let at = file.bomBytes; at < file.size; at += step) {
    const bytes = await readRange(file, at, at + sampleBytes);
    // A sample in a hole of gigabytes must not stand for as many marks as there are samples in the hole.
    const shown = isWhole ? markNuls(file, bytes) : withoutGaps(bytes, file.layout);
    tokens += pricing.countTokens(pricing.show(await decode(shown, !isWhole)));
    seen += bytes.length;
  }
  const scale = seen === 0 ? 0 : (file.size - file.bomBytes) / seen;
  return { amount: Math.round(tokens * scale) + gutters, by: isWhole ? "counted" : "sampled" };
}
