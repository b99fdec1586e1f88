import type { Clip, DocumentPart, ImagePart, Json, Place, ReadErrorData, ReadOutcome, ReadRequest } from "@reader/core";
import { escapeName, named, renderTexts, requestWords } from "@reader/core/render";
import type { ToolAnswer, ToolMedia } from "./tool-answer.ts";

/** A gutter that keeps content from being mistaken for what the reader says. */
export type ToolGutter = "compact" | "cat-n" | "pipe" | "bar";

/** How the answer of a read is rendered. */
export interface ReadAnswerOptions {
  /** The name of the tool that continues a read. */
  readonly toolName: string;
  readonly gutter: ToolGutter;
  readonly header?: "none" | "file";
  readonly clipMark?: (clip: Clip) => string;
  /** The requested view, as the model wrote it. Requests for omitted parts repeat it. */
  readonly view?: unknown;
}

/** Converts the outcome of a read to an answer. */
export function readAnswer(outcome: ReadOutcome, options: ReadAnswerOptions): ToolAnswer {
  const { toolName, view, ...look } = options;
  const nextStep = (request: ReadRequest): string => `${toolName} ${requestWords(request)}`;
  return {
    isError: !outcome.ok,
    ...renderTexts(outcome, { ...look, nextStep }),
    media: mediaOf(outcome, typeof view === "string" ? { view } : {}),
    facts: factsOf(outcome),
  };
}

function factsOf(outcome: ReadOutcome): { readonly [name: string]: Json } {
  if (!outcome.ok) return { path: askedPath(outcome.path), error: errorFacts(outcome.error) };
  const { path, status, mediaType, handler, cost, next } = outcome;
  return {
    path,
    status,
    mediaType,
    handler,
    cost: { ...cost },
    ...(next === undefined ? {} : { next: { ...next.request } }),
  };
}

/**
 * Shortens a requested path, which may be megabytes long; real paths have at most 4096 bytes. Replaces lone surrogates
 * with U+FFFD, because strict JSON parsers refuse them.
 */
function askedPath(path: string): string {
  return Buffer.from(path.slice(0, 4096)).toString();
}

type Fields = NonNullable<ToolMedia["request"]>;

function mediaOf({ parts }: ReadOutcome, view: Fields): readonly ToolMedia[] {
  let images = 0;
  return parts.flatMap((part) => {
    if (part.type === "text") return [];
    if (part.type === "image") images += 1;
    return [mediaOfPart(part, images, view)];
  });
}

function mediaOfPart(part: ImagePart | DocumentPart, image: number, view: Fields): ToolMedia {
  const { type: kind, mediaType, data, at } = part;
  const extension = mediaType.replace(/^.*\/(?:x-)?/, "").replace(/\+.*$/, "");
  const request = at === undefined ? undefined : requestOf(at);
  return {
    kind,
    mediaType,
    base64: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
    bytes: data.length,
    label: part.type === "image" ? `image ${image}` : `document ${named(part.name)}`,
    fileName: part.type === "image" ? `image-${image}.${extension}` : escapeName(part.name),
    ...(request === undefined ? {} : { request: { ...request, ...view } }),
  };
}

/** Returns the request fields for one place. */
function requestOf({ unit, index, label }: Place): { readonly [field: string]: string } | undefined {
  if (unit === "entry") return label === undefined ? undefined : { select: label };
  return unit === "section" || unit === "chapter" ? undefined : { pages: String(index) };
}

/**
 * Returns an error as data: its message, and under `details` the facts, such as the handler, its version and a command
 * that reproduces the failure. The command may contain the path as the user typed it, so it is present only if the
 * message shows it. The core limits what handlers report to 25 000 characters.
 */
function errorFacts({ code, message, hint, details }: ReadErrorData): { readonly [name: string]: Json } {
  const words = { code, message, hint };
  if (details?.handler === undefined || code === "handler-failed" || code === "timed-out") {
    return details === undefined ? words : { ...words, details: details as Json };
  }
  const { byHand: _, said: __, ...handler } = details.handler;
  return { ...words, details: { ...details, handler } as Json };
}

/** True if the result lists entries, as of a folder or an archive, so that its lines are names. */
export function isOfNames(outcome: ReadOutcome): boolean {
  return outcome.ok && outcome.extents.some(({ unit }) => unit === "entry");
}
