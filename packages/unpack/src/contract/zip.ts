import type { Source } from "@reader/core/handler";
import type { AesLock } from "./extra-fields.ts";
import type { InflationMeter } from "./inflation-meter.ts";

/** A member of a ZIP file, as listed in its directory. */
export interface ZipEntry {
  /** The name as stored, with `/` between folders. Untrusted: show it only escaped. */
  readonly name: string;
  readonly packedBytes: number;
  /** The unpacked size that the archive claims. */
  readonly bytes: number;
  /** The compression method: 0 stored, 8 deflated. For AES-encrypted members, the inner method. */
  readonly method: number;
  /** The checksum. Absent if the member was found without a directory and has none. */
  readonly crc32: number | undefined;
  readonly isFolder: boolean;
  readonly isEncrypted: boolean;
  /** The AES parameters, if it is encrypted with AES. Other encryption is not supported. */
  readonly aes: AesLock | undefined;
  readonly isSymbolicLink: boolean;
  /** True if its end is missing. The rest is read. */
  readonly isCut: boolean;
  /** In the time zone of the packing machine, as if it were UTC. Absent if not stored. */
  readonly modified: Date | undefined;
  readonly comment: string;
  /** Offset of its local header. */
  readonly headerAt: number;
}

/** Totals as claimed by the members: the number of folders and encrypted members, and the unpacked bytes. */
export interface EntrySums {
  readonly folders: number;
  readonly encrypted: number;
  readonly bytes: number;
}

/** An opened ZIP file. */
export interface Zip {
  /** In directory order. Created on first use. */
  readonly entries: readonly ZipEntry[];
  readonly entryCount: number;
  /** Returns an entry by index from 0. Cheaper than `entries` if few of many are needed. */
  entryAt(index: number): ZipEntry | undefined;
  sums(): EntrySums;
  readonly comment: string;
  /** A sentence about damage to the file as a whole, for a notice. Absent if it is intact. */
  readonly damage: string | undefined;
  /**
   * Finds an entry by name as Office programs do: ignores case, backslashes and a leading slash. Returns the first of
   * several.
   */
  find(name: string): ZipEntry | undefined;
  /** Reads a whole member and verifies its checksum. Bytes are counted by `meter`, by default that of the file. */
  read(entry: ZipEntry, meter?: InflationMeter): Promise<Uint8Array>;
  /** Streams a member, counts its bytes, and verifies the checksum at the end. */
  stream(entry: ZipEntry): AsyncIterable<Uint8Array>;
  /**
   * Returns a ZIP file with only this member, still compressed, for a program that supports more methods. AES
   * encryption is removed; other encryption stays.
   */
  alone(entry: ZipEntry): Promise<Uint8Array>;
}

/** The source of a ZIP file and its limits. */
export interface OpenZipOptions {
  readonly source: Pick<Source, "path" | "size" | "slice" | "stream">;
  readonly meter: InflationMeter;
  /** The password for encrypted members. */
  readonly password?: string | undefined;
  /** Maximum number of entries. Default: unlimited. */
  readonly maxEntries?: number;
}
