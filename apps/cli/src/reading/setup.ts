import {
  type Capabilities,
  capabilityProfiles,
  type ReaderOptions,
  type ReadRequest,
  type Recogniser,
} from "@reader/core";
import { optionalRecogniser, scanRecogniser } from "@reader/isolate";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { gutters, models, overBudgets, views } from "../arguments/options.ts";
import { type FirstRead, isolatedHandlers, ownHandlers } from "../handlers/handlers.ts";
import { milliseconds } from "../output/clock.ts";
import { budgetFor } from "./budget-for.ts";

/** Images as a person takes them: every type, every size. They go to files, not to a model. */
function filesTakeAll(): Capabilities {
  const types = ["png", "jpeg", "gif", "webp", "svg+xml", "bmp", "tiff", "avif", "heic", "x-icon"];
  return {
    name: "files",
    images: {
      mediaTypes: types.map((type) => `image/${type}`),
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxCount: Number.MAX_SAFE_INTEGER,
      maxSidePx: Number.MAX_SAFE_INTEGER,
      nativeSidePx: Number.MAX_SAFE_INTEGER,
      tokens: { kind: "fixed", tokens: 0 },
    },
  };
}

/** How the reader is set up for a command line, but for what it may read. */
export function setupFor({ options, operands }: CommandLine): ReaderOptions {
  return {
    recognise: recogniserFor(options),
    handlers: options.has("no-isolate") ? ownHandlers() : isolatedHandlers(firstRead(options, operands[0])),
    budget: budgetFor(options),
    capabilities: capabilitiesFor(options),
    gutter: gutterOf(options),
    clock: milliseconds,
    ...(options.has("allow-secrets") ? { policy: () => ({ allowed: true }) } : {}),
  };
}

function firstRead(options: GivenOptions, path: string | undefined): FirstRead {
  const isOutlined = options.choice("view", views) === "outline" || options.has("select");
  return { path, isOutlined, capabilities: capabilitiesFor(options) };
}

/** How lines are numbered. */
export function gutterOf(options: GivenOptions): (typeof gutters)[number] {
  return options.choice("gutter", gutters) ?? "compact";
}

function capabilitiesFor(options: GivenOptions): Capabilities {
  const model = options.choice("model", models);
  if (model !== undefined) return capabilityProfiles[model];
  return options.has("save-images") ? filesTakeAll() : capabilityProfiles.text;
}

/** What is asked of every path. */
export function requestFor(options: GivenOptions): Omit<ReadRequest, "path"> {
  return {
    ...numberOf(options, "offset"),
    ...numberOf(options, "limit"),
    ...numberOf(options, "column"),
    ...textOf(options, "lines"),
    ...textOf(options, "pages"),
    ...textOf(options, "select"),
    ...textOf(options, "find"),
    ...numberOf(options, "context"),
    ...defined("view", options.choice("view", views)),
    ...textOf(options, "encoding"),
    ...textOf(options, "password"),
    ...defined("overBudget", options.choice("over-budget", overBudgets)),
  };
}

function numberOf<Name extends string>(options: GivenOptions, name: Name): { readonly [Key in Name]?: number } {
  return defined(name, options.number(name));
}

function textOf<Name extends string>(options: GivenOptions, name: Name): { readonly [Key in Name]?: string } {
  return defined(name, options.text(name));
}

/** An object with one field, or with none where there is no value. */
function defined<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value };
function defined(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

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
