import type { HandlerOrigin, Recogniser } from "@reader/core/handler";
import { type IsolatedRecogniser, isolateRecogniser } from "./isolate-recogniser.ts";
import type { IsolatableRecogniser } from "./options/isolatable.ts";

/** A recogniser whose package a program has or has not. */
export interface RecogniserDescription extends Pick<Recogniser, "name" | "languages"> {
  /** How it is made; what it makes is an `IsolatableRecogniser`. */
  readonly origin: HandlerOrigin;
}

/**
 * A recogniser of a package that may be there, of which nothing is loaded before the first picture. `undefined` where
 * it is not installed as seen from `resolveFrom`, a file URL.
 */
export function optionalRecogniser(
  { name, languages, origin }: RecogniserDescription,
  resolveFrom: string,
): IsolatableRecogniser | undefined {
  if (!isInstalled(origin.module, resolveFrom)) return undefined;
  let loading: Promise<IsolatableRecogniser> | undefined;
  const load = async (): Promise<IsolatableRecogniser> => {
    const { resolveModule } = await import("./parent/modules/resolve-module.ts");
    const { createRecogniser } = await import("./channel/create-handler.ts");
    return createRecogniser(origin, resolveModule(origin.module, resolveFrom));
  };
  return {
    name,
    languages,
    recognise: async (image, options) => (await (loading ??= load())).recognise(image, options),
    origin: async () => (await (loading ??= load())).origin(),
  };
}

/** An import would evaluate more of `node:module` than is needed. */
function isInstalled(module: string, resolveFrom: string): boolean {
  try {
    process.getBuiltinModule("node:module").createRequire(resolveFrom).resolve(`${module}/package.json`);
    return true;
  } catch {
    return false;
  }
}

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
