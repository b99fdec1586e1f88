import { crc32 } from "node:zlib";
import { aesLock, type AesLock, extraField, type Sizes, wideSizes } from "../contract/extra-fields.ts";
import type { ZipEntry } from "../contract/zip.ts";
import { decodeName, type LegacyNames } from "./names.ts";

/** Size of the fixed part of a directory entry (APPNOTE 4.3.12). */
export const fixedEntryBytes = 46;

/** Signature of a directory entry. */
export const entrySignature = 0x02014b50;

const isEncryptedFlag = 0x1;
const isUtf8Flag = 0x800;
const unix = 3;
const typeMask = 0o170_000;
const symbolicLink = 0o120_000;
const dosFolder = 0x10;
const slash = 0x2f;
const backslash = 0x5c;

/** The 32-bit value of a number that needs more bits. */
const isElsewhere = 0xffffffff;

/** Returns the range of a name that is not marked as UTF-8, or an empty range. */
export function legacyNameRange(view: DataView, at: number): readonly [start: number, end: number] {
  const isUtf8 = (view.getUint16(at + 8, true) & isUtf8Flag) !== 0;
  const start = at + fixedEntryBytes;
  return [start, isUtf8 ? start : start + view.getUint16(at + 28, true)];
}

/** A part of the directory. */
export interface EntryBytes {
  readonly view: DataView;
  /** Added to all offsets, because data precedes the archive. */
  readonly shift: number;
  readonly names: LegacyNames;
}

/** Returns the size of an entry whose fixed part is complete. */
export function entryLength(view: DataView, at: number): number {
  const variable = view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  return fixedEntryBytes + variable;
}

/**
 * An entry of the directory. Parses each property on access and keeps nothing, because there may be a million entries.
 */
export class ListedEntry implements ZipEntry {
  readonly #view: DataView;
  readonly #at: number;
  readonly #shift: number;
  readonly #names: LegacyNames;
  readonly isCut = false;

  constructor({ view, shift, names }: EntryBytes, at: number) {
    this.#names = names;
    this.#view = view;
    this.#at = at;
    this.#shift = shift;
  }

  get bytes(): number {
    return this.#size(24, "bytes");
  }

  get packedBytes(): number {
    return this.#size(20, "packedBytes");
  }

  get headerAt(): number {
    return this.#size(42, "headerAt") + this.#shift;
  }

  get name(): string {
    return this.#unicodeName() ?? decodeName(this.#rawName(), this.#isUtf8(), this.#names.decode);
  }

  get method(): number {
    return this.aes?.method ?? this.#view.getUint16(this.#at + 10, true);
  }

  get aes(): AesLock | undefined {
    if (!this.isEncrypted) return undefined;
    return aesLock(this.#view.getUint16(this.#at + 10, true), () => this.#extraFields());
  }

  get crc32(): number {
    return this.#view.getUint32(this.#at + 16, true);
  }

  get isFolder(): boolean {
    const last =
      this.#nameLength() === 0 ? 0 : this.#view.getUint8(this.#at + fixedEntryBytes + this.#nameLength() - 1);
    // Some Windows programs end folder names with a backslash.
    return last === slash || (last === backslash && (this.#attributes() & dosFolder) !== 0);
  }

  get isEncrypted(): boolean {
    return (this.#flags() & isEncryptedFlag) !== 0;
  }

  get isSymbolicLink(): boolean {
    const madeBy = this.#view.getUint8(this.#at + 5);
    return madeBy === unix && ((this.#attributes() >>> 16) & typeMask) === symbolicLink;
  }

  get modified(): Date | undefined {
    return dosTime(this.#view.getUint16(this.#at + 14, true), this.#view.getUint16(this.#at + 12, true));
  }

  get comment(): string {
    const start = fixedEntryBytes + this.#nameLength() + this.#extraLength();
    return decodeName(
      this.#bytes(start, this.#view.getUint16(this.#at + 32, true)),
      this.#isUtf8(),
      this.#names.decode,
    );
  }

  #size(at: number, name: keyof Sizes): number {
    const narrow = this.#view.getUint32(this.#at + at, true);
    if (narrow !== isElsewhere) return narrow;
    const sizes = {
      bytes: this.#view.getUint32(this.#at + 24, true),
      packedBytes: this.#view.getUint32(this.#at + 20, true),
      headerAt: this.#view.getUint32(this.#at + 42, true),
    };
    return wideSizes(sizes, () => this.#extraFields())[name];
  }

  #flags(): number {
    return this.#view.getUint16(this.#at + 8, true);
  }

  #isUtf8(): boolean {
    return (this.#flags() & isUtf8Flag) !== 0;
  }

  #attributes(): number {
    return this.#view.getUint32(this.#at + 38, true);
  }

  #nameLength(): number {
    return this.#view.getUint16(this.#at + 28, true);
  }

  #extraLength(): number {
    return this.#view.getUint16(this.#at + 30, true);
  }

  #rawName(): Uint8Array {
    return this.#bytes(fixedEntryBytes, this.#nameLength());
  }

  #extraFields(): Uint8Array {
    return this.#bytes(fixedEntryBytes + this.#nameLength(), this.#extraLength());
  }

  /** The UTF-8 name in Info-ZIP's extra field. Valid if its checksum matches the other name (APPNOTE 4.6.9). */
  #unicodeName(): string | undefined {
    const field = this.#extraLength() === 0 ? undefined : extraField(this.#extraFields(), 0x7075);
    if (field === undefined || field.byteLength < 5 || field.getUint8(0) !== 1) return undefined;
    if (field.getUint32(1, true) !== crc32(this.#rawName())) return undefined;
    return decodeName(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5), true);
  }

  #bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at + start, length);
  }
}

/** Parses an MS-DOS time as if it were UTC. Returns `undefined` for the first possible day, which means no time. */
export function dosTime(date: number, time: number): Date | undefined {
  const [year, month, day] = [1980 + (date >>> 9), (date >>> 5) & 15, date & 31];
  if (month < 1 || month > 12 || day < 1 || (year === 1980 && month === 1 && day === 1)) return undefined;
  return new Date(Date.UTC(year, month - 1, day, time >>> 11, (time >>> 5) & 63, (time & 31) * 2));
}
