import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { ReadError, type RecognisableImage } from "@reader/core/handler";
import { dataFileOf, type Language, notInstalled } from "./languages.ts";

/** The functions of Tesseract that are used here, as its WebAssembly build has them. */
export interface TesseractApi {
  /** Gives -1 where the data is none. */
  Init(dataPath: null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Loads `/input`, turned as an EXIF orientation says and then by radians; gives 1 where it is no picture. */
  SetImageFile(orientation: number, radians: number): number;
  /** Leaves only a part of the picture to be looked at; boxes stay those of the whole. */
  SetRectangle(left: number, top: number, width: number, height: number): void;
  FindLines(): number;
  /** The angle of the lines that were found, in radians. */
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
}

/** Tesseract, ready for pictures. */
export interface Engine {
  readonly api: TesseractApi;
  /** Puts the bytes of a picture where `SetImageFile` finds them. */
  writeInput(bytes: Uint8Array): void;
}

interface TesseractModule {
  readonly TessBaseAPI: new () => TesseractApi;
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
}

type MakeModule = (settings: Readonly<Record<string, () => void>>) => Promise<TesseractModule>;

/** The LSTM engine alone: the data of the old one is not in the packages' small models. */
const lstmOnly = 1;

/** How the engine divides a page: by itself, which finds columns and print that runs downwards, or not at all. */
export const layouts = { automatic: "3", oneBlock: "6" } as const;

/** Every Node that this package supports has the instructions of this build. */
const coreFile = "tesseract.js-core/tesseract-core-relaxedsimd-lstm.js";

let engine: { readonly key: string; readonly loading: Promise<Engine> } | undefined;

/** Loads the engine with languages, once as long as they stay the same. Throws a `ReadError` for data that is missing. */
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

/** Lets go of an engine that failed: its memory cannot be believed any more. */
export function dropEngine(): void {
  engine = undefined;
}

/**
 * Without tesseract.js itself, of whose code only the core is used: its worker is a thread, which a locked process may
 * not start, and fetches data that it does not find.
 */
async function load(languages: readonly Language[]): Promise<Engine> {
  const { FS, TessBaseAPI } = await makeModule()({
    // Remarks on pictures; standard output belongs to others.
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

/** How the next picture is divided. */
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
    hint: "Tell the user to install the packages of these languages anew.",
  });
}

/** A picture as a portable grey map: a few words before the pixels as they are, which Tesseract reads at once. */
export function greyMap({ data, widthPx, heightPx }: RecognisableImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${widthPx} ${heightPx}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
