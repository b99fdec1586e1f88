import type { Recogniser } from "@reader/core";
import type { HandlerOrigin } from "@reader/core/handler";
import { checkLanguages, findLanguages, type OcrOptions } from "./engine/languages.ts";

export type { OcrOptions };

/** How another process creates the same recogniser. */
export interface OcrOrigin extends HandlerOrigin {
  /** The folders with language data, which that process must be allowed to read. */
  readonly reads: readonly string[];
}

/** A recogniser for `createReader`, or for `isolateRecogniser`, which runs it in a separate process. */
export interface OcrRecogniser extends Recogniser {
  /** Throws a `ReadError` that names the package of a language that is not installed. */
  origin(): OcrOrigin;
}

/**
 * Creates a recogniser of print that uses Tesseract offline; nothing is ever downloaded. The engine (3 MB of
 * WebAssembly) and the languages are loaded with the first image. A page blocks this process for seconds, so servers
 * should isolate it. Throws a `TypeError` for invalid language names.
 */
export function ocr(options: OcrOptions = {}): OcrRecogniser {
  const { languages = ["eng"] } = options;
  checkLanguages(languages);
  return {
    name: "tesseract",
    languages,
    async recognise(image, { signal }) {
      const { recogniseImage } = await import("./recognise-image.ts");
      signal.throwIfAborted();
      return recogniseImage(image, findLanguages(options));
    },
    origin() {
      const dataFolders = Object.fromEntries(findLanguages(options).map(({ name, folder }) => [name, folder]));
      return {
        module: "@reader/ocr",
        export: "ocr",
        options: { languages: [...languages], dataFolders },
        reads: Object.values(dataFolders),
      };
    },
  };
}
