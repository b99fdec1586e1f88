import type { Recogniser } from "@reader/core";
import type { HandlerOrigin } from "@reader/core/handler";
import type { IsolatableRecogniser } from "./options/isolatable.ts";
import type { IsolateOptions } from "./isolate.ts";
import { resolveLimits, type IsolateLimits } from "./options/limits.ts";
import { moduleUrl } from "./options/resolve-place.ts";
import type { RemoteRecogniser } from "./parent/isolation.ts";

/** A recogniser with the same contract, run in child processes that can be killed. */
export interface IsolatedRecogniser extends Recogniser {
  /** Ends all child processes. Later images start new ones. */
  close(): Promise<void>;
}

/** An image does not make a process grow, and two processes are as fast as two cores. */
const defaultLimits: Partial<IsolateLimits> = { maxProcesses: 2, timeMs: 120_000 };

/**
 * Wraps a recogniser so that it runs in pooled child processes. A damaging image affects only its process, and one that
 * takes too long is killed. Starts nothing before the first image.
 */
export function isolateRecogniser(recogniser: IsolatableRecogniser, options: IsolateOptions = {}): IsolatedRecogniser {
  const { name, languages } = recogniser;
  let loading: Promise<RemoteRecogniser> | undefined;
  let loaded: RemoteRecogniser | undefined;
  const load = async (): Promise<RemoteRecogniser> => {
    const { createRemoteRecogniser } = await import("./parent/isolation.ts");
    const limits = resolveLimits({ ...defaultLimits, ...options.limits });
    return createRemoteRecogniser(recogniser, { ...options, limits });
  };
  return {
    name,
    languages,
    get condemned() {
      return loaded?.condemned ?? 0;
    },
    async recognise(image, given) {
      loaded = await (loading ??= load());
      return loaded.recognise(image, given);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}

/**
 * Creates the recogniser of `@reader/ocr` in its own processes, for scans in `languages` (Tesseract names such as
 * `eng`). Returns `undefined` if that optional package is not installed as seen from the module `resolveFrom`. Starts
 * and loads nothing before the first scan.
 */
export function scanRecogniser(languages: readonly string[], resolveFrom: string): IsolatedRecogniser | undefined {
  const origin = { module: "@reader/ocr", export: "ocr", options: { languages, resolveFrom: moduleUrl(resolveFrom) } };
  const found = optionalRecogniser({ name: "tesseract", languages, origin }, resolveFrom);
  return found === undefined ? undefined : isolateRecogniser(found, { resolveFrom });
}

/** Describes a recogniser whose package may not be installed. */
export interface RecogniserDescription extends Pick<Recogniser, "name" | "languages"> {
  /** The factory of the `IsolatableRecogniser`. */
  readonly origin: HandlerOrigin;
}

/**
 * Creates a recogniser from an optional package, or returns `undefined` if it is not installed as seen from the
 * module `resolveFrom`, a file URL or an absolute path. Loads nothing of it before the first image.
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
  const url = moduleUrl(resolveFrom);
  try {
    process.getBuiltinModule("node:module").createRequire(url).resolve(`${module}/package.json`);
    return true;
  } catch {
    return false;
  }
}
