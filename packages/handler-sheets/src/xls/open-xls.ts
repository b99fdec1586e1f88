import { type HandlerContext, quoted, ReadError, type Source } from "@reader/core/handler";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { cutOffWords, readSummaryInformation, repairCompound, summaryStream } from "@reader/office-kit/compound";
import { wrappedFile } from "@reader/office-kit/embedded";
import { decipherBlocks, type PasswordRequest, rc4Keys, tryPasswords } from "@reader/office-kit/encryption";
import { macroModulesIn, type MacroStreams } from "@reader/office-kit/vba";
import type { Workbook } from "../sheets/workbook.ts";
import { storedImages } from "./biff/drawings.ts";
import { readSupplements } from "./biff/read-supplements.ts";
import { repairRecords } from "./biff/repair-records.ts";
import { scriptedStrings } from "./biff/scripted-strings.ts";
import { oldLimits, parseWorkbook } from "./checked-workbook.ts";
import { type CompoundFile, loadCodePages, loadSheetEngine, parseOptions, type SheetEngine } from "./engine.ts";
import { openMarkup } from "./open-markup.ts";
import { parseSafely } from "./parse-safely.ts";
import { type ParsedExtras, workbookOf } from "./parsed-workbook.ts";
import { headerBytes, wordAt } from "./biff/records.ts";

/** The start of every compound file ([MS-CFB] 2.2). */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0];

/** Opens a workbook of Excel 2 to 2003. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openXls(source: Source, context: HandlerContext): Promise<Workbook> {
  const bytes = await source.bytes();
  context.signal.throwIfAborted();
  if (source.sniff.text !== undefined) return openMarkup(source, context);
  const isCompound = compoundSignature.every((byte, index) => bytes[index] === byte);
  return isCompound ? openCompound(source.path, bytes, context) : openBare(source.path, bytes, context);
}

/** Opens a file from before Excel 5, which has only records. Its strings need code pages. */
async function openBare(path: string, bytes: Uint8Array, { password }: HandlerContext): Promise<Workbook> {
  // Without this check SheetJS would accept any bytes as one of its formats.
  if (!isRecordStart(bytes)) throw new ReadError("corrupt", `${path} is not an Excel workbook.`);
  const plain = repairRecords(decryptWorkbook(bytes, { path, password }));
  const engine = await loadCodePages();
  const parsed = parseWorkbook(path, oldLimits, () => engine.read(plain, parseOptions));
  return workbookOf(parsed, { hasMacros: false, supplements: [] });
}

/** True if the bytes start with a BOF record, whose type is 9 with the version in the other byte ([MS-XLS] 2.4.21). */
function isRecordStart([type, version = -1]: Uint8Array): boolean {
  return type === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(version);
}

async function openCompound(path: string, bytes: Uint8Array, context: HandlerContext): Promise<Workbook> {
  const opened = await loadSheetEngine();
  const locked = parseSafely(path, () => opened.CFB.read(repairCompound(bytes), { type: "array" }));
  const { file, workbook } = parseSafely(path, () => unlocked(locked, opened, { path, password: context.password }));
  // Strings of Excel 5 and 95 need code pages; later ones do not.
  const engine = workbook === undefined ? await loadCodePages() : opened;
  const parsed = parseWorkbook(path, oldLimits, () => engine.parse_xlscfb(onlyCells(file), parseOptions));
  return workbookOf(parsed, {
    hasMacros: hasMacroStreams(file),
    properties: propertiesOf(file),
    modules: hasMacroStreams(file) ? await macroModulesIn(streamsOf(file)) : [],
    ...(workbook === undefined ? { supplements: [] } : supplementsOf(workbook, context)),
    // Uses the original file, because rewriting it would change the order.
    embedded: embeddedFiles(locked, engine),
    remarks: cutOffWords(bytes, locked.FileIndex),
  });
}

/** Reads the properties with SheetJS's names. */
function propertiesOf(file: CompoundFile): Readonly<Record<string, unknown>> {
  const { title, author, created, modified } = readSummaryInformation(streamOf(file, summaryStream));
  return { Title: title, Author: author, CreatedDate: created, ModifiedDate: modified };
}

