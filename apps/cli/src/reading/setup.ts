import {
  type Budget,
  type Capabilities,
  capabilityProfiles,
  defaultBudget,
  type Handler,
  type ReaderOptions,
  type ReadRequest,
  type Recogniser,
} from "@reader/core";
import { isolatedHandlers, localHandlers } from "@reader/handlers";
import { UsageError } from "@reader/handlers/usage-error";
import { optionalRecogniser, scanRecogniser } from "@reader/isolate";
import { gutters, largestAnswerBytes, models, overBudgets, tableFormats, views } from "../arguments/options.ts";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";
import { milliseconds } from "../output/clock.ts";

/** Capabilities for `--save-images`: images of every type and size. */
export function unlimitedImages(): Capabilities {
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

/** The options of the reader for a command line, except its roots. */
export function setupFor({ options, operands }: CommandLine): ReaderOptions {
  return {
    recognise: recogniserFor(options),
    handlers: handlersFor(options, operands[0]),
    budget: budgetFor(options),
    capabilities: capabilitiesFor(options),
    gutter: gutterOf(options),
    clock: milliseconds,
    ...(options.has("allow-secrets") ? { policy: () => ({ allowed: true }) } : {}),
  };
}

/** Returns the handlers, and starts the process for the first path at once. */
function handlersFor(options: GivenOptions, path: string | undefined): readonly Handler[] {
  if (options.has("no-isolate")) return localHandlers({ resolveFrom: import.meta.url });
  const isolated = isolatedHandlers({ resolveFrom: import.meta.url });
  const isOutlined = options.choice("view", views) === "outline" || options.has("select");
  if (path !== undefined) isolated.prepareFor(path, { isOutlined, capabilities: capabilitiesFor(options) });
  return isolated.handlers;
}

/** The style of line numbers. */
export function gutterOf(options: GivenOptions): (typeof gutters)[number] {
  return options.choice("gutter", gutters) ?? "compact";
}

function capabilitiesFor(options: GivenOptions): Capabilities {
  const model = options.choice("model", models);
  if (model !== undefined) return capabilityProfiles[model];
  return options.has("save-images") ? unlimitedImages() : capabilityProfiles.text;
}

/** The request for every path. */
export function requestFor(options: GivenOptions): Omit<ReadRequest, "path"> {
  return {
    ...numberOf(options, "offset"),
    ...numberOf(options, "limit"),
    ...numberOf(options, "column"),
    ...textOf(options, "lines"),
    ...textOf(options, "pages"),
    ...textOf(options, "select"),
    ...textOf(options, "find"),
    ...(options.has("exact") ? { exact: true } : {}),
    ...numberOf(options, "context"),
    ...defined("view", options.choice("view", views)),
    ...(options.has("boxes") ? { boxes: true } : {}),
    ...defined("tables", options.choice("tables", tableFormats)),
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

/** An object with one field, or without fields if the value is undefined. */
function defined<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value };
function defined(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

/**
 * Returns a function that finds the text recognition of scans when the first document needs it, or `undefined` if its
 * package, which is optional, is not installed. Throws a `UsageError` for an invalid language name.
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
  throw new UsageError(`${JSON.stringify(wrong)} is not an OCR language.`, "Give names such as eng, deu or chi_sim.");
}

/**
 * Time limit for text, in milliseconds. It is higher than the reader's, because the scan of this process cannot be continued
 * by the next one, and a user can interrupt it.
 */
const textTimeMs = 600_000;

/** An upper bound for the bytes of a token. Only a long run of one character has larger tokens. */
const bytesPerToken = 64;

/** Bytes of a line of maximum length, at four bytes a character. */
const bytesPerLine: number = defaultBudget.maxLineCharacters * 4;

/**
 * Returns the budget that the options set. Raising one limit lifts the others that were not set, so that it takes effect:
 * `--max-bytes` of 100 MB should not stop at 2000 lines, or cut lines at 2000 characters.
 */
export function budgetFor(options: GivenOptions): Partial<Budget> {
  const raised = raisedBytes(options);
  const limits = raised === undefined ? defaultBudget : liftedLimits(options, raised);
  return {
    maxBytes: options.number("max-bytes") ?? limits.maxBytes,
    maxLines: options.number("limit") ?? limits.maxLines,
    maxTokens: options.number("max-tokens") ?? limits.maxTokens,
    maxLineCharacters: options.number("max-line") ?? limits.maxLineCharacters,
    ...timesFor(options.number("timeout")),
  };
}

type AnswerLimits = Pick<Budget, "maxBytes" | "maxLines" | "maxTokens" | "maxLineCharacters">;

/** The limits that were not set, if the raised ones need this number of bytes. */
function liftedLimits(options: GivenOptions, raised: number): AnswerLimits {
  const maxBytes = options.number("max-bytes") ?? raised;
  return {
    maxBytes,
    maxLines: Number.MAX_SAFE_INTEGER,
    maxTokens: Number.MAX_SAFE_INTEGER,
    maxLineCharacters: isOnlyLimitRaised(options) ? defaultBudget.maxLineCharacters : maxBytes,
  };
}

function timesFor(seconds: number | undefined): Partial<Budget> {
  if (seconds === undefined) return { textTimeMs };
  const timeMs = seconds * 1000;
  return { textTimeMs: timeMs, documentTimeMs: timeMs, convertTimeMs: Math.min(timeMs, defaultBudget.convertTimeMs) };
}

/** The bytes that the raised limits need, or `undefined` if none was raised. */
function raisedBytes(options: GivenOptions): number | undefined {
  const bytes = [
    above(options.number("limit"), defaultBudget.maxLines) * bytesPerLine,
    above(options.number("max-tokens"), defaultBudget.maxTokens) * bytesPerToken,
    above(options.number("max-bytes"), defaultBudget.maxBytes),
  ].filter((value) => value > 0);
  return bytes.length === 0 ? undefined : Math.min(largestAnswerBytes, Math.max(defaultBudget.maxBytes, ...bytes));
}

function isOnlyLimitRaised(options: GivenOptions): boolean {
  const tokens = above(options.number("max-tokens"), defaultBudget.maxTokens);
  return tokens + above(options.number("max-bytes"), defaultBudget.maxBytes) === 0;
}

/** The value if it is above its default, otherwise 0. */
function above(value: number | undefined, byDefault: number): number {
  return value !== undefined && value > byDefault ? value : 0;
}
