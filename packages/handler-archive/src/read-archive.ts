import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  ReadError,
  type Source,
} from "@reader/core/handler";
import { findNuls, markedText } from "@reader/core/internal";
import { joined } from "./bytes/byte-reader.ts";
import type { Archive, ArchiveSummary } from "./bytes/member.ts";
import { listArchive } from "./listing/list-archive.ts";
import { openArchive, type PackedFile } from "./open-archive.ts";
import { type Outer, placed, placeOf, readNumbered, refuseDenied } from "./select/read-members.ts";
import { readSelected } from "./select/read-selected.ts";

/** Reads the list of an archive, the selected members, or a single compressed file. */
export async function* readArchive(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const opened = await openArchive(source, context);
  const outer = { name: source.name, path: source.path, context };
  try {
    const events =
      opened.type === "file" ? readPackedFile(opened.file, outer) : archiveEvents(opened.archive, source.size, outer);
    for await (const event of events) {
      context.signal.throwIfAborted();
      yield event;
    }
  } finally {
    await opened.close();
  }
}

function archiveEvents(archive: Archive, fileBytes: number, outer: Outer): AsyncIterable<HandlerEvent> {
  const { select, pages } = outer.context;
  if (select !== undefined) return readSelected(archive, select, outer);
  return pages === undefined ? listArchive(archive, fileBytes, outer.context) : readNumbered(archive, pages, outer);
}

/** Describes an archive: its kind, number of members and sizes. */
export async function describeArchive(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const opened = await openArchive(source, context);
  try {
    if (opened.type === "file") return { extents: [], facts: await factsOfFile(opened.file, source.size) };
    const { archive } = opened;
    const { summary, isWhole } = await sumsOf(archive);
    const { members, folders, encrypted, bytes } = summary;
    const facts: Record<string, Json> = {
      kind: archive.kind,
      members,
      folders,
      packedBytes: source.size,
      unpackedBytes: bytes,
      compressionRatio: ratioOf(bytes, source.size),
      encryptedMembers: encrypted,
      ...(archive.comment === "" ? {} : { comment: archive.comment }),
      ...(isWhole ? {} : { isCounted: "up to the limits" }),
    };
    return { extents: [extent("entry", members, isWhole ? "exact" : "at-least")], facts };
  } finally {
    await opened.close();
  }
}

interface Sums {
  readonly summary: ArchiveSummary;
  readonly isWhole: boolean;
}

/** If all members must be read, an error or a limit ends the count. */
async function sumsOf(archive: Archive): Promise<Sums> {
  if (archive.summary !== undefined) return { summary: archive.summary, isWhole: true };
  const summary = { members: 0, folders: 0, encrypted: 0, bytes: 0 };
  try {
    for await (const { kind, isEncrypted, bytes } of archive.members()) {
      summary.members += 1;
      if (kind === "folder") summary.folders += 1;
      if (isEncrypted) summary.encrypted += 1;
      summary.bytes += bytes ?? 0;
    }
  } catch (error) {
    if (!ReadError.is(error) || summary.members === 0) throw error;
    return { summary, isWhole: false };
  }
  return { summary, isWhole: true };
}

async function factsOfFile(file: PackedFile, packedBytes: number): Promise<Record<string, Json>> {
  let unpackedBytes = 0;
  let isWhole = true;
  try {
    for await (const piece of file.content()) unpackedBytes += piece.length;
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    isWhole = false;
  }
  return {
    kind: `${file.packing} file`,
    packedBytes,
    unpackedBytes,
    compressionRatio: ratioOf(unpackedBytes, packedBytes),
    ...(isWhole ? {} : { isCounted: "up to the limits" }),
  };
}

/** Returns the compression ratio to two digits. */
function ratioOf(bytes: number, packedBytes: number): number {
  return packedBytes === 0 ? 0 : Number((bytes / packedBytes).toPrecision(3));
}

