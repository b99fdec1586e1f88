import type { HandlerOrigin, Recogniser } from "@reader/core/handler";
import { checkLanguages, findLanguages, type OcrOptions } from "./engine/languages.ts";

/** How another process makes the same recogniser. */
export interface OcrOrigin extends HandlerOrigin {
  /** The folders of the languages, which that process must be allowed to read. */
  readonly reads: readonly string[];
}

/** A recogniser for `createReader`, or for `isolateRecogniser`, which runs it in a process of its own. */
export interface OcrRecogniser extends Recogniser {
  /** Throws a `ReadError` that names the package of a language that is not installed. */
  origin(): OcrOrigin;
}

/**
 * Recognises print with Tesseract, offline: nothing is downloaded, whatever is missing. The engine (3 MB of WebAssembly)
 * and the languages are loaded for the first picture. A page takes seconds in which this process does nothing else, so
 * a program that serves others isolates it. Throws a `TypeError` for names that are no languages.
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
