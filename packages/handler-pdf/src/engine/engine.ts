import type * as mupdf from "mupdf";
import { setFlagsFromString } from "node:v8";
import { ReadError } from "@reader/core/handler";
import { compilePackagedWasm } from "@reader/image-fit/compile-wasm";
import { createEngineGlobals, type EngineGlobals } from "./engine-globals.ts";
import { type EngineStack, moveStack, stackExport } from "./engine-stack.ts";
import type { PDFObject } from "mupdf";

/** The engine, as declared by mupdf. */
export type PdfEngine = typeof mupdf;

let engine: Promise<PdfEngine> | undefined;

/** Loads mupdf once, when the first document is opened. Its warnings are not printed. */
export function loadPdfEngine(): Promise<PdfEngine> {
  engine ??= startEngine();
  return engine;
}

async function startEngine(): Promise<PdfEngine> {
  const file = wasmFile();
  let { loaded, instance } = await importEngine(() => import("mupdf"), file);
  // Other code of the process has loaded mupdf before, and its stack cannot be replaced any more.
  for (let copy = 1; instance === undefined && file !== undefined && copy <= maxCopies; copy++) {
    const address = `${import.meta.resolve("mupdf")}?engine=${copy}`;
    ({ loaded, instance } = await importEngine(() => import(/* @vite-ignore */ address) as Promise<PdfEngine>, file));
  }
  stack = moveStack(loaded, instance);
  return loaded;
}

/** Maximum number of copies of mupdf that are tried for one that nothing else in the process uses. */
const maxCopies = 8;

/** An engine, and its instance if it was compiled here. */
interface StartedEngine {
  readonly loaded: PdfEngine;
  readonly instance: object | undefined;
}

async function importEngine(load: () => Promise<PdfEngine>, file: URL | undefined): Promise<StartedEngine> {
  let instance: object | undefined;
  const globals = createEngineGlobals();
  const loaded = await importUnchecked(() => withWasm(load, { file, globals, keep: (one) => void (instance = one) }));
  // An engine of other code is left as it is.
  if (instance === undefined && file !== undefined) return { loaded, instance };
  loaded.setLog(noteEngineMessage);
  guardFinalizers(loaded);
  retainOnce(loaded);
  neverFree(loaded.Shade);
  if (instance !== undefined) globals.settle();
  return { loaded, instance };
}

/** The stack of the engine of this thread, if it could be replaced. */
let stack: EngineStack | undefined;

/**
 * Objects that were not freed are freed by the garbage collector between two turns of the event loop, where an error of
 * a broken engine would end the process. This replaces the registries of the engine's classes by ones that catch such
 * errors.
 */
export function guardFinalizers(loaded: object): void {
  for (const each of Object.values(loaded)) if (isOwner(each)) each._finalizer = guardedRegistry(each);
}

/** An object that was registered before must be forgotten there when it is freed, or it would be freed twice. */
function guardedRegistry(owner: Owner): Registry {
  const former = owner._finalizer;
  const registry = new FinalizationRegistry(guarded(owner));
  return {
    register: (object, pointer, token) => registry.register(object, pointer, token),
    unregister(token) {
      former?.unregister(token);
      return registry.unregister(token);
    },
  };
}

type Registry = Pick<FinalizationRegistry<number>, "register" | "unregister">;

/** A class of the engine that owns memory. Neither field is declared by mupdf. */
interface Owner {
  _drop(pointer: number): void;
  _finalizer?: Registry;
}

function isOwner(value: unknown): value is Owner {
  return typeof value === "function" && Object.hasOwn(value, "_drop");
}

function guarded(owner: Owner): (pointer: number) => void {
  return (pointer) => {
    try {
      if (!isEngineExhausted()) owner._drop(pointer);
    } catch (error) {
      countEngineFailure(error);
    }
  };
}

/**
 * A callback gets shadings of mupdf 1.28.1 without a reference of their own. Freeing one, or leaving it to the garbage
 * collector, would free the shading of the document.
 */