/** Maximum size of a file that is unpacked before it is read. Larger text is streamed. */
const wholeBytes = 8 * 1024 * 1024;

/** Reads the file inside a compressed one with the handler for its type. */
async function* readPackedFile(file: PackedFile, outer: Outer): AsyncGenerator<HandlerEvent> {
  const { context } = outer;
  const name = innerNameOf(outer.name);
  const at = placeOf({ index: 1, name }, outer);
  await refuseDenied(name, context);
  const pieces = file.content()[Symbol.asyncIterator]();
  try {
    const start = await takeUpTo(pieces, wholeBytes, context.signal);
    if (!start.isWhole && isPlainText(name, start.bytes)) {
      yield* markedText(decoded(start.bytes, pieces), { at });
      return;
    }
    const left = context.budget.maxInputBytes - start.bytes.length;
    const rest = start.isWhole ? noRest : await takeUpTo(pieces, left, context.signal);
    if (!rest.isWhole) throw tooLarge(outer);
    const bytes = joined([start.bytes, rest.bytes]);
    for await (const event of context.nested(name, bytes, { select: context.select })) yield placed(event, at, outer);
  } finally {
    await pieces.return?.(undefined);
  }
}

interface Taken {
  readonly bytes: Uint8Array;
  /** True if there are no more bytes. */
  readonly isWhole: boolean;
}

const noRest: Taken = { bytes: new Uint8Array(), isWhole: true };

/** Reads chunks until they exceed a size. */
async function takeUpTo(pieces: AsyncIterator<Uint8Array>, most: number, signal: AbortSignal): Promise<Taken> {
  const taken: Uint8Array[] = [];
  for (let length = 0; length <= most;) {
    signal.throwIfAborted();
    const step = await pieces.next();
    if (step.done === true) return { bytes: joined(taken), isWhole: true };
    taken.push(step.value);
    length += step.value.length;
  }
  return { bytes: joined(taken), isWhole: false };
}

async function* decoded(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  yield decoder.decode(start, { stream: true });
  for await (const piece of { [Symbol.asyncIterator]: () => rest }) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

function tooLarge({ path, context }: Outer): ReadError {
  const { maxInputBytes: value } = context.budget;
  return new ReadError("too-large", `${path} unpacks to more than ${value} bytes.`, {
    hint: "Unpack it first, then read a part of it by its own path.",
    details: { limit: { name: "maxInputBytes", value } },
  });
}

/** Extensions that combine two. */
const doubleEndings: readonly (readonly [RegExp, string])[] = [
  [/\.svgz$/i, ".svg"],
  [/\.(?:tgz|tbz2?|txz|tzst)$/i, ".tar"],
];

/** Returns the name of the file inside a compressed one: `notes.txt` for `notes.txt.gz`. */
function innerNameOf(name: string): string {
  for (const [ending, inner] of doubleEndings) if (ending.test(name)) return name.replace(ending, inner);
  const inner = name.replace(/\.(?:gz|bz2|xz|zst|lz4|z)$/i, "");
  return inner === "" ? name : inner;
}

/** Extensions of plain text, which needs no handler. */
const plainEndings = /^[^.]*$|\.(?:log|txt|text|out|err|lst|sql|json|jsonl|ndjson|xml|md|yaml|yml|\d+)$/i;

const lookedAtBytes = 64 * 1024;

/** True if a large file can be streamed: it starts as UTF-8, apart from runs of NULs, and its name needs no handler. */
function isPlainText(name: string, start: Uint8Array): boolean {
  const head = start.subarray(0, lookedAtBytes);
  // The rest of the last run is not known.
  const looked = head.subarray(0, head.findLastIndex((byte) => byte !== 0) + 1);
  const { strays, textBytes } = findNuls(looked);
  if (!plainEndings.test(name) || strays > 0 || textBytes === 0) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(looked, { stream: true });
    return true;
  } catch {
    return false;
  }
}
