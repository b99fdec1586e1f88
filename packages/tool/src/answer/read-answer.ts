import {
  type Clip,
  type DocumentPart,
  escapeName,
  type ImagePart,
  type Json,
  named,
  type Place,
  type ReadErrorData,
  type ReadOutcome,
  type ReadRequest,
  renderTexts,
  requestWords,
} from "@reader/core";
import type { ToolAnswer, ToolMedia } from "./tool-answer.ts";

/** A gutter that keeps content from being mistaken for what the reader says. */
export type ToolGutter = "compact" | "cat-n" | "pipe" | "bar";

/** How the answer of a read is put. */
export interface ReadAnswerOptions {
  /** The name of the tool that goes on. */
  readonly toolName: string;
  readonly gutter: ToolGutter;
  readonly header?: "none" | "file";
  readonly clipMark?: (clip: Clip) => string;
  /** How documents were wanted, as a model put it: what is left out of an answer is asked for in the same way. */
  readonly view?: unknown;
}

/** The answer of a tool that read something. */
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
 * What was asked for may be a path of megabytes, of which the longest that there is has 4096 bytes; or have half a
 * character, which is JSON that strict parsers refuse. What has no place in UTF-8 becomes U+FFFD.
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

/** How a place is asked for by itself. */
function requestOf({ unit, index, label }: Place): { readonly [field: string]: string } | undefined {
  if (unit === "entry") return label === undefined ? undefined : { select: label };
  return unit === "section" || unit === "chapter" ? undefined : { pages: String(index) };
}

/**
 * An error as a program gets it: its words, and under `details` the facts behind them, such as the handler, its version
 * and the command that shows the fault. That command may hold a path as the user typed it, so it is there only where the
 * words have it. The core has made JSON of less than 25 000 characters of what handlers tell.
 */
function errorFacts({ code, message, hint, details }: ReadErrorData): { readonly [name: string]: Json } {
  const words = { code, message, hint };
  if (details?.handler === undefined || code === "handler-failed" || code === "timed-out") {
    return details === undefined ? words : { ...words, details: details as Json };
  }
  const { byHand: _, said: __, ...handler } = details.handler;
  return { ...words, details: { ...details, handler } as Json };
}

/** Whether what was read has entries, as a folder or an archive has, so that its lines are names. */
export function isOfNames(outcome: ReadOutcome): boolean {
  return outcome.ok && outcome.extents.some(({ unit }) => unit === "entry");
}