function neverFree(shade: unknown): void {
  const hook: ShadeHook = globalThis;
  const isRetained = String(hook.$libmupdf_device?.fill_shade).includes("_keep_shade");
  if (isOwner(shade) && !isRetained) shade._drop = () => undefined;
}

/** The engine's functions for what a device paints. */
interface ShadeHook {
  readonly $libmupdf_device?: { readonly fill_shade?: unknown };
}

let documents = 0;

/** Counts a document that the engine of this thread is about to open. Must not be called while the engine runs. */
export function countDocument(): void {
  documents += 1;
  stack?.reset();
}

/** True if the engine has opened other documents before. One of those may have damaged its memory. */
export function hasEngineHistory(): boolean {
  return documents > 1;
}

/**
 * Number of errors after which an engine is not used for new documents. Only for an engine whose stack could not be
 * replaced: each error leaves 64 bytes on it, and ordinary documents need half of its 64 KB.
 */
const maxFailures = 100;

let failures = 0;

/** The first error that shows that the engine's memory is unreliable. */
let breakingError: Error | undefined;

/** Counts a call into the engine that threw. The engine is given up at once if its own code failed. */
export function countEngineFailure(error: unknown): void {
  if (isEngineBroken(error)) breakingError ??= error;
  else if (stack === undefined) failures += 1;
}

/** True if the engine of this thread is broken or has failed too often to be used for another document. */
export function isEngineExhausted(): boolean {
  return breakingError !== undefined || failures >= maxFailures;
}

/** Throws the error that broke the engine of this thread. Does nothing if it works. */
export function checkEngine(): void {
  if (breakingError !== undefined) throw breakingError;
}

/**
 * True if the engine's own code failed, not the file: WebAssembly throws a `RuntimeError`, a stack overflow a
 * `RangeError`. A `RangeError` without WebAssembly frames comes from our own code and does not affect the engine.
 */
export function isEngineBroken(error: unknown): error is Error {
  if (error instanceof RangeError) return mayComeFromWasm(error.stack ?? "");
  return error instanceof Error && error.name === "RuntimeError";
}

/** Without a recorded stack, assumes that the error came from the engine. */
function mayComeFromWasm(stack: string): boolean {
  return stack.includes("wasm-function[") || !/^ +at /mu.test(stack);
}

/**
 * Imports a module of 10 MB of WebAssembly without validating its ten thousand functions in advance. A read calls a few
 * hundred, which are validated on their first call. Saves 25 of 70 ms. The V8 flag applies to the whole process, so it
 * is reset right after the import.
 */
export async function importUnchecked<Module>(load: () => Promise<Module>): Promise<Module> {
  setFlag("--wasm-lazy-validation");
  try {
    return await load();
  } finally {
    setFlag("--no-wasm-lazy-validation");
  }
}

function setFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has the flag. Other engines load the module as usual.
  }
}

/** The hook through which the engine accepts compiled WebAssembly: Emscripten's, under the engine's own name. */
interface WasmHook {
  $libmupdf_wasm_Module?: { instantiateWasm(imports: object, receive: Receive): object };
}

type Receive = (instance: object) => void;

/** How the WebAssembly of an engine is loaded. */
interface WasmLoading {
  /** Absent in a bundle. */
  readonly file: URL | undefined;
  readonly globals: Pick<EngineGlobals, "bind">;
  /** Receives the instance. */
  readonly keep: Receive;
}

/**
 * Loads the engine while its 10 MB of WebAssembly are read and compiled on another thread. The engine would compile it
 * on this thread, which adds 15 ms to the start. It still does if the file is not beside the engine's code, for example
 * in a bundle; then `keep` does not receive the instance. Neither does it if the engine was loaded before.
 */
export async function withWasm<Module>(
  load: () => Promise<Module>,
  { file, globals, keep }: WasmLoading,
): Promise<Module> {
  if (file === undefined) return load();
  const hook: WasmHook = globalThis;
  try {
    return await new Promise<Module>((resolve, reject) => {
      const compiled = compilePackagedWasm(file, stackExport);
      // Without this, the engine would wait forever for a failed compilation.
      compiled.catch(reject);
      hook.$libmupdf_wasm_Module = {
        instantiateWasm(imports, receive) {
          const give: Receive = (instance) => {
            keep(instance);
            receive(instance);
          };
          compiled.then((module) => WebAssembly.instantiate(module, globals.bind(imports)).then(give)).catch(reject);
          return {};
        },
      };
      load().then(resolve, reject);
    });
  } finally {
    delete hook.$libmupdf_wasm_Module;
  }
}

