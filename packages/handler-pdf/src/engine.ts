import type * as mupdf from "mupdf";

/** The engine of this package, as its own declarations say. */
export type PdfEngine = typeof mupdf;

let engine: PdfEngine | undefined;

/** Loads mupdf, once and only when a document is met; it keeps its warnings to itself. */
export async function loadPdfEngine(): Promise<PdfEngine> {
  if (engine === undefined) {
    engine = await import("mupdf");
    engine.setLog(null);
  }
  return engine;
}

/**
 * What throws out of the engine leaves its frames on the engine's stack for ever, and after 700 times or so it breaks
 * for sound documents too. From here on it is not used for another one.
 */
const maxFailures = 300;

let failures = 0;

/** Counts a call into the engine that threw; where its own code failed, the engine is done with at once. */
export function countEngineFailure(error: unknown): void {
  failures += isEngineBroken(error) ? maxFailures : 1;
}

/** Whether the engine of this thread has failed too often to be believed. */
export function isEngineWorn(): boolean {
  return failures >= maxFailures;
}

/**
 * Whether the engine's own code failed (WebAssembly ends with a `RuntimeError`, a stack with a `RangeError`), and not
 * the file.
 */
export function isEngineBroken(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}
