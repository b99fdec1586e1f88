import { notice, ReadError, text, type HandlerEvent, type Notice, quoted } from "@reader/core/handler";
import { fence } from "@reader/document";
import { viewOf } from "../compound/byte-view.ts";
import { type CompoundFile, openCompoundFile } from "../compound/compound-file.ts";
import { decoderOf, loadDosPages } from "../encodings/code-page.ts";

/** Maximum number of names that a notice lists. */
const maxListed = 10;

/** True if the macro code is requested: `select: "macros"`, unless an embedded file has that name. */
export function areMacrosAsked(select: string | undefined, modules: readonly MacroModule[]): boolean {
  return modules.length > 0 && select?.trim().toLowerCase() === "macros";
}

/** Returns a notice that a document has macros, and how to read their code. */
export function macroNotice(
  sentence: "The document contains" | "The drawing contains" | "The presentation contains" | "The workbook has",
  modules: readonly MacroModule[],
): Notice {
  const written = modules.filter((module) => codeOf(module) !== "");
  if (written.length === 0) return notice(`${sentence} macros, which are not run.`);
  const names = written.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = written.length > maxListed ? ` and ${written.length - maxListed} more` : "";
  return notice(
    `${sentence} macros, which are not run: their code is read with \`select: "macros"\`, in ${names.join(", ")}${more}.`,
  );
}

/** Yields the code of the modules; empty modules are only named. */
export function* macroEvents(modules: readonly MacroModule[]): Generator<HandlerEvent> {
  const empty: string[] = [];
  for (const module of modules) {
    const code = codeOf(module);
    const name = quoted(module.name);
    if (typeof code !== "string") yield notice(code.message);
    else if (code === "") empty.push(name);
    else yield text(`Macro module ${name}:\n\n${fence("vba", code)}\n`);
  }
  if (empty.length > 0) yield text(`Without code: ${empty.join(", ")}\n`);
}

