import type { HandlerContext, MediaType, Outline, Source } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/decoders";
import { outlineCode, prepareCode } from "./code/outline-code.ts";
import { deadlineAt, type IsOver } from "./formats/deadline.ts";
import { languageOf } from "./languages/index.ts";
import { type Drafts, finishOutline } from "./model/draft.ts";
import { defaultTimeMs, maxLines, maxOutlinedBytes, maxScannedCharacters, searchShare } from "./model/limits.ts";
import {
  areTagsDense,
  generatedSummary,
  isMinified,
  isSpacious,
  type LineShape,
  lineShapeOf,
  lockFileSummary,
  minifiedSummary,
  sourceMapSummary,
} from "./summary/machine-made.ts";
import { outlineHtml, outlineMarkdown } from "./formats/headings.ts";
import { outlineJson } from "./formats/json.ts";
import { outlineJsonLines } from "./formats/json-lines.ts";
import { outlineStyleSheet } from "./formats/style-sheet.ts";
import { outlineToml, outlineYaml } from "./formats/keys.ts";

/**
 * Outlines a file. If it is too large, outlines its first part and sets `truncated`. Binary files have no entries.
 * Rejects if its bytes cannot be read, or with the reason of the signal.
 */
export async function outlineOf(source: Source, { budget, signal }: HandlerContext): Promise<Outline> {
  const begin = performance.now();
  const { text: sniffed, mediaType } = source.sniff;
  if (sniffed === undefined) return { entries: [] };
  const isOwnLimit = maxOutlinedBytes <= budget.maxInputBytes;
  const cutBy = isOwnLimit
    ? { limit: "maxOutlinedBytes", value: maxOutlinedBytes }
    : { limit: "maxInputBytes", value: budget.maxInputBytes };
  const limit = Math.min(source.size, cutBy.value);
  const language = languageOf(mediaType);
  const ready = language === undefined ? undefined : prepareCode(language, source.name);
  const bytes = await source.slice(sniffed.bomBytes, limit);
  signal.throwIfAborted();
  const text = await createTextDecoder(sniffed).decode(bytes);
  signal.throwIfAborted();
  await ready;
  const timeMs = budget.outlineTimeMs - (performance.now() - begin);
  return outlineText({ text, mediaType, name: source.name, timeMs, ...(limit < source.size && { cutBy }) });
}

/** A request for the outline of a text. */
interface TextRequest {
  readonly text: string;
  readonly mediaType: MediaType;
  /** File name, used to detect lock files and dialects. */
  readonly name: string;
  /** The limit that cut the file, if only its first part is given. */
  readonly cutBy?: Outline["truncatedBy"];
  /** Time limit for code in milliseconds. Default: `defaultTimeMs`. */
  readonly timeMs?: number | undefined;
}

/**
 * Outlines a text. Machine-made files get a summary: lock files, source maps and minified code have no entries,
 * generated code has entries and the name of its generator.
 */
export async function outlineText(request: TextRequest): Promise<Outline> {
  const { text, shape, isCut, truncatedBy } = prepared(request);
  const { mediaType, name } = request;
  const whole = wholeSummary(name, text);
  if (whole !== undefined) return finishOutline({ drafts: [], truncated: isCut, truncatedBy }, whole);
  const isCode = languageOf(mediaType) !== undefined;
  const minified = isMinified(text.length, shape) && !(isCode && isSpacious(name, text));
  const summary = summaryOf(request, minified ? minifiedSummary(kindOf(mediaType), shape) : undefined);
  if (minified && isCode) return finishOutline({ drafts: [], truncated: isCut, truncatedBy }, summary);
  const drafts = await draftsOf({ ...request, text });
  const truncated = isCut || drafts.truncated === true;
  return finishOutline({ ...drafts, truncated, truncatedBy: truncatedBy ?? drafts.truncatedBy }, summary);
}

