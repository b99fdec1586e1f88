import type { Source } from "@reader/core/handler";
import type { AesLock } from "./extra-fields.ts";
import type { InflationMeter } from "./inflation-meter.ts";

/** A member of a ZIP file, as listed in its directory. */
export interface ZipEntry {
  /** As it is written, with `/` between folders; hostile: show it only escaped. */
  readonly name: string;
  readonly packedBytes: number;
  /** The unpacked size that the archive claims. */
  readonly bytes: number;
  /** How it is packed: 0 stored, 8 deflated; of one that AES encrypts, how it is packed inside. */
  readonly method: number;
  /** The sum of its bytes; absent where it had to be found without a directory and nothing tells its sum. */
  readonly crc32: number | undefined;
  readonly isFolder: boolean;
  readonly isEncrypted: boolean;
  /** How AES encrypts it; absent where it does not. Any other way of encryption is not read here. */
  readonly aes: AesLock | undefined;
  readonly isSymbolicLink: boolean;
  /** Whether its end is missing; what is there of it is read. */
  readonly isCut: boolean;
  /** In the time zone of the packing machine, as if it were UTC. Absent if not stored. */
  readonly modified: Date | undefined;
  readonly comment: string;
  /** Where its local header starts. */
  readonly headerAt: number;
}

/** What all members come to, by their own word: how many are folders, how many encrypted, and the bytes of all unpacked. */
export interface EntrySums {
  readonly folders: number;
  readonly encrypted: number;
  readonly bytes: number;
}

/** An opened ZIP file. */
export interface Zip {
  /** In the order of the directory; made when they are first asked for. */
  readonly entries: readonly ZipEntry[];
  readonly entryCount: number;
  /** One of the entries, from 0; cheap where not all of many are wanted. */
  entryAt(index: number): ZipEntry | undefined;
  sums(): EntrySums;
  readonly comment: string;
  /** What is wrong with the file as a whole, though it is read: a sentence for a notice; absent where nothing is. */
  readonly damage: string | undefined;
  /**
   * By its name as Office programs compare them: capitals, backslashes and a leading slash make no difference. The
   * first where several have it.
   */
  find(name: string): ZipEntry | undefined;
  /** All bytes of a member, counted, by `meter` where another one than that of the file should, and checked against its sum. */
  read(entry: ZipEntry, meter?: InflationMeter): Promise<Uint8Array>;
  /** The bytes of a member in pieces, counted while they come; its sum is checked behind the last. */
  stream(entry: ZipEntry): AsyncIterable<Uint8Array>;
  /**
   * A whole ZIP file of this member alone, packed as it is, for a program that knows more methods than there are here.
   * What AES encrypts is deciphered; anything else stays encrypted.
   */
  alone(entry: ZipEntry): Promise<Uint8Array>;
}

/** What a ZIP file is read from, and the limits in which that happens. */
export interface OpenZipOptions {
  readonly source: Pick<Source, "path" | "size" | "slice" | "stream">;
  readonly meter: InflationMeter;
  /** The password for encrypted members. */
  readonly password?: string | undefined;
  /** The most entries that it may have; as many as it says where there is no such limit. */
  readonly maxEntries?: number;
}