/** A damaged module must not fail the others. */
function codeOf(module: MacroModule): string | ReadError {
  try {
    return module.code();
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
}

/** One module of the macros of a document. */
export interface MacroModule {
  readonly name: string;
  /**
   * Returns the code, without the attributes that editors hide. Decompresses it on the first call. Throws `corrupt`, and
   * `too-large` if the modules exceed 16 MB in total.
   */
  code(): string;
}

/** The streams of a compound file. */
export type MacroStreams = Pick<CompoundFile, "names" | "stream">;

/** Limits on macro modules: how many are listed, and their total source size in bytes. */
const maxModules = 1000;
const maxBytes = 16 * 1024 * 1024;

const codePageRecord = 0x0003;
const versionRecord = 0x0009;
const nameRecord = 0x0019;
const wideNameRecord = 0x0047;
const streamRecord = 0x001a;
const offsetRecord = 0x0031;
const endRecord = 0x002b;

/** Returns the modules of a `vbaProject.bin`, in order; an empty list if it is damaged or missing. */
export async function macroModulesOf(bytes: Uint8Array | undefined): Promise<readonly MacroModule[]> {
  if (bytes === undefined) return [];
  try {
    return await macroModulesIn(await openCompoundFile({ path: "macros", bytes: () => Promise.resolve(bytes) }));
  } catch (error) {
    if (ReadError.is(error)) return [];
    throw error;
  }
}

/** Returns the modules of a project at the top of a compound file or in a storage; an empty list if it is damaged or missing. */
export async function macroModulesIn(streams: MacroStreams): Promise<readonly MacroModule[]> {
  const path = streams.names.find((name) => /(?:^|\/)VBA\/dir$/i.test(name));
  const packed = path === undefined ? undefined : streams.stream(path);
  if (path === undefined || packed === undefined) return [];
  await loadDosPages();
  const folder = path.slice(0, -"dir".length);
  try {
    return modulesIn(decompressVba(packed, maxBytes), (name) => streams.stream(folder + name));
  } catch (error) {
    if (ReadError.is(error)) return [];
    throw error;
  }
}

interface ModuleFacts {
  name?: string;
  wideName?: string;
  stream?: string;
  offset?: number;
}

/** Records are a type, a length and a body ([MS-OVBA] 2.3.4.2). */
function modulesIn(directory: Uint8Array, streamOf: (name: string) => Uint8Array | undefined): readonly MacroModule[] {
  const view = viewOf(directory);
  const modules: MacroModule[] = [];
  const unpack = withinBounds();
  let decode = decoderOf(1252);
  let facts: ModuleFacts = {};
  for (let at = 0; at + 6 <= view.length && modules.length < maxModules;) {
    const type = view.u16(at);
    // The length in this record is not its own (2.3.4.2.1.11).
    const length = type === versionRecord ? 6 : view.u32(at + 2);
    const body = view.part(at + 6, length);
    at += 6 + length;
    if (type === codePageRecord) decode = decoderOf(body.u16(0));
    else if (type === endRecord) facts = finished(facts, { modules, decode, streamOf, unpack });
    else takeFact(facts, type, { body: body.bytes, decode, offset: body.length >= 4 ? body.u32(0) : 0 });
  }
  return modules;
}

interface Fact {
  readonly body: Uint8Array;
  readonly decode: (bytes: Uint8Array) => string;
  readonly offset: number;
}

function takeFact(facts: ModuleFacts, type: number, { body, decode, offset }: Fact): void {
  if (type === nameRecord) facts.name = decode(body);
  else if (type === wideNameRecord) facts.wideName = new TextDecoder("utf-16le").decode(body);
  else if (type === streamRecord) facts.stream = decode(body);
  else if (type === offsetRecord) facts.offset = offset;
}

interface Finishing {
  readonly modules: MacroModule[];
  readonly decode: (bytes: Uint8Array) => string;
  readonly streamOf: (name: string) => Uint8Array | undefined;
  readonly unpack: (container: Uint8Array) => Uint8Array;
}

/** Decompresses modules until their total exceeds the limit. */
function withinBounds(): Finishing["unpack"] {
  let left = maxBytes;
  return (container) => {
    const bytes = decompressVba(container, left);
    left -= bytes.length;
    return bytes;
  };
}

function finished(facts: ModuleFacts, { modules, decode, streamOf, unpack }: Finishing): ModuleFacts {
  const name = facts.wideName ?? facts.name ?? facts.stream;
  if (name === undefined) return {};
  const { stream = name, offset = 0 } = facts;
  let code: string | undefined;
  modules.push({
    name,
    code() {
      if (code !== undefined) return code;
      const bytes = streamOf(stream);
      if (bytes === undefined) throw new ReadError("corrupt", `The code of the macros in ${name} is missing.`);
      code = withoutAttributes(decode(unpack(bytes.subarray(offset))));
      return code;
    },
  });
  return {};
}

/** Matches the attributes that are removed: all except descriptions. */
const attribute = /^Attribute (?:\S+\.)?VB_(?!Description)\w+ = /;

function withoutAttributes(code: string): string {
  const lines = code.replaceAll(/\r\n?/g, "\n").split("\n");
  return lines
    .filter((line) => !attribute.test(line))
    .join("\n")
    .trim();
}

/** Maximum decompressed size of a chunk in bytes ([MS-OVBA] 2.4.1.1.5). */
const chunkBytes = 4096;

/** The signature of a compressed container. */
const signature = 1;

/**
 * Decompresses a container of a VBA project ([MS-OVBA] 2.4.1): chunks of literal bytes and copies of earlier bytes of
 * the same chunk. Returns the readable start of a damaged container. Throws `corrupt` for other data, and `too-large`
 * above `mostBytes`.
 */
export function decompressVba(container: Uint8Array, mostBytes: number): Uint8Array {
  if (container[0] !== signature) throw new ReadError("corrupt", "The code of the macros is damaged.");
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (let at = 1; at + 2 < container.length;) {
    const header = (container[at] ?? 0) | ((container[at + 1] ?? 0) << 8);
    const end = Math.min(container.length, at + (header & 0x0fff) + 3);
    const body = container.subarray(at + 2, end);
    const chunk = (header & 0x8000) === 0 ? body : decompressChunk(body);
    total += chunk.length;
    if (total > mostBytes) throw new ReadError("too-large", "The code of the macros is too large when decompressed.");
    chunks.push(chunk);
    at = end;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A byte of flags precedes eight tokens: a literal byte or a copy each. */
function decompressChunk(body: Uint8Array): Uint8Array {
  const { length: end, u8, u16 } = viewOf(body);
  const chunk = new Uint8Array(chunkBytes);
  let length = 0;
  for (let at = 0, flags = 1; at < end && length < chunkBytes; flags >>= 1) {
    if (flags === 1) {
      // The highest bit marks the end of the eight flags.
      flags = 0x200 | (u8(at) << 1);
      at += 1;
    } else if ((flags & 1) === 0) {
      chunk[length] = u8(at);
      length += 1;
      at += 1;
    } else {
      const { offset, count } = copyToken(u16(at), length);
      if (offset > length) break;
      length = copied(chunk, length, { offset, count });
      at += 2;
    }
  }
  return chunk.subarray(0, length);
}

interface Copy {
  /** The distance back to the source; it may be shorter than the copy. */
  readonly offset: number;
  readonly count: number;
}

/** The decompressed length after the copy. */
function copied(chunk: Uint8Array, length: number, { offset, count }: Copy): number {
  const stop = Math.min(chunkBytes, length + count);
  for (let at = length; at < stop; at += 1) chunk[at] = chunk[at - offset] ?? 0;
  return stop;
}

/** The number of offset bits of a token grows with the decompressed length of the chunk (2.4.1.3.19). */
function copyToken(token: number, length: number): Copy {
  const offsetBits = Math.max(4, Math.ceil(Math.log2(length)));
  const countBits = 16 - offsetBits;
  return { offset: (token >> countBits) + 1, count: (token & (0xffff >> offsetBits)) + 3 };
}
