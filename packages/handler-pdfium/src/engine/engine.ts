import { ReadError } from "@reader/core/handler";
import type { init, Methods } from "@embedpdf/pdfium";

/** The functions of PDFium, and its memory. */
export type Pdfium = Methods & { readonly pdfium: EngineMemory };

/** The memory of the engine. Its declarations need types that the package does not bring. */
interface EngineMemory {
  readonly wasmExports: EngineExports;
  readonly UTF8ToString: (address: number) => string;
  /** Replaced when the memory grows, so it must not be kept. */
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
}

/** Functions that take numbers, and return a number. */
type NumberFunction = (...numbers: readonly number[]) => number;

/**
 * Functions of the engine without the package's conversion of arguments, which takes longer than they do: those that are
 * called for each character, each object or each segment of a path. What is true is 1.
 */
export type EngineExports = Readonly<Record<FrequentFunction, NumberFunction>>;

type FrequentFunction =
  | "malloc"
  | "free"
  | "FPDFText_GetUnicode"
  | "FPDFText_IsGenerated"
  | "FPDFText_HasUnicodeMapError"
  | "FPDFText_GetTextObject"
  | "FPDFText_GetLooseCharBox"
  | "FPDFText_GetCharOrigin"
  | "FPDFText_GetMatrix"
  | "FPDFText_GetFontSize"
  | "FPDFTextObj_GetFont"
  | "FPDFTextObj_GetTextRenderMode"
  | "FPDFPage_GetObject"
  | "FPDFFormObj_GetObject"
  | "FPDFPageObj_GetType"
  | "FPDFPageObj_GetBounds"
  | "FPDFPageObj_GetMatrix"
  | "FPDFPageObj_GetFillColor"
  | "FPDFPageObj_GetStrokeColor"
  | "FPDFPageObj_GetStrokeWidth"
  | "FPDFPageObj_GetMarkedContentID"
  | "FPDFPageObj_CountMarks"
  | "FPDFPageObj_GetMark"
  | "FPDFPath_GetDrawMode"
  | "FPDFPath_CountSegments"
  | "FPDFPath_GetPathSegment"
  | "FPDFPathSegment_GetType"
  | "FPDFPathSegment_GetPoint";

let engine: Promise<Pdfium> | undefined;

/** Loads PDFium once, when the first document is opened, and again after it broke. */
export function loadPdfium(): Promise<Pdfium> {
  engine ??= startPdfium();
  return engine;
}

async function startPdfium(): Promise<Pdfium> {
  const [{ init: start }, { compilePackagedWasm }] = await Promise.all([
    import("@embedpdf/pdfium"),
    import("@reader/image-fit/compile-wasm"),
  ]);
  const module = await compilePackagedWasm(new URL(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  const loaded = (await start(overridesFor(module))) as unknown as Pdfium;
  loaded.PDFiumExt_Init();
  return loaded;
}

type Overrides = Parameters<typeof init>[0];
type Receive = (instance: object) => void;

/** Emscripten's hook for WebAssembly that is compiled already. Messages of the engine are not printed. */
function overridesFor(module: object): Overrides {
  return {
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports: object, receive: Receive) {
      void WebAssembly.instantiate(module, imports).then(receive);
      return {};
    },
  } as Overrides;
}

/**
 * True if the engine's own code failed, not the file: WebAssembly throws a `RuntimeError`, a stack overflow a
 * `RangeError`. Its memory is unreliable from then on.
 */
export function isEngineBroken(error: unknown): error is Error {
  if (error instanceof RangeError) return (error.stack ?? "wasm-function[").includes("wasm-function[");
  return error instanceof Error && error.name === "RuntimeError";
}

/** Gives up a broken engine: the next document gets a new one. Does nothing for other errors. */
export function dropBrokenEngine(error: unknown): void {
  if (isEngineBroken(error)) engine = undefined;
}

/** Rethrows the error of a page if the page is not at fault: the engine broke, or a package is not installed. */
export function notePageFault(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") throw error;
  if (isEngineBroken(error)) throw error;
}

/** Creates the error of a document on which the engine failed. */
export function engineFault(path: string, cause: unknown): ReadError {
  return new ReadError("corrupt", `${path} has content that the PDF engine cannot process.`, {
    hint: "Read other pages of it with `pages`, or ask the user for another copy of the file.",
    cause,
  });
}