/** A compound file whose workbook SheetJS can read. */
interface UnlockedFile {
  /** The file with the decrypted and repaired workbook. */
  readonly file: CompoundFile;
  /** The decrypted workbook of Excel 97 to 2003 with all of its records; `undefined` for older versions. */
  readonly workbook?: Uint8Array;
}

/** Decrypts and repairs the workbook. SheetJS only reads streams of a file that it opened itself. */
function unlocked(file: CompoundFile, { CFB }: SheetEngine, request: PasswordRequest): UnlockedFile {
  for (const name of ["Workbook", "Book"]) {
    const stream = streamOf(file, name);
    if (stream === undefined) continue;
    const plain = decryptWorkbook(stream, request);
    const repaired = repairRecords(plain);
    const workbook = name === "Workbook" ? { workbook: plain } : {};
    if (repaired === stream) return { file, ...workbook };
    const written = CFB.write(withStream(file, name, repaired), { type: "buffer" });
    return { file: CFB.read(written, { type: "array" }), ...workbook };
  }
  return { file };
}

function supplementsOf(
  stream: Uint8Array,
  context: HandlerContext,
): Pick<ParsedExtras, "supplements" | "externalLinks" | "scripted"> {
  const { sheets, images: store, externalBooks } = readSupplements(stream);
  const supplements = sheets.map((found) => {
    if (found === undefined) return undefined;
    const { frozenRows, hasFilter, drawings, images } = found;
    return {
      frozenRows,
      hasFilter,
      drawings: () => Promise.resolve(drawings),
      images: () => storedImages(store, images, context),
    };
  });
  return {
    supplements,
    externalLinks: externalBooks.map((path) => quoted(path)),
    scripted: scriptedStrings(stream),
  };
}

/** Storages of embedded objects at the root of a workbook ([MS-XLS] 2.1.5): `MBD` and a number. */
const objectPath = /^[^/]*\/(MBD[\dA-F]{8})\/(.+)$/i;

/** Streams that only describe the program and the appearance of an object. */
const wrapping = /^(?:Ole|CompObj|ObjInfo|EPRINT|LinkInfo|OlePres\d+)$/i;

/** Returns the embedded files. Office documents are stored as storages and are converted back to files. */
function embeddedFiles(file: CompoundFile, engine: SheetEngine): readonly EmbeddedFile[] {
  const objects = new Map<string, Map<string, Uint8Array>>();
  for (const [index, path] of file.FullPaths.entries()) {
    const [, object, stream] = objectPath.exec(path) ?? [];
    const content = file.FileIndex[index]?.content;
    if (object === undefined || stream === undefined || content === undefined || content.length === 0) continue;
    const streams = objects.get(object) ?? new Map<string, Uint8Array>();
    streams.set(stream, Uint8Array.from(content));
    objects.set(object, streams);
  }
  const uniqueName = createFileNames();
  return [...objects].flatMap(([name, streams]) => embeddedFile({ name, uniqueName }, streams, engine));
}

interface Naming {
  readonly name: string;
  readonly uniqueName: (name: string) => string;
}

/** Returns an embedded file, or `undefined` for other objects such as formulas of an old editor. */
function embeddedFile(
  { name, uniqueName }: Naming,
  streams: ReadonlyMap<string, Uint8Array>,
  engine: SheetEngine,
): readonly EmbeddedFile[] {
  const inside = wrappedFile((stream) => streams.get(stream));
  if (inside === undefined) return [];
  if (inside.type === "file") {
    const { bytes } = inside;
    return [{ name: uniqueName(inside.name || `${name}.${inside.ending}`), bytes: () => Promise.resolve(bytes) }];
  }
  const own = [...streams].filter(([stream]) => !wrapping.test(plainName(stream)));
  return [{ name: uniqueName(`${name}.${inside.ending}`), bytes: () => Promise.resolve(compoundOf(own, engine)) }];
}

/** Removes the control character that can precede a stream name. */
function plainName(stream: string): string {
  return stream.charCodeAt(0) < 0x20 ? stream.slice(1) : stream;
}

