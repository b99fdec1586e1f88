import type { Recogniser } from "@reader/core";
import type { HandlerOrigin } from "@reader/core/handler";
import { type IsolatedRecogniser, isolateRecogniser } from "./isolate-recogniser.ts";
import type { IsolatableRecogniser } from "./options/isolatable.ts";

/** Describes a recogniser whose package may not be installed. */
export interface RecogniserDescription extends Pick<Recogniser, "name" | "languages"> {
  /** The factory of the `IsolatableRecogniser`. */
  readonly origin: HandlerOrigin;
}

/**
 * Creates a recogniser from an optional package, or returns `undefined` if it is not installed as seen from the file
 * URL `resolveFrom`. Loads nothing of it before the first image.
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

/** `getBuiltinModule`, because an import would evaluate more of `node:module`. */
function isInstalled(module: string, resolveFrom: string): boolean {
  try {
    process.getBuiltinModule("node:module").createRequire(resolveFrom).resolve(`${module}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the recogniser of `@reader/ocr` in its own processes, for scans in `languages` (Tesseract names such as
 * `eng`). Returns `undefined` if that optional package is not installed as seen from the file URL `resolveFrom`. Starts
 * and loads nothing before the first scan.
 */
export function scanRecogniser(languages: readonly string[], resolveFrom: string): IsolatedRecogniser | undefined {
  const origin = { module: "@reader/ocr", export: "ocr", options: { languages, resolveFrom } };
  const found = optionalRecogniser({ name: "tesseract", languages, origin }, resolveFrom);
  return found === undefined ? undefined : isolateRecogniser(found, { resolveFrom });
}
