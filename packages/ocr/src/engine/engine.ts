import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { ReadError } from "@reader/core/handler";
import type { RecognisableImage } from "@reader/core/internal";
import { dataFileOf, type Language, notInstalled } from "./languages.ts";

/** The functions of Tesseract that are used here, as its WebAssembly build has them. */
export interface TesseractApi {
  /** Returns -1 if the data is invalid. */
  Init(dataPath: null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Loads `/input`, rotated by an EXIF orientation and then by radians. Returns 1 if it is not an image. */
  SetImageFile(orientation: number, radians: number): number;
  /** Restricts recognition to a part of the image. Boxes remain relative to the whole. */
  SetRectangle(left: number, top: number, width: number, height: number): void;
  FindLines(): number;
  /** Returns the angle of the lines found, in radians. */
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
}

/** Tesseract, ready to recognise images. */
export interface Engine {
  readonly api: TesseractApi;
  /** Writes the bytes of an image to `/input`. */
  writeInput(bytes: Uint8Array): void;
}

interface TesseractModule {
  readonly TessBaseAPI: new () => TesseractApi;
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
}

type MakeModule = (settings: Readonly<Record<string, () => void>>) => Promise<TesseractModule>;

/** LSTM engine only: the small models lack the data of the legacy engine. */
const lstmOnly = 1;

/** Page segmentation modes: automatic, which detects columns and vertical text, or one block. */
export const layouts = { automatic: "3", oneBlock: "6" } as const;

/** All supported versions of Node.js have the instructions of this build. */
const coreFile = "tesseract.js-core/tesseract-core-relaxedsimd-lstm.js";

let engine: { readonly key: string; readonly loading: Promise<Engine> } | undefined;

/** Loads the engine with languages and keeps it until they change. Throws a `ReadError` if data is missing. */
export async function loadEngine(languages: readonly Language[]): Promise<Engine> {
  const key = JSON.stringify(languages);
  if (engine?.key !== key) engine = { key, loading: load(languages) };
  try {
    return await engine.loading;
  } catch (error) {
    engine = undefined;
    throw error;
  }
}

/** Discards an engine that failed, because its memory may be corrupt. */
export function dropEngine(): void {
  engine = undefined;
}

/**
 * Loads only the core of tesseract.js. Its worker would start a thread, which a sandboxed process may not do, and would
 * download missing data.
 */
async function load(languages: readonly Language[]): Promise<Engine> {
  const { FS, TessBaseAPI } = await makeModule()({
    // Suppresses messages: standard output is used otherwise.
    print: () => undefined,
    printErr: () => undefined,
    TesseractProgress: () => undefined,
  });
  for (const language of languages) FS.writeFile(`${language.name}.traineddata`, readData(language));
  const api = new TessBaseAPI();
  const names = languages.map(({ name }) => name).join("+");
  if (api.Init(null, names, lstmOnly) === -1) throw brokenData(names);
  setLayout(api, layouts.automatic);
  return { api, writeInput: (bytes) => FS.writeFile("/input", bytes) };
}

/** Sets the page segmentation mode of the next image. */
export function setLayout(api: TesseractApi, layout: (typeof layouts)[keyof typeof layouts]): void {
  api.SetVariable("tessedit_pageseg_mode", layout);
}

function makeModule(): MakeModule {
  const requireHere = createRequire(import.meta.url);
  const requireInside = createRequire(requireHere.resolve("tesseract.js/package.json"));
  return requireInside(coreFile) as MakeModule;
}

function readData(language: Language): Uint8Array {
  const file = dataFileOf(language);
  if (file === undefined) throw notInstalled(language.name);
  const bytes = readFileSync(file);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function brokenData(names: string): ReadError {
  return new ReadError("handler-failed", `The data of the languages ${names} cannot be loaded.`, {
    hint: "Tell the user to reinstall the packages of these languages.",
  });
}

/** Encodes an image as a portable grey map, which needs no decompression. */
export function greyMap({ data, widthPx, heightPx }: RecognisableImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${widthPx} ${heightPx}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
