import { ReadError } from "../contract/errors.ts";
import { withSupertypes } from "../contract/media-type.ts";
import type { ReadOutcome, ReadResult } from "../contract/result.ts";
import type { FileHandle } from "../files/file-system.ts";
import { readFully, readRange, type TextFile } from "../text/lines/text-file.ts";
import type { Call } from "./call.ts";
import { type FileWatch, watchFile } from "./file-watch.ts";
import { recall, remember, type Session } from "./session.ts";
import { sniffOpened, textOf } from "./sniff-opened.ts";
import type { NoOutline, Notice } from "../contract/notices.ts";
import type { Handler } from "../contract/handler.ts";
import type { AnswerCost } from "../text/lines/text-meter.ts";
import { findHandler, findOutliner, leavesText, mayLeaveText } from "../documents/registry.ts";
import { csvAsked, refuseTables } from "./csv-asked.ts";
import { isDocumentWanted } from "./document-view.ts";
import type { Sniff } from "../contract/source.ts";
import type { OutlinedFile, BegunOutline } from "./outline/ask-outline.ts";
import { PartialFailure } from "./partial-failure.ts";
import { readText, refuseDocumentParts, type SniffedFile } from "./read-text.ts";
import { mayEndWithOutline, wantsOutline } from "./outline/wants-outline.ts";
import { createConversion } from "../documents/conversion.ts";
import { listDirectory } from "../files/workspace/list-directory.ts";
import { pullDocument } from "./read-document.ts";

/** Runs one read, from the path to the answer. */
export async function readFile(call: Call, session: Session | undefined): Promise<ReadOutcome> {
  const file = await openOrList(call);
  if ("ok" in file) return file;
  try {
    return session === undefined ? await sniffAndRead(call, file) : await readInSession(call, file, session);
  } finally {
    await file.release();
  }
}

async function openOrList(call: Call): Promise<FileWatch | ReadResult> {
  const { workspace, directories } = call.state;
  try {
    return watchFile(workspace, await workspace.open(call.checked.path));
  } catch (error) {
    if (directories !== "list" || !ReadError.is(error) || error.code !== "is-directory") throw error;
    return readDirectory(call);
  }
}

async function readInSession(call: Call, file: FileWatch, session: Session): Promise<ReadResult> {
  const { identity, stat, handle } = file.opened;
  const { capabilities } = call.state;
  const requestKey = JSON.stringify([
    call.checked.request,
    call.budget,
    capabilities.name,
    call.recognises,
    call.state.condemned(),
  ]);
  const now = { asked: call.checked.path, identity, requestKey };
  const seen = recall(session, now);
  if (seen !== undefined) return seen;
  const hash = await hashContent(handle, stat.size);
  const result = await sniffAndRead(call, file);
  remember(session, { ...now, size: stat.size, hash, result });
  return result;
}

async function sniffAndRead(call: Call, file: FileWatch): Promise<ReadResult> {
  return readOpened(call, file, await sniffOpened(call.state, file.opened));
}

/** Maximum size of a file that is hashed for the snapshot, in bytes. A larger one would take too much memory. */
const maxHashedBytes: number = 8 * 1024 * 1024;

