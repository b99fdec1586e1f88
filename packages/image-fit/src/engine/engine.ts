import type sharp from "sharp";

/** The engine of this package, as its own declarations say. */
export type ImageEngine = typeof sharp;

/**
 * The loaders that may run: from memory only, and only of formats that are meant to be read here. All others (files,
 * streams, the native format of libvips, gain maps) stay blocked.
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

/** More threads gain next to nothing on one picture: decoding is one thread's work. */
const threads = 2;

let engine: ImageEngine | undefined;

/** Loads sharp, once and only when a picture is met. Its settings are those of the whole process. */
export async function loadImageEngine(): Promise<ImageEngine> {
  engine ??= configured((await import("sharp")).default);
  return engine;
}

/** Starts to load sharp, so that it is there when the bytes are; what goes wrong is told to who then asks for it. */
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
