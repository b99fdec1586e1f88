import { ReadError } from "@reader/core/handler";
import type { Compressors, parquetMetadataAsync, parquetRead, parquetSchema } from "hyparquet";

/** The functions of hyparquet that are used. */
export interface ParquetEngine {
  readonly parquetMetadataAsync: typeof parquetMetadataAsync;
  readonly parquetRead: typeof parquetRead;
  readonly parquetSchema: typeof parquetSchema;
  readonly compressors: Compressors;
}

/** Loads hyparquet and its decompressors. Throws `unsupported-type` if they are not installed. */
export async function loadParquet(): Promise<ParquetEngine> {
  try {
    const [engine, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
    return {
      parquetMetadataAsync: engine.parquetMetadataAsync,
      parquetRead: engine.parquetRead,
      parquetSchema: engine.parquetSchema,
      compressors,
    };
  } catch (cause) {
    throw new ReadError("unsupported-type", "Parquet tables are read by packages that are not installed.", {
      hint: "Ask the user to run `npm install hyparquet hyparquet-compressors`, then read the file again.",
      details: { package: "hyparquet" },
      cause,
    });
  }
}
