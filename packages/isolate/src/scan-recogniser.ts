import { isolateRecogniser, type IsolatedRecogniser } from "./isolate-recogniser.ts";
import { optionalRecogniser } from "./optional-recogniser.ts";

/**
 * The recogniser of this project, `@reader/ocr`, in processes of its own, for the text of scans in `languages` (names of
 * Tesseract, such as `eng`). `undefined` where that package, which is optional, is not installed as seen from
 * `resolveFrom`, a file URL. Nothing is started or loaded before the first scan.
 */
export function scanRecogniser(languages: readonly string[], resolveFrom: string): IsolatedRecogniser | undefined {
  const origin = { module: "@reader/ocr", export: "ocr", options: { languages, resolveFrom } };
  const found = optionalRecogniser({ name: "tesseract", languages, origin }, resolveFrom);
  return found === undefined ? undefined : isolateRecogniser(found, { resolveFrom });
}