/** Returns the summary of a lock file or source map, which have no entries. */
function wholeSummary(name: string, text: string): string | undefined {
  return lockFileSummary(name, text) ?? (/\.map$/i.test(name) ? sourceMapSummary(text) : undefined);
}

interface Prepared {
  readonly text: string;
  readonly shape: LineShape;
  readonly isCut: boolean;
  /** The limit that cut the text, if any. */
  readonly truncatedBy: Outline["truncatedBy"];
}

/** Removes the byte order mark and limits the number of lines. */
function prepared({ text, cutBy }: TextRequest): Prepared {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const shape = lineShapeOf(plain);
  const isTooLong = shape.length < plain.length;
  const isPartial = cutBy !== undefined || isTooLong;
  const kept = isTooLong ? plain.slice(0, shape.length) : plain;
  const truncatedBy = isTooLong ? { limit: "maxLines", value: maxLines } : cutBy;
  return { text: kept, shape: { ...shape, isPartial }, isCut: isPartial, truncatedBy };
}

/** Returns the display name of the format of minified text. */
function kindOf(mediaType: MediaType): string {
  return languageOf(mediaType)?.name ?? formatOf(mediaType)?.name ?? "text";
}

const longLineTypes: ReadonlySet<MediaType> = new Set(["text/markdown", "application/x-ndjson"]);

function summaryOf({ name, text, mediaType }: TextRequest, minified: string | undefined): string | undefined {
  // Prose and records have long lines without being minified.
  const isProse = longLineTypes.has(mediaType) || (mediaType === "text/html" && !areTagsDense(text));
  const parts = [isProse ? undefined : minified, generatedSummary(name, text)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join("; ");
}

async function draftsOf({ text, mediaType, name, timeMs }: TextRequest): Promise<Drafts> {
  const language = languageOf(mediaType);
  if (language !== undefined) return outlineCode({ text, language, fileName: name, timeMs });
  const format = formatOf(mediaType);
  if (format === undefined) return { drafts: [] };
  const isLong = text.length > maxScannedCharacters;
  const isOver = deadlineAt(performance.now() + (timeMs ?? defaultTimeMs) * searchShare);
  const drafts = format.outline(isLong ? text.slice(0, maxScannedCharacters) : text, isOver);
  if (isLong) return { ...drafts, ...reached("maxScannedCharacters", maxScannedCharacters) };
  if (drafts.truncated !== true || drafts.truncatedBy !== undefined) return drafts;
  // Formats stop at the deadline unless they report another limit.
  return { ...drafts, ...reached("timeMs", timeMs ?? defaultTimeMs) };
}

function reached(limit: string, value: number): Pick<Drafts, "truncated" | "truncatedBy"> {
  return { truncated: true, truncatedBy: { limit, value } };
}

/** A format that is outlined by its lines, without a grammar. */
interface Format {
  readonly name: string;
  readonly mediaTypes: readonly MediaType[];
  /** Outlines a text until the deadline. `truncated` if the deadline came first. */
  readonly outline: (text: string, isOver: IsOver) => Drafts;
}

/** All formats outlined without a grammar. */
export const formats: readonly Format[] = [
  { name: "Markdown", mediaTypes: ["text/markdown"], outline: outlineMarkdown },
  { name: "HTML", mediaTypes: ["text/html", "application/xhtml+xml"], outline: outlineHtml },
  { name: "JSON", mediaTypes: ["application/json", "application/json5"], outline: outlineJson },
  { name: "JSON Lines", mediaTypes: ["application/x-ndjson"], outline: outlineJsonLines },
  { name: "YAML", mediaTypes: ["application/yaml"], outline: outlineYaml },
  { name: "TOML", mediaTypes: ["application/toml"], outline: outlineToml },
  { name: "SCSS", mediaTypes: ["text/x-scss"], outline: outlineStyleSheet },
  { name: "INI", mediaTypes: ["text/x-ini"], outline: outlineToml },
];

/** Returns the format of a media type, or `undefined`. */
function formatOf(mediaType: MediaType): Format | undefined {
  return formats.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
}
