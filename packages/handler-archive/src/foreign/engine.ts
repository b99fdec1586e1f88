import type { ArchiveReader as Reader, LibarchiveWasm, libarchiveWasm as load } from "libarchive-wasm";
import { memberTime } from "../bytes/member.ts";

interface Library {
  readonly ArchiveReader: typeof Reader;
  readonly libarchiveWasm: typeof load;
}

/** The parts of the instance that are used besides the library's functions. Its memory moves when it grows. */
interface Memory extends LibraryMemory {
  _malloc(length: number): number;
}

/** A member as the library reports it. Text is unchanged from the archive. */
export interface ForeignEntry {
  readonly name: string;
  /** The library's type name, such as `File`, `Directory`, `SymbolicLink`. */
  readonly type: string;
  /** Absent if the archive has no size or an impossible one. */
  readonly bytes: number | undefined;
  /** Absent if the archive has no time or an invalid one. */
  readonly modified: Date | undefined;
  readonly link: string;
  readonly hardLink: string;
  readonly isEncrypted: boolean;
}

/** An archive opened in the library's memory. Every call may throw any error. */
export interface ForeignArchive {
  /** Returns the next member, or `undefined` at the end or at damage, which `fault` reports. */
  next(): ForeignEntry | undefined;
  /** Returns the next bytes of the member. Empty at its end. */
  read(): Uint8Array;
  /** The library's last error message, or an empty string. */
  fault(): string;
  isEncrypted(): boolean;
  close(): void;
}

/** Read size for members, in bytes. */
const pieceBytes = 256 * 1024;

/** Opens an archive in a new instance, because an instance cannot be trusted after an error. */
export async function openForeign(bytes: Uint8Array, password: string | undefined): Promise<ForeignArchive> {
  const imported: Library & { readonly default?: Library } = await import("libarchive-wasm");
  const library = imported.default ?? imported;
  const engine = await startedEngine(library);
  const memory = engine.module as Memory;
  const reader = readerOf(library, engine, { bytes, password });
  const room = memory._malloc(pieceBytes);
  return {
    next() {
      const entry = reader.nextEntryPointer();
      return entry === 0 ? undefined : describe(reader, entry);
    },
    read() {
      const length = engine.read_data(reader.archive, room, pieceBytes);
      return Uint8Array.from(new Uint8Array(memory.HEAP8.buffer, room, length));
    },
    fault: () => engine.error_string(reader.archive) ?? "",
    isEncrypted: () => reader.hasEncryptedData() === true,
    // The instance is garbage collected.
    close: () => reader.free(),
  };
}

/** Creates an instance that returns names in UTF-8, or an unchanged one if that is not possible. */
async function startedEngine(library: Library): Promise<LibarchiveWasm> {
  const engine = await library.libarchiveWasm();
  if (!writeUtf8(engine.module as Memory)) return engine;
  return readsSample(library, engine) ? engine : library.libarchiveWasm();
}

function readsSample(library: Library, engine: LibarchiveWasm): boolean {
  try {
    const reader = readerOf(library, engine, { bytes: sampleArchive(), password: undefined });
    const entry = reader.nextEntryPointer();
    const isRight = entry !== 0 && describe(reader, entry).name === sampleName;
    reader.free();
    return isRight;
  } catch {
    return false;
  }
}

interface ReaderInput {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
}

function readerOf({ ArchiveReader }: Library, engine: LibarchiveWasm, { bytes, password }: ReaderInput): Reader {
  return new ArchiveReader(engine, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), password);
}

function describe(reader: Reader, entry: number): ForeignEntry {
  return {
    name: reader.getEntryPathname(entry) ?? "",
    type: reader.getEntryFiletype(entry),
    bytes: sizeOf(reader.getEntrySize(entry)),
    modified: memberTime(Number(reader.getEntryModificationTime(entry)) / 1000),
    link: reader.getSymlinkTarget(entry) ?? "",
    hardLink: reader.getHardlinkTarget(entry) ?? "",
    isEncrypted: reader.isEntryEncrypted(entry),
  };
}

/** The library returns 64-bit numbers unchecked, so they may be negative. */
function sizeOf(value: number | bigint): number | undefined {
  const bytes = Number(value);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

/** The memory of the library. */
interface LibraryMemory {
  readonly HEAP8: Int8Array;
}

/**
 * Address of the locale pointer in libarchive-wasm 1.2.0, and its value. The first word of a locale selects the
 * encoding: 0 is ASCII, anything else UTF-8 (musl, `MB_CUR_MAX`). The library is built without `setlocale`, so there is
 * no other way to set it.
 */
const localePointerAt = 223_668;
const localeAt = 223_432;

/**
 * Makes the library return names in UTF-8; otherwise it loses all characters beyond ASCII. Returns false and changes
 * nothing if the library's memory has another layout.
 */
export function writeUtf8({ HEAP8 }: LibraryMemory): boolean {
  const view = new DataView(HEAP8.buffer, HEAP8.byteOffset, HEAP8.byteLength);
  if (view.byteLength < localePointerAt + 4) return false;
  const isAsExpected = view.getUint32(localePointerAt, true) === localeAt && view.getUint32(localeAt, true) === 0;
  if (isAsExpected) view.setUint32(localeAt, localeAt, true);
  return isAsExpected;
}

/** The name of the only member in the test archive. */
export const sampleName = "ö语";

/** A cpio archive (SVR4 without checksums) of one empty file, to test that its name is returned unchanged. */
export function sampleArchive(): Uint8Array {
  return new TextEncoder().encode(record(sampleName, 0o100_644) + record("TRAILER!!!", 0));
}

/** Thirteen numbers of eight digits, then the zero-terminated name, padded to four bytes. */
function record(name: string, mode: number): string {
  const nameBytes = new TextEncoder().encode(name).length + 1;
  const numbers = [1, mode, 0, 0, 1, 0, 0, 0, 0, 0, 0, nameBytes, 0];
  const digits = numbers.map((number) => number.toString(16).padStart(8, "0")).join("");
  const padding = -(6 + digits.length + nameBytes) & 3;
  return `070701${digits}${name}${"\0".repeat(1 + padding)}`;
}