function wasmFile(): URL | undefined {
  try {
    const file = new URL("mupdf-wasm.wasm", import.meta.resolve("mupdf"));
    return file.pathname.includes("/node_modules/") ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Functions of the engine that turn an address into an object. Neither is declared by mupdf. */
interface ObjectMaker {
  _fromPDFObjectNew(pointer: number): PDFObject;
  _fromPDFObjectKeep(pointer: number): PDFObject;
}

interface Engine {
  readonly PDFDocument: { readonly prototype: object };
  readonly PDFObject: object;
}

/**
 * The `PDFObject` constructor of mupdf 1.28.1 retains a pointer that the caller already retained, so each object leaks:
 * 50 KB for each page with tags. This drops one of the two references. A version that retains once is left alone.
 */
export function retainOnce({ PDFDocument, PDFObject }: Engine): void {
  const maker = PDFDocument.prototype;
  if (!isMaker(maker) || !canDrop(PDFObject) || !retainsAgain(PDFObject)) return;
  for (const name of ["_fromPDFObjectNew", "_fromPDFObjectKeep"] as const) {
    const make = maker[name];
    maker[name] = function (this: ObjectMaker, pointer: number): PDFObject {
      const object = make.call(this, pointer);
      if (pointer !== 0) PDFObject._drop(pointer);
      return object;
    };
  }
}

function isMaker(value: object): value is ObjectMaker {
  return "_fromPDFObjectNew" in value && "_fromPDFObjectKeep" in value;
}

function canDrop(value: object): value is { _drop(pointer: number): void } {
  return "_drop" in value;
}

function retainsAgain(constructor: object): boolean {
  return /super\(libmupdf\._wasm_pdf_keep_obj\(/u.test(Function.prototype.toString.call(constructor));
}

/**
 * Messages of the engine for a stream that ends in damage, after which it continues with what it decoded. A wrong
 * checksum after complete data, which many programs write, does not count.
 */
const faultMessages = /zlib error: (?!incorrect data check)|premature end of data|treating as end of file/u;

let faults = 0;
let isLastMessageFault = false;

/** Receives the engine's log messages, which are not printed. */
export function noteEngineMessage(words: string): void {
  isLastMessageFault = faultMessages.test(words);
  if (isLastMessageFault) faults += 1;
}

/**
 * Returns a mark for `mayHaveMetFault`. The engine leaves out a message that is the same as its last one, even if that
 * was about another document: after the message of a damaged stream, any stream may be damaged in silence.
 */
export function markFaults(): number {
  return isLastMessageFault ? -1 : faults;
}

/** True if the engine of this thread may have met a damaged stream since a mark. */
export function mayHaveMetFault(mark: number): boolean {
  return faults > mark;
}

/**
 * Counts the error of one page. Rethrows it if the page is not at fault: the engine broke, or a package needed for
 * drawing is not installed.
 */
export function notePageFault(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") throw error;
  countEngineFailure(error);
  if (isEngineBroken(error)) throw error;
}

/** Creates the error of a document on which the engine failed. */
export function engineFault(path: string, cause: unknown): ReadError {
  return new ReadError("corrupt", `${path} has content that the PDF engine cannot process.`, {
    hint: "Read other pages of it with `pages`, or ask the user for another copy of the file.",
    cause,
  });
}

/**
 * Returns the error to throw if the engine broke, and `undefined` for every other error. The document is at fault if it
 * is the first one that this engine opened. Otherwise the fault is unclear, and the engine's own error is returned.
 */
export function breakage(path: string, error: unknown): Error | undefined {
  if (!isEngineBroken(error)) return undefined;
  countEngineFailure(error);
  return hasEngineHistory() ? error : engineFault(path, error);
}