function compoundOf(streams: readonly (readonly [string, Uint8Array])[], { CFB }: SheetEngine): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of streams) CFB.utils.cfb_add(file, `/${path}`, content);
  return Uint8Array.from(CFB.write(file, { type: "buffer" }));
}

/** Returns a stream of the root storage by name, ignoring case, or `undefined`. */
function streamOf(file: CompoundFile, name: string): Uint8Array | undefined {
  const content = file.FileIndex[indexOf(file, name)]?.content;
  return content === undefined ? undefined : Uint8Array.from(content);
}

/** Returns the file with a stream of the root storage replaced. */
function withStream(file: CompoundFile, name: string, content: Uint8Array): CompoundFile {
  const changed = indexOf(file, name);
  const entries = file.FileIndex.map((entry, index) =>
    index === changed ? { ...entry, content, size: content.length } : entry,
  );
  return { ...file, FileIndex: entries };
}

/** Streams from which SheetJS reads cells and detects encryption. */
const cellStreams: ReadonlySet<string> = new Set([
  "workbook",
  "book",
  "encryption",
  "perfectoffice_main",
  "nativecontent_main",
  "mn0",
]);

/**
 * Returns the file without streams that have no cells. SheetJS trusts the value counts of property sets, so damaged
 * ones keep it busy until memory is exhausted.
 */
function onlyCells(file: CompoundFile): CompoundFile {
  const kept = [...file.FullPaths.entries()].filter(
    ([index, path]) => index === 0 || cellStreams.has(path.slice(path.indexOf("/") + 1).toLowerCase()),
  );
  return {
    ...file,
    FullPaths: kept.map(([, path]) => path),
    FileIndex: kept.map(([index]) => file.FileIndex[index] ?? {}),
  };
}

/** Returns the streams by their paths without the root. */
function streamsOf(file: CompoundFile): MacroStreams {
  return {
    names: file.FullPaths.map((path) => path.slice(path.indexOf("/") + 1)),
    stream: (name) => streamOf(file, name),
  };
}

function indexOf({ FullPaths: paths }: CompoundFile, name: string): number {
  const wanted = `/${name.toLowerCase()}`;
  return paths.findIndex((path) => {
    const slash = path.indexOf("/");
    return slash >= 0 && path.slice(slash).toLowerCase() === wanted;
  });
}

/** True if the file has macro streams ([MS-OVBA] 2.2.1). */
function hasMacroStreams({ FullPaths: paths }: CompoundFile): boolean {
  return paths.some((path) => /\/_VBA_PROJECT(?:_CUR)?(?:\/|$)/i.test(path));
}

/** FilePass ([MS-XLS] 2.4.117), one of the first records, says how all later records are encrypted. */
const filePassType = 0x2f;
const firstRecords = 10;

/** The type of ignored records, which replaces FilePass after decryption: InterfaceEnd (2.4.147). */
const idleType = 0xe2;

/** Size of a block with its own key, in bytes (2.2.10). */
const blockBytes = 1024;

/**
 * Records that are never encrypted (2.2.10): BOF of all versions, FilePass, UsrExcl, FileLock, InterfaceHdr, RRDInfo
 * and RRDHead.
 */
const plainTypes: ReadonlySet<number> = new Set([0x009, 0x209, 0x409, 0x809, 0x02f, 0x194, 0x195, 0x0e1, 0x196, 0x138]);

/** BoundSheet8 begins with the offset of its sheet, which is not encrypted. */
const sheetType = 0x85;
const sheetPlaceBytes = 4;

/**
 * Decrypts the stream of a workbook; returns an unencrypted stream unchanged. Throws `encrypted` if the password is
 * missing or wrong.
 */
function decryptWorkbook(stream: Uint8Array, request: PasswordRequest): Uint8Array {
  const pass = filePassOf(stream);
  if (pass === undefined) return stream;
  const plain = tryPasswords(request, (password) => decipher(stream, pass, password));
  keepPlainBytes(stream, plain);
  new DataView(plain.buffer, plain.byteOffset).setUint16(pass.at, idleType, true);
  return plain;
}

/** The position of a record. */
interface RecordPlace {
  readonly type: number;
  readonly at: number;
  readonly data: DataView;
}

