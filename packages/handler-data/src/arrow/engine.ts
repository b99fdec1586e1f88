import { ReadError } from "@reader/core/handler";
import type { setCompressionCodec, Table, tableFromIPC } from "@uwdata/flechette";
import { maxBufferBytes, unpackBuffer } from "./unpack-buffer.ts";

/** The functions of flechette and its codecs that are used. */
export interface ArrowEngine {
  readonly tableFromIPC: typeof tableFromIPC;
}

export type { Table };

/** Loads flechette, and gives it codecs that respect limits. Throws `unsupported-type` if it is not installed. */
export async function loadArrow(): Promise<ArrowEngine> {
  try {
    const [engine, { compressors }] = await Promise.all([import("@uwdata/flechette"), import("hyparquet-compressors")]);
    setCodecs(engine, (input, length) => compressors.ZSTD?.(input, length) ?? new Uint8Array());
    return { tableFromIPC: engine.tableFromIPC };
  } catch (cause) {
    throw new ReadError("unsupported-type", "Arrow tables are read by packages that are not installed.", {
      hint: "Ask the user to run `npm install @uwdata/flechette hyparquet-compressors`, then read the file again.",
      details: { package: "@uwdata/flechette" },
      cause,
    });
  }
}

interface CodecRegistry {
  readonly CompressionType: { readonly LZ4_FRAME: 0; readonly ZSTD: 1 };
  readonly setCompressionCodec: typeof setCompressionCodec;
}

function setCodecs(engine: CodecRegistry, unzstd: (input: Uint8Array, length: number) => Uint8Array): void {
  const { CompressionType, setCompressionCodec } = engine;
  const encode = (): never => {
    throw new TypeError("Nothing is written.");
  };
  const decode = (codec: "lz4" | "zstd") => (input: Uint8Array) =>
    unpackBuffer(input, codec, { unzstd, maxBufferBytes });
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode, decode: decode("lz4") });
  setCompressionCodec(CompressionType.ZSTD, { encode, decode: decode("zstd") });
}
