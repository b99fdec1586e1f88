import { extname } from "node:path/posix";
import type {
  Budget,
  Capabilities,
  Extent,
  ImagePart,
  Notice,
  Place,
  Reader,
  ReadOutcome,
  ReadRequest,
  ReadResult,
  ResultPart,
  StopSignal,
  TextSection,
} from "@reader/core";
import { escapeName, humanLine, renderTexts } from "@reader/core/render";
import { imageTokens } from "@reader/core/internal";
import { capabilitiesOf } from "./models.ts";
import type { Seen, SeenBlock, SeenFacts, SeenNote, SeenRequest, ShownImage } from "./wire.ts";

/** Reads like a model, and returns exactly what it gets. Errors of the file or the request are part of the result. */
export async function see(reader: Reader, { request, model }: SeenRequest, signal: StopSignal): Promise<Seen> {
  const capabilities = capabilitiesOf(model);
  const input = typeof request === "object" && request !== null ? request : String(request ?? "");
  const start = performance.now();
  const outcome = await reader.read(input, { capabilities, signal });
  const milliseconds = performance.now() - start;
  const { content, notes } = renderTexts(outcome);
  const path = pathOf(input) ?? outcome.path;
  return {
    summary: humanLine(outcome),
    path,
    milliseconds,
    blocks: seenBlocks(outcome, content, { capabilities, path }),
    notes: seenNotes(notes, outcome.notices),
    ...verdictOf(outcome, reader.budget),
  };
}

/** The requested path. The path of an answer is relative to its root and can be ambiguous. */
function pathOf(input: object | string): string | undefined {
  if (typeof input === "string") return input;
  return "path" in input && typeof input.path === "string" ? input.path : undefined;
}

function verdictOf(outcome: ReadOutcome, budget: Budget): Pick<Seen, "facts" | "error"> {
  if (outcome.ok) return { facts: factsOf(outcome, budget) };
  const { code, message, hint } = outcome.error;
  return { error: { code, message, hint } };
}

function factsOf(result: ReadResult, budget: Budget): SeenFacts {
  const { status, mediaType, path, handler, notices, extents, next } = result;
  const remaining = next?.remaining?.lines;
  return {
    status,
    mediaType: escapeName(mediaType),
    extension: escapeName(extname(path)),
    nameDisagrees: notices.some(({ code }) => code === "name-disagrees"),
    handler,
    extents: extents.map(extentWords),
    meter: meterOf(result, budget),
    ...(next === undefined
      ? {}
      : { next: { request: next.request, ...(remaining === undefined ? {} : { remaining }) } }),
  };
}

function meterOf({ cost }: ReadResult, { maxTokens, maxBytes, maxImages }: Budget): SeenFacts["meter"] {
  return { tokens: cost.tokens, bytes: cost.bytes, images: cost.images, maxTokens, maxBytes, maxImages };
}

function extentWords({ unit, total, exact }: Extent): string {
  const noun = total === 1 ? unit : pluralOf(unit);
  return `${exact ? "" : "at least "}${total.toLocaleString("en-GB").replaceAll(",", "\u202f")} ${noun}`;
}

function pluralOf(unit: string): string {
  return unit === "entry" ? "entries" : `${unit}s`;
}

const noticeStart = "Note: ";

/** The lines of `notes`, each with the code of its notice. */
function seenNotes(notes: string, notices: readonly Notice[]): readonly SeenNote[] {
  if (notes === "") return [];
  const codes = notices.map(({ code }) => code)[Symbol.iterator]();
  return notes.split("\n").map((text) => {
    const code = text.startsWith(noticeStart) ? codes.next().value : undefined;
    return code === undefined ? { text } : { text, code };
  });
}

/** The line that marks omitted lines. */
const gapLine = "⋮";

/** The capabilities and the path of a read. */
interface View {
  readonly capabilities: Capabilities;
  /** The requested path, which opens the same file again. */
  readonly path: string;
}

/** A part, the place of the previous part, and their path. */
interface Step {
  readonly part: ResultPart;
  readonly before: Place | undefined;
  readonly path: string;
}

interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

/**
 * Splits the content of an answer into typed blocks. Their texts, joined by line feeds, are exactly `content`, which is what
 * the model gets.
 */
export function seenBlocks(outcome: ReadOutcome, content: string, view: View): readonly SeenBlock[] {
  const { capabilities, path } = view;
  if (content === "") return [];
  const cursor: Cursor = { lines: content.split("\n"), at: 0 };
  const { parts } = outcome;
  const blocks = parts.flatMap((part, index) => [
    ...leadIn(cursor, { part, before: parts[index - 1]?.at, path }),
    partBlock(cursor, part, capabilities),
  ]);
  const rest = cursor.lines.slice(cursor.at);
  return rest.length === 0 ? blocks : [...blocks, { kind: "outline", text: rest.join("\n") }];
}

/**
 * Returns the lines before a part. Lines before text have no line number. Lines before media are derived from their place,
 * because the name of a place can look like the line of an image.
 */
function leadIn(cursor: Cursor, { part, before, path }: Step): readonly SeenBlock[] {
  const start = cursor.at;
  if (part.type !== "text") cursor.at += isSamePlace(part.at, before) ? 0 : 1;
  else while (cursor.at < cursor.lines.length && !isNumbered(cursor.lines[cursor.at] ?? "")) cursor.at += 1;
  const isContinued = part.type === "text" && (part.firstColumn ?? 1) > 1;
  return cursor.lines.slice(start, cursor.at).map((text, index, all): SeenBlock => {
    if (text === gapLine || (isContinued && index === all.length - 1)) return { kind: "mark", text };
    return { kind: "place", text, ...placeFacts(part, path) };
  });
}

/** True if a part has no place, or that of the previous part. */
function isSamePlace(place: Place | undefined, before: Place | undefined): boolean {
  if (place === undefined) return true;
  return place.unit === before?.unit && place.index === before.index && place.label === before.label;
}

function placeFacts(part: ResultPart, path: string): { readonly at?: Place; readonly request?: ReadRequest } {
  const { at } = part;
  if (at === undefined) return {};
  return { at, request: { path, ...addressOf(at, part) } };
}

/** The request fields for a single place. */
function addressOf({ unit, index, label }: Place, part: ResultPart): Omit<ReadRequest, "path"> {
  if (unit === "entry") return label === undefined ? {} : { select: label };
  if (unit !== "section" && unit !== "chapter") return { pages: String(index) };
  return part.type === "text" ? { offset: part.firstLine } : {};
}

function isNumbered(line: string): boolean {
  return /^-?\d+[\t:]/.test(line);
}

function partBlock(cursor: Cursor, part: ResultPart, capabilities: Capabilities): SeenBlock {
  const text = take(cursor, part.type === "text" ? lineCountOf(part) : 1);
  switch (part.type) {
    case "text":
      return { kind: "lines", text, ...(part.at === undefined ? {} : { at: part.at }) };
    case "image":
      return { kind: "image", text, image: shownImageOf(part), tokens: imageTokens(part, capabilities.images) };
    case "document":
      return { kind: "document", text, name: part.name, bytes: part.data.length };
  }
}

function lineCountOf({ text }: TextSection): number {
  return text.split("\n").length;
}

function take(cursor: Cursor, count: number): string {
  const text = cursor.lines.slice(cursor.at, cursor.at + count).join("\n");
  cursor.at += count;
  return text;
}

/** Converts an image for the page. */
export function shownImageOf(part: ImagePart): ShownImage {
  const { mediaType, data, widthPx, heightPx, originalWidthPx, originalHeightPx, alt } = part;
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  return {
    url: `data:${mediaType};base64,${base64}`,
    mediaType,
    bytes: data.length,
    ...(widthPx === undefined ? {} : { widthPx }),
    ...(heightPx === undefined ? {} : { heightPx }),
    ...(originalWidthPx === undefined ? {} : { originalWidthPx }),
    ...(originalHeightPx === undefined ? {} : { originalHeightPx }),
    ...(alt === undefined ? {} : { alt }),
  };
}
