import type * as mupdf from "mupdf";
import { holdOnce } from "./hold-once.ts";
import { importUnchecked } from "./import-unchecked.ts";
import { noteEngineWords } from "./stream-faults.ts";
import { withWasm } from "./with-wasm.ts";

/** The engine of this package, as its own declarations say. */
export type PdfEngine = typeof mupdf;

let engine: Promise<PdfEngine> | undefined;

/** Loads mupdf, once and only when a document is met; it keeps its warnings to itself. */
export function loadPdfEngine(): Promise<PdfEngine> {
  engine ??= startEngine();
  return engine;
}

async function startEngine(): Promise<PdfEngine> {
  const loaded = await importUnchecked(() => withWasm(() => import("mupdf")));
  loaded.setLog(noteEngineWords);
  guardFinalizers(loaded);
  holdOnce(loaded);
  return loaded;
}

/**
 * What was not freed is freed by the garbage collector, between two turns of the event loop, where an engine that is
 * broken would end the whole process. The registries of the engine's classes are replaced by some that let it pass.
 */
function guardFinalizers(loaded: object): void {
  for (const each of Object.values(loaded))
    if (isOwner(each)) each._finalizer = new FinalizationRegistry(guarded(each));
}

/** A class of the engine that owns memory in it; neither field is in its declarations. */
interface Owner {
  _drop(pointer: number): void;
  _finalizer?: FinalizationRegistry<number>;
}

function isOwner(value: unknown): value is Owner {
  return typeof value === "function" && Object.hasOwn(value, "_drop");
}

function guarded(owner: Owner): (pointer: number) => void {
  return (pointer) => {
    try {
      if (!isEngineWorn()) owner._drop(pointer);
    } catch (error) {
      countEngineFailure(error);
    }
  };
}

let documents = 0;

/** Notes that the engine of this thread is about to open a document. */
export function countDocument(): void {
  documents += 1;
}

/** Whether it has opened others before: what breaks it now may be what one of those did to its memory. */
export function hasEngineHistory(): boolean {
  return documents > 1;
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
 * the file. A `RangeError` that never came through WebAssembly is of our own code, which a hostile file gives too many
 * of something, and leaves the engine as it was.
 */
export function isEngineBroken(error: unknown): error is Error {
  if (error instanceof RangeError) return mayComeFromWasm(error.stack ?? "");
  return error instanceof Error && error.name === "RuntimeError";
}

/** Where stacks are not recorded, nothing can be told, so that the engine is believed no more. */
function mayComeFromWasm(stack: string): boolean {
  return stack.includes("wasm-function[") || !/^ +at /mu.test(stack);
}
