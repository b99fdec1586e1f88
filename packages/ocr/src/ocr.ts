import type { HandlerOrigin, Recogniser } from "@reader/core/handler";
import { checkLanguages, findLanguages } from "./languages.ts";

/** How text is recognised. Everything has a default. */
export interface OcrOptions {
  /**
   * The languages of the pictures, the most likely one first, by the names of their data: `eng`, `deu`, `chi_sim`. The
   * data of each is the npm package `@tesseract.js-data/NAME`; that of `eng`, the default, comes with this package.
   */
  readonly languages?: readonly string[];
  /** The file URL from which packages of languages are resolved besides this package's own place: your program's. */
  readonly resolveFrom?: string;
  /** Folders with `NAME.traineddata` or `NAME.traineddata.gz`, by language, for data that is no npm package. */
  readonly dataFolders?: Readonly<Record<string, string>>;
}

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
