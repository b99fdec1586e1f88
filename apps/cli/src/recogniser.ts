import type { Recogniser } from "@reader/core";
import { optionalRecogniser, scanRecogniser } from "@reader/isolate";
import type { GivenOptions } from "./arguments/parse-arguments.ts";
import { UsageError } from "./arguments/usage-error.ts";

/**
 * What recognises the text of scans, where its package is installed, which is optional; it is looked for when the first
 * document is met. Throws a `UsageError` for a language that can be none.
 */
export function recogniserFor(options: GivenOptions): () => Recogniser | undefined {
  const languages = languagesOf(options);
  let found: { readonly recogniser: Recogniser | undefined } | undefined;
  return () => (found ??= { recogniser: findRecogniser(languages, options.has("no-isolate")) }).recogniser;
}

function findRecogniser(languages: readonly string[], isOwn: boolean): Recogniser | undefined {
  if (!isOwn) return scanRecogniser(languages, import.meta.url);
  const origin = { module: "@reader/ocr", export: "ocr", options: { languages, resolveFrom: import.meta.url } };
  return optionalRecogniser({ name: "tesseract", languages, origin }, import.meta.url);
}

function languagesOf(options: GivenOptions): readonly string[] {
  const languages = options.list("ocr-language").flatMap((each) => each.split(/[,+]/));
  const wrong = languages.find((name) => !/^[A-Za-z]\w{1,30}$/.test(name));
  if (wrong === undefined) return languages.length === 0 ? ["eng"] : languages;
  throw new UsageError(`${JSON.stringify(wrong)} is no language of a scan.`, "Give names such as eng, deu or chi_sim.");
}
