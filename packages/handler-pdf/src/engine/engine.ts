import type * as mupdf from "mupdf";
import { setFlagsFromString } from "node:v8";
import { ReadError } from "@reader/core/handler";
import { compilePackagedWasm } from "@reader/image-fit/compile-wasm";
import type { PDFObject } from "mupdf";

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

/**
 * Imports a module of 10 MB of WebAssembly without checking each of its ten thousand functions beforehand, of which a
 * read calls a few hundred: they are checked when they are first called. That saves 25 of the 70 ms that it takes to
 * load. The flag holds for all of the process, and so no longer than the import.
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
    // Only V8 has the flag; other engines load the module as they do.
  }
}

/** How the engine takes its WebAssembly from outside: the hook of its compiler, Emscripten, under a name of its own. */
interface WasmHook {
  $libmupdf_wasm_Module?: { instantiateWasm(imports: object, receive: (instance: object) => void): object };
}

/**
 * Loads the engine while its 10 MB of WebAssembly are read and compiled beside this thread. The engine would do that
 * itself, in this thread and after all else: 15 ms of a start. Where the file does not lie beside the engine's code, as
 * in somebody's bundle, it still does.
 */
export async function withWasm<Module>(
  load: () => Promise<Module>,
  file: URL | undefined = wasmFile(),
): Promise<Module> {
  if (file === undefined) return load();
  const hook: WasmHook = globalThis;
  try {
    return await new Promise<Module>((resolve, reject) => {
      const compiled = compilePackagedWasm(file);
      // The engine would wait for ever for what cannot be compiled.
      compiled.catch(reject);
      hook.$libmupdf_wasm_Module = {
        instantiateWasm(imports, receive) {
          compiled.then((module) => WebAssembly.instantiate(module, imports).then(receive)).catch(reject);
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

/** What the engine's code makes of an object's address; neither method is in its declarations. */
interface ObjectMaker {
  _fromPDFObjectNew(pointer: number): PDFObject;
  _fromPDFObjectKeep(pointer: number): PDFObject;
}

interface Engine {
  readonly PDFDocument: { readonly prototype: object };
  readonly PDFObject: object;
}

/**
 * The class of objects of mupdf 1.28.1 holds what it is given, which who made it has held already: `destroy` lets go of it
 * once, so that it stays in memory for ever with all that is in it: 50 KB for each page with tags. One of the two is let go
 * of at once. A version that holds objects once is left as it is.
 */
export function holdOnce({ PDFDocument, PDFObject }: Engine): void {
  const maker = PDFDocument.prototype;
  if (!isMaker(maker) || !canDrop(PDFObject) || !holdsAgain(PDFObject)) return;
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

function holdsAgain(constructor: object): boolean {
  return /super\(libmupdf\._wasm_pdf_keep_obj\(/u.test(Function.prototype.toString.call(constructor));
}

/**
 * What the engine says where a stream ends in damage; it goes on with what came before. A wrong sum behind whole data,
 * which many programs write, is none.
 */
const faultWords = /zlib error: (?!incorrect data check)|premature end of data|treating as end of file/u;

let faults = 0;

/** Takes what the engine says while it works, which nobody else is told. */
export function noteEngineWords(words: string): void {
  if (faultWords.test(words)) faults += 1;
}

/** How many damaged streams the engine of this thread has come to. */
export function streamFaults(): number {
  return faults;
}

/**
 * Takes note of an error of one page; throws it again where it is none of the page's: the engine itself broke, or a
 * package that draws is not installed.
 */
export function notePageFault(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") throw error;
  countEngineFailure(error);
  if (isEngineBroken(error)) throw error;
}

/** The error of a document on which the engine itself failed. */
export function engineFault(path: string, cause: unknown): ReadError {
  return new ReadError("corrupt", `${path} has something that the PDF engine cannot work through.`, {
    hint: "Read other pages of it with `pages`, or ask the user for another copy of the file.",
    cause,
  });
}

/**
 * What to throw where the engine itself broke; undefined for every other error. A document that is the engine's first
 * is at fault. Of a later one that is not known, and the engine's own error says so.
 */
export function breakage(path: string, error: unknown): Error | undefined {
  if (!isEngineBroken(error)) return undefined;
  countEngineFailure(error);
  return hasEngineHistory() ? error : engineFault(path, error);
}
