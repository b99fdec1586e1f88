import type { Notice, Reader, ReadErrorData, ReadRequest, StopSignal } from "@reader/core";
import { noticeText } from "@reader/core/render";
import type {
  DocumentFailure,
  DocumentImage,
  DocumentNotice,
  DocumentRecord,
  PlannedDocument,
} from "../contract/document.ts";
import { documentId } from "../contract/ids.ts";
import { styleOf } from "../outputs/chunk-lines.ts";
import type { FinishedDocument } from "../outputs/document-output.ts";
import type { ImageFiles } from "../outputs/image-files.ts";
import type { DocumentPlace } from "../sources/storage.ts";
import { joinSections, tablesOf } from "./document-text.ts";
import { type FileState, fileState, isUnchanged } from "./fingerprint.ts";
import { readWhole, type WholeCall, type WholeDocument, type WholeLimits } from "./read-whole.ts";

/** Number of crashes of its process after which a document is quarantined. */
export const maxCrashes = 3;

/** How often a document that changes while it is read is read again. */
const maxChanges = 2;

/** How documents are read. */
export interface Reading extends WholeLimits {
  /** Returns the reader of a document, where it is, and the folders that may be read with their links resolved. */
  readonly readerOf: (document: Pick<PlannedDocument, "source" | "path">) => Promise<SourceReader>;
  readonly request: Omit<ReadRequest, "path">;
  readonly recognise: boolean;
  /** Returns the version of a handler, if known. */
  readonly versionOf: (handler: string) => string | undefined;
  readonly images?: ImageFiles | undefined;
  /** Returns the shell command that reads a document again. */
  readonly commandFor: (path: string) => string;
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number;
}

/** The reader of a document. */
export interface SourceReader extends DocumentPlace {
  readonly reader: Reader;
  /** Empty if nothing may be read where the document is. */
  readonly roots: readonly string[];
}

/** Reads a document. Returns `undefined` if the signal was aborted, so that nothing is known about it. */
export async function readDocument(
  planned: PlannedDocument,
  reading: Reading,
  signal?: StopSignal,
): Promise<FinishedDocument | undefined> {
  const start = reading.clock();
  const found = await readSteadily(planned, reading, signal);
  if (signal?.aborted === true && found.whole.error !== undefined) return undefined;
  const images: DocumentImage[] = [];
  for (const image of found.whole.images) {
    if (reading.images !== undefined) images.push(await reading.images.save(image));
  }
  return finished(planned, reading, { ...found, images, ms: Math.round((reading.clock() - start) * 10) / 10 });
}

interface Found {
  readonly whole: WholeDocument;
  readonly state: FileState | undefined;
  readonly hasChanged: boolean;
  readonly isQuarantined: boolean;
}

/** Reads a file again if it changed meanwhile, or if its process crashed. */
async function readSteadily(
  planned: PlannedDocument,
  reading: Reading,
  signal: StopSignal | undefined,
): Promise<Found> {
  const { request, recognise, maxTextBytes, documentTimeMs } = reading;
  const own = await reading.readerOf(planned);
  const call = { reader: own.reader, request, recognise, maxTextBytes, documentTimeMs, signal };
  let [crashes, changes] = [0, 0];
  for (;;) {
    const found = await readOnce(own, call);
    crashes += found.hasCrashed ? 1 : 0;
    changes += found.hasChanged ? 1 : 0;
    const isQuarantined = crashes >= maxCrashes;
    const isOver = signal?.aborted === true || isQuarantined || changes > maxChanges;
    if (isOver || !(found.hasCrashed || found.hasChanged)) return { ...found, isQuarantined };
  }
}

interface Attempt extends Omit<Found, "isQuarantined"> {
  /** True if the process of its handler ended. */
  readonly hasCrashed: boolean;
}

async function readOnce({ fileSystem, path, roots }: SourceReader, call: WholeCall): Promise<Attempt> {
  if (roots.length === 0) return { whole: outside, state: undefined, hasCrashed: false, hasChanged: false };
  const state = await fileState(fileSystem, path, { roots, signal: call.signal });
  const whole = withExactName(await readWhole(path, call));
  const hasCrashed = whole.error?.details?.ended !== undefined;
  const isSame = hasCrashed || state === undefined || (await isUnchanged(fileSystem, path, state.stat));
  return { whole, state, hasCrashed, hasChanged: !isSame };
}

const outside = failed({
  code: "outside-workspace",
  message: "The file is outside the folders that may be read.",
  hint: "Start a new run with a root that contains it.",
});

/** A file with a similar name is another document: it is read under its own name. */
function withExactName(whole: WholeDocument): WholeDocument {
  if (!whole.notices.some(({ code }) => code === "name-variant")) return whole;
  return failed({
    code: "not-found",
    message: "The file does not exist any more.",
    hint: "Start a new run, which lists the files again.",
  });
}

