import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Handler, HandlerOrigin } from "@reader/core/handler";
import { speakableReason } from "@reader/core/render";
import { isObject } from "../../channel/plain.ts";
import type { HandlerDescription } from "../../options/isolatable.ts";
import type { ThirdParty, ThirdPartyPlace } from "../../options/third-party.ts";
import { SetupError } from "../../options/setup-error.ts";
import { originVersion } from "./read-grants.ts";
import { resolveModule } from "./resolve-module.ts";

/** Describes a third-party handler by creating it once. Rejects with a `SetupError`. */
export async function describeThirdParty(wanted: ThirdParty, place: ThirdPartyPlace): Promise<HandlerDescription> {
  const url = urlOf(wanted.module, place.directory);
  const exports = await importModule(url, wanted.module);
  const factory = pick(exports, wanted);
  const made = checkHandler(make(exports[factory], wanted), wanted, factory);
  const origin = originOf(made, { module: url, export: factory, options: wanted.options });
  const { name, mediaTypes, version = originVersion(origin, url), byHand = place.byHand } = made;
  return {
    name,
    mediaTypes,
    origin,
    ...abilitiesOf(made),
    ...(version === undefined ? {} : { version }),
    ...(byHand === undefined ? {} : { byHand }),
  };
}

/** What the parent must know of a handler before it starts a process, or can do without one. */
function abilitiesOf(made: Handler): Partial<HandlerDescription> {
  const { textByDefault, tables, outlinesOnly, sniff, annotate, canary } = made;
  return {
    ...(made.outline === undefined ? {} : { outlines: true }),
    ...(textByDefault === undefined ? {} : { textByDefault }),
    ...(tables === undefined ? {} : { tables }),
    ...(outlinesOnly === undefined ? {} : { outlinesOnly }),
    ...(sniff === undefined ? {} : { sniff }),
    ...(annotate === undefined ? {} : { annotate }),
    ...(canary === undefined ? {} : { canary }),
  };
}

/** Merges the requested origin with the one that the handler declares. */
function originOf({ origin }: Handler, { options, ...place }: HandlerOriginParts): HandlerOrigin {
  const { addons, environment } = origin ?? {};
  return {
    ...place,
    ...(options === undefined ? {} : { options }),
    ...(addons === undefined ? {} : { addons }),
    ...(environment === undefined ? {} : { environment }),
  };
}

type HandlerOriginParts = Pick<HandlerOrigin, "module" | "export"> & { readonly options: ThirdParty["options"] };

function urlOf(module: string, directory: string): string {
  if (/^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(module)) return pathToFileURL(resolve(directory, module)).href;
  try {
    return resolveModule(module, pathToFileURL(join(directory, "package.json")).href);
  } catch {
    throw new SetupError(
      `There is no package ${module} here.`,
      "Install it, or give the path of a file, such as ./mine.js.",
    );
  }
}

type Exports = Readonly<Record<string, unknown>>;

async function importModule(url: string, module: string): Promise<Exports> {
  try {
    return (await import(url)) as Exports;
  } catch (cause) {
    if (url.startsWith("file:") && !existsSync(fileURLToPath(url))) {
      throw new SetupError(
        `The handler ${module} cannot be loaded: there is no such file.`,
        "Give the path of a module, such as ./mine.js.",
      );
    }
    const why = cause instanceof Error ? speakableReason(cause.message) : "it fails";
    throw new SetupError(`The handler ${module} cannot be loaded: ${why}.`, "Give a module that Node can import.");
  }
}

function pick(exports: Exports, { module, export: asked }: ThirdParty): string {
  const names = Object.keys(exports).filter((name) => typeof exports[name] === "function");
  const [first] = asked === undefined ? names : names.filter((name) => name === asked);
  if (first !== undefined && (asked !== undefined || names.length === 1)) return first;
  const list = names.length === 0 ? "none" : names.join(", ");
  throw new SetupError(
    `Which function of ${module} makes the handler? It exports ${list}.`,
    `Give its name behind #, as in ${module}#${names[0] ?? "mine"}.`,
  );
}

function make(factory: unknown, { module, options }: ThirdParty): unknown {
  try {
    if (!isFactory(factory)) return undefined;
    return options === undefined ? factory() : factory(options);
  } catch (cause) {
    const why = cause instanceof Error ? speakableReason(cause.message) : "its factory fails";
    throw new SetupError(
      `The handler ${module} cannot be made: ${why}.`,
      "Give one that needs no options, or its options in a configuration file.",
    );
  }
}

function checkHandler(made: unknown, { module }: ThirdParty, factory: string): Handler {
  if (!isHandler(made)) {
    const missing = missingIn(made);
    throw new SetupError(
      `"${factory}" of ${module} does not return a handler${missing.length === 0 ? "" : `: ${missing.join(", ")}`}.`,
      missing.length === 0 ? "Give the factory behind #, as in ./mine.js#mine." : "Add what is missing.",
    );
  }
  const version: number = made.specVersion;
  if (version === 1) return made;
  throw new SetupError(
    `The handler ${module} uses version ${String(version)} of the contract, and this program uses version 1.`,
    "Install matching versions of the two.",
  );
}

function isFactory(value: unknown): value is (options?: unknown) => unknown {
  return typeof value === "function";
}

function isHandler(value: unknown): value is Handler {
  return isObject(value) && missingIn(value).length === 0;
}

/** Lists what an object lacks to be a handler. Empty for values that are not objects. */
function missingIn(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const { name, mediaTypes, read } = value;
  const hasTypes = Array.isArray(mediaTypes) && mediaTypes.every((type) => typeof type === "string");
  return [
    ...(typeof name === "string" && name !== "" ? [] : ["it has no name"]),
    ...(hasTypes ? [] : ["its mediaTypes are not a list of strings"]),
    ...(typeof read === "function" ? [] : ["it has no function `read`"]),
  ];
}
