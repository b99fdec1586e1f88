import { type MediaType, ReadError } from "@reader/core/handler";
import { uncompress, unlz4 } from "./dictionary-coders.ts";
import { ungzip, type Unpack, unxz, unzstd } from "./library-formats.ts";
import { unbzip2 } from "./unbzip2.ts";

/** A compression format of a single file. */
export interface StreamFormat {
  /** As in `gzip-compressed file`. */
  readonly words: string;
  readonly unpack: Unpack;
}

const formats: ReadonlyMap<MediaType, StreamFormat> = new Map([
  ["application/gzip", { words: "gzip", unpack: ungzip }],
  ["application/x-bzip2", { words: "bzip2", unpack: unbzip2 }],
  ["application/x-xz", { words: "XZ", unpack: unxz }],
  ["application/zstd", { words: "Zstandard", unpack: unzstd }],
  ["application/x-compress", { words: "compress", unpack: uncompress }],
  ["application/x-lz4", { words: "LZ4", unpack: unlz4 }],
]);

/** Returns the compression format of a media type, or `undefined` for archives. */
export function streamFormatOf(mediaType: MediaType): StreamFormat | undefined {
  return formats.get(mediaType);
}

/**
 * Unpacks a file. Errors of the unpacker mean that the file is damaged; errors of the source pass through unchanged.
 */
export async function* unpacked(
  { unpack, words }: StreamFormat,
  packed: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  const faults: unknown[] = [];
  async function* noted(): AsyncGenerator<Uint8Array> {
    try {
      yield* packed;
    } catch (error) {
      faults.push(error);
      throw error;
    }
  }
  try {
    yield* unpack(noted());
  } catch (error) {
    if (faults.length > 0) throw faults[0];
    if (ReadError.is(error)) throw error;
    throw new ReadError("corrupt", `${path} is damaged or cut off: it is not a complete ${words} file.`, {
      cause: error,
    });
  }
}
