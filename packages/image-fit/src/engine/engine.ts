import type sharp from "sharp";

/** The type of the image engine. */
export type ImageEngine = typeof sharp;

/**
 * The allowed loaders: from memory, and only of supported formats. All others (files, streams, the native format of
 * libvips, gain maps) stay blocked.
 */
const allowedLoaders: readonly string[] = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadNsgifBuffer",
  "VipsForeignLoadTiffBuffer",
  "VipsForeignLoadHeifBuffer",
  "VipsForeignLoadSvgBuffer",
];

/** Number of engine threads. More gain nothing, since decoding uses one thread. */
const threads = 2;

let engine: ImageEngine | undefined;

/** Loads sharp once, with the first image. Its settings apply to the whole process. */
export async function loadImageEngine(): Promise<ImageEngine> {
  engine ??= configured((await import("sharp")).default);
  return engine;
}

/** Starts to load sharp early. A failure is reported by the next `loadImageEngine`. */
export function prepareImageEngine(): void {
  loadImageEngine().catch(() => undefined);
}

function configured(loaded: ImageEngine): ImageEngine {
  loaded.block({ operation: ["VipsForeignLoad"] });
  loaded.unblock({ operation: [...allowedLoaders] });
  loaded.cache(false);
  loaded.concurrency(threads);
  return loaded;
}