function failed(error: ReadErrorData): WholeDocument {
  return { sections: [], images: [], notices: [], extents: [], tokens: 0, error };
}

interface FoundDocument extends Found {
  readonly images: readonly DocumentImage[];
  readonly ms: number;
}

function finished(planned: PlannedDocument, reading: Reading, found: FoundDocument): FinishedDocument {
  const { whole, images, ms } = found;
  const { text, sections, places } = joinSections(whole.sections);
  const facts = readerFacts(whole, reading);
  const error = failureOf(planned, reading, found);
  const record: DocumentRecord = {
    id: documentId(planned.path),
    path: planned.path,
    status: statusOf(whole, error, text),
    ...facts,
    ...fileFacts(found.state),
    text,
    places,
    tables: tablesOf(sections, styleOf(facts)),
    images,
    notices: noticesOf(found),
    extents: whole.extents.map(({ unit, total, exact }) => ({ unit, total, exact })),
    ...(whole.stopped === undefined ? {} : { stopped: whole.stopped }),
    tokens: whole.tokens,
    ms,
    ...(error === undefined ? {} : { error }),
  };
  return { record, sections, ...(found.state === undefined ? {} : { fingerprint: found.state.fingerprint }) };
}

function statusOf(
  { stopped }: WholeDocument,
  error: DocumentFailure | undefined,
  text: string,
): DocumentRecord["status"] {
  if (error !== undefined) return text === "" ? "failed" : "partial";
  return stopped === undefined ? "complete" : "partial";
}

function readerFacts(
  { mediaType, handler, error }: WholeDocument,
  { versionOf }: Reading,
): Pick<DocumentRecord, "mediaType" | "handler" | "version"> {
  const { handler: failed, mediaType: failedType } = error?.details ?? {};
  const type = mediaType ?? failedType;
  return { ...(type === undefined ? {} : { mediaType: type }), ...handlerFacts(handler ?? failed?.name, versionOf) };
}

function handlerFacts(
  name: string | undefined,
  versionOf: Reading["versionOf"],
): Pick<DocumentRecord, "handler" | "version"> {
  if (name === undefined) return {};
  const version = versionOf(name);
  return { handler: name, ...(version === undefined ? {} : { version }) };
}

function fileFacts(state: FileState | undefined): Pick<DocumentRecord, "size" | "modified" | "etag" | "sha256"> {
  if (state === undefined) return {};
  const { size, modifiedNs, etag, sha256 } = state.fingerprint;
  const modified = new Date(Number(BigInt(modifiedNs) / 1_000_000n));
  return {
    size,
    ...(Number.isNaN(modified.getTime()) ? {} : { modified: modified.toISOString() }),
    ...(etag === undefined ? {} : { etag }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

function noticesOf({ whole, hasChanged }: FoundDocument): readonly DocumentNotice[] {
  const isKnown = whole.notices.some(({ code }) => code === "changed-while-reading");
  const changed: Notice = { type: "notice", code: "changed-while-reading", change: "rewritten" };
  const all = hasChanged && !isKnown ? [...whole.notices, changed] : whole.notices;
  return all.map((notice) => ({ code: notice.code, text: noticeText(notice) }));
}

function failureOf(
  { path }: PlannedDocument,
  { commandFor }: Reading,
  { whole: { error }, isQuarantined }: FoundDocument,
): DocumentFailure | undefined {
  if (error === undefined) return undefined;
  const command = commandFor(path);
  const { code, message, hint } = error;
  if (!isQuarantined) return { code, message, hint: code === "timed-out" ? timedOutHint : hint, command };
  return { code: "quarantined", message: `${message} It did so ${maxCrashes} times.`, hint: quarantineHint, command };
}

/** The limits are those of the run, and a document is always read as a whole. */
const timedOutHint =
  "Raise the limit, with --timeout for the whole document or --silence for one without output, and retry the documents with the code timed-out.";

const quarantineHint =
  "Report the file to the authors of its handler. After an update, retry the documents with the code quarantined.";

/** Returns the outcome of a document whose reads ended the program itself. */
export function quarantined(planned: PlannedDocument, { commandFor }: Pick<Reading, "commandFor">): FinishedDocument {
  const error: DocumentFailure = {
    code: "quarantined",
    message: `The program ended ${maxCrashes} times while it read only this document.`,
    hint: quarantineHint,
    command: commandFor(planned.path),
  };
  const record: DocumentRecord = {
    id: documentId(planned.path),
    path: planned.path,
    status: "failed",
    text: "",
    places: [],
    tables: [],
    images: [],
    notices: [],
    extents: [],
    tokens: 0,
    ms: 0,
    error,
  };
  return { record, sections: [] };
}