function filePassOf(stream: Uint8Array): RecordPlace | undefined {
  let count = 0;
  for (const record of placesIn(stream)) {
    if (record.type === filePassType) return record;
    count += 1;
    if (count === firstRecords) return undefined;
  }
  return undefined;
}

/** Yields each record, including CONTINUE records, because each is encrypted separately. */
function* placesIn(stream: Uint8Array): Generator<RecordPlace> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerBytes <= stream.length;) {
    const start = at + headerBytes;
    const length = Math.min(view.getUint16(at + 2, true), stream.length - start);
    yield { type: view.getUint16(at, true), at, data: new DataView(view.buffer, view.byteOffset + start, length) };
    at = start + length;
  }
}

/** Size of FilePass before Excel 97, in bytes: a key and a checksum. */
const oldPassBytes = 4;

function decipher(stream: Uint8Array, { data }: RecordPlace, password: string): Uint8Array | "unknown" | undefined {
  const isOld = data.byteLength === oldPassBytes;
  if (isOld || wordAt(data, 0) === 0) {
    const at = isOld ? 0 : 2;
    if (xorVerifier(password) !== wordAt(data, at + 2)) return undefined;
    return withoutXor(stream, xorArray(password, wordAt(data, at)));
  }
  if (wordAt(data, 0) !== 1) return "unknown";
  const keyOf = rc4Keys(new Uint8Array(data.buffer, data.byteOffset + 2, data.byteLength - 2), password);
  return typeof keyOf === "function" ? decipherBlocks(stream, keyOf, blockBytes) : keyOf;
}

/** Removes XOR obfuscation. The position of a record in the array depends on where the record ends in the stream. */
function withoutXor(stream: Uint8Array, array: Uint8Array): Uint8Array {
  const plain = new Uint8Array(stream.length);
  for (const { at, data } of placesIn(stream)) {
    const start = at + headerBytes;
    for (let index = 0; index < data.byteLength; index += 1) {
      const mask = array[(start + data.byteLength + index) % array.length] ?? 0;
      plain[start + index] = xorPlainByte(data.getUint8(index), mask);
    }
  }
  return plain;
}

/** Restores headers and other bytes that are never encrypted. */
function keepPlainBytes(stream: Uint8Array, plain: Uint8Array): void {
  for (const { type, at, data } of placesIn(stream)) {
    plain.set(stream.subarray(at, at + headerBytes + plainBytesOf(type, data.byteLength)), at);
  }
}

function plainBytesOf(type: number, length: number): number {
  if (plainTypes.has(type)) return length;
  return type === sheetType ? Math.min(sheetPlaceBytes, length) : 0;
}

/** Padding of passwords ([MS-OFFCRYPTO] 2.3.7.2). */
const padding = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00];

const arrayBytes = 16;
const maxCharacters = 15;

/** Returns the checksum that a file stores to verify the password (2.3.7.1). */
export function xorVerifier(password: string): number {
  const characters = byteCharacters(password);
  let sum = 0;
  for (const byte of [characters.length, ...characters].toReversed()) {
    sum = (((sum & 0x4000) === 0 ? 0 : 1) | ((sum << 1) & 0x7fff)) ^ byte;
  }
  return sum ^ 0xce4b;
}

/** Returns the repeating XOR key stream (2.3.7.2) for a password and the key stored in the file. */
export function xorArray(password: string, key: number): Uint8Array {
  const filled = [...byteCharacters(password), ...padding].slice(0, arrayBytes);
  return Uint8Array.from(filled, (byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
    return (mixed >> 1) | ((mixed & 1) << 7);
  });
}

/** Decodes one byte (2.3.7.3). */
function xorPlainByte(byte: number, mask: number): number {
  const mixed = byte ^ mask;
  return ((mixed << 3) | (mixed >> 5)) & 0xff;
}

/** Converts a password to one byte per character: the low byte, or the high byte if the low byte is zero (2.3.7.4). */
function byteCharacters(password: string): readonly number[] {
  const codes = Array.from({ length: Math.min(password.length, maxCharacters) }, (_, at) => password.charCodeAt(at));
  return codes.map((code) => code & 0xff || code >> 8);
}