/** Returns `sha256:` and the digest of a file's bytes, or `undefined` for a larger file. */
async function hashContent(handle: FileHandle, size: number): Promise<string | undefined> {
  if (size > maxHashedBytes) return undefined;
  const bytes = new Uint8Array(size);
  const filled = await readFully({ handle }, bytes, 0);
  const digest = await crypto.subtle.digest("SHA-256", bytes.subarray(0, filled));
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Reads an opened file according to its content type. */
export async function readOpened(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const result = await readContent(call, file, sniff).catch((error: unknown) => failChanged(error, file));
  const notices = [...openNotices(file, sniff), ...result.notices, ...(await file.changes())];
  return { ...result, notices };
}

/** Loads the document modules only when the first document is read. */
async function readContent(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const handler = findHandler(call.state.handlers, sniff.mediaType);
  if (call.checked.isOutline) {
    const { readOutline } = await import("./outline/read-outline.ts");
    return readOutline(call, file.opened, { sniff, reader: handler });
  }
  refuseTables(call, file.opened.path, handler);
  if (handler === undefined) return readPlain(call, file, sniff);
  const text = mayLeaveText(handler) ? await textOf(call, sniff) : undefined;
  if (text !== undefined) {
    const isDocument = await isDocumentWanted(call, handler, (end) => readRange(rangeOf(file), 0, end));
    if (leavesText(handler, { ...call.checked, isDocument, tables: csvAsked(call.checked) })) {
      const found = { sniff, text, handler };
      return handler.annotate === undefined ? readPlain(call, file, sniff) : readAnnotated(call, file, found);
    }
  }
  const { readDocument } = await import("./read-document.ts");
  // A text handler gets the encoding from the request.
  return readDocument(call, { file, sniff: text === undefined ? sniff : { ...sniff, text }, handler });
}

function rangeOf({ opened }: FileWatch): Pick<TextFile, "handle" | "size"> {
  return { handle: opened.handle, size: opened.stat.size };
}

/** Reads the lines of a text with the annotations of its handler. */
async function readAnnotated(
  call: Call,
  file: FileWatch,
  { handler, ...found }: SniffedFile & { readonly handler: Handler },
): Promise<ReadResult> {
  const result = await readText(call, file.opened, found);
  const { annotations } = await import("./read-document.ts");
  const notices = await annotations(call, result, {
    opened: file.opened,
    handler,
    sniff: { ...found.sniff, text: found.text },
  });
  return { ...result, notices: [...result.notices, ...notices] };
}

/** Adds the change to the error of a read if the file changed during it, because that may be the cause. */
async function failChanged(error: unknown, file: FileWatch): Promise<never> {
  const changes = await file.changes().catch(() => []);
  if (changes.length === 0) throw error;
  const { cause, parts, notices } = error instanceof PartialFailure ? error : new PartialFailure(error, [], []);
  throw new PartialFailure(cause, parts, [...notices, ...changes]);
}

/**
 * Maximum size of a text that gets an unrequested outline, in bytes. A larger file is data rather than source code, and
 * parsing it would delay an answer that took a tenth of that time.
 */
const maxOutlinedBytes = 16 * 1024 * 1024;

/** True for JSON with or without comments, for types that are JSON, and for lines of JSON. */
function isJson(mediaType: string): boolean {
  return withSupertypes(mediaType).some((type) => /^application\/(?:json5?|x-ndjson)$/.test(type));
}

/** Reads text that no handler takes. */
async function readPlain(call: Call, file: FileWatch, sniff: Sniff): Promise<ReadResult> {
  const text = await textOf(call, sniff);
  if (text === undefined) return failUnreadable(file, sniff);
  const { select, pages } = call.checked;
  const handler = findOutliner(call.state.handlers, sniff.mediaType);
  let missed: ReadError | undefined;
  if (select !== undefined && pages === undefined && isJson(sniff.mediaType)) {
    const { readJsonPart } = await import("./json/read-json-part.ts");
    const part = await readJsonPart(call, file.opened, { sniff, text, select, isOutlined: handler !== undefined });
    if ("parts" in part) return part;
    ({ missed } = part);
  }
  if (handler !== undefined) return readOutlined(call, file, { sniff, text, handler, missed });
  const isDocument = findHandler(call.state.handlers, sniff.mediaType)?.textByDefault === true;
  refuseDocumentParts(call, file.opened.path, isDocument);
  return readText(call, file.opened, { sniff, text });
}

interface OutlinedText extends SniffedFile {
  readonly handler: Handler;
  /** The error to throw if the outline does not have the selected name. */
  readonly missed: ReadError | undefined;
}

/** Reads text that a handler outlines: one symbol of it, or its lines, followed by the outline if they are cut. */
async function readOutlined(
  call: Call,
  { opened }: FileWatch,
  { handler, missed, ...found }: OutlinedText,
): Promise<ReadResult> {
  const outlined = { opened, handler, sniff: { ...found.sniff, text: found.text } };
  const { select, pages } = call.checked;
  if (select !== undefined && pages === undefined) {
    const { callForSymbol } = await import("./outline/read-outline.ts");
    return readText(await callForSymbol(call, outlined, { select, missed }), opened, found);
  }
  refuseDocumentParts(call, opened.path);
  const begun = await begunOutline(call, outlined);
  try {
    const result = await readText(call, opened, found);
    if (!wantsOutline(call, result)) return result;
    if (opened.stat.size > maxOutlinedBytes) return { ...result, notices: [...result.notices, tooLarge] };
    const { attachOutline } = await import("./outline/attach-outline.ts");
    const again = (reserved: AnswerCost): Promise<ReadResult> => readText(call, opened, { ...found, reserved });
    return await attachOutline(call, outlined, { result, again, begun });
  } finally {
    begun?.giveUp();
  }
}

const tooLarge: NoOutline = { type: "notice", code: "no-outline", reason: "too-large", maxBytes: maxOutlinedBytes };

/**
 * Starts the outline of a text that is certain to be cut, before its lines are read, because a process may have to
 * start for it. A character of text takes at most two bytes of the file for each byte that is shown.
 */
async function begunOutline(call: Call, file: OutlinedFile): Promise<BegunOutline | undefined> {
  const { size } = file.opened.stat;
  if (!mayEndWithOutline(call) || size <= 2 * call.budget.maxBytes || size > maxOutlinedBytes) return undefined;
  const { beginOutline } = await import("./outline/ask-outline.ts");
  return beginOutline(call, file);
}

/** Throws the error for an unsupported file. The descriptions of all types are loaded only for such a file. */
async function failUnreadable({ opened }: FileWatch, sniff: Sniff): Promise<never> {
  const { unreadable } = await import("../render/unreadable.ts");
  throw unreadable(opened.path, sniff);
}

function openNotices({ opened }: FileWatch, sniff: Sniff): Notice[] {
  const notices: Notice[] = [];
  if (opened.variant !== undefined) notices.push({ type: "notice", code: "name-variant", ...opened.variant });
  if (sniff.disagreement !== undefined) {
    const { extension } = sniff.disagreement;
    notices.push({ type: "notice", code: "name-disagrees", extension, mediaType: sniff.mediaType });
  }
  return notices;
}

/** Reads a directory as lines, one for each entry, paged like a document. */
async function readDirectory(call: Call): Promise<ReadResult> {
  const { workspace } = call.state;
  const { path } = call.checked;
  refuseTables(call, path, undefined);
  const located = await workspace.locate(path);
  const abort = new AbortController();
  const options = { firstLine: firstLineOf(call), signal: abort.signal };
  const events = { [Symbol.asyncIterator]: () => listDirectory(workspace, path, options)[Symbol.asyncIterator]() };
  const conversion = createConversion(events, {
    abort,
    release: () => Promise.resolve(),
  });
  try {
    const sniff = { mediaType: "inode/directory", by: "none" as const };
    // A listing is always paged, whatever the rules set for files.
    const { request } = call.checked;
    const paged = { ...call, checked: { ...call.checked, overBudget: request.overBudget ?? "cut" } as const };
    return await pullDocument(paged, conversion, { file: { opened: located }, sniff, handler: { name: "directory" } });
  } finally {
    await conversion.close();
  }
}

/** Returns the first line that needs a file size. A search needs all lines, and so does a range from the end. */
function firstLineOf({ checked }: Call): number {
  const { find, ranges, offset } = checked;
  if (find !== undefined) return 1;
  return Math.min(...(ranges === undefined ? [offset] : ranges.map(({ first }) => first)));
}
