import { ReadError } from "../../contract/errors.ts";
import { type HandlerEvent, text as textEvent } from "../../contract/events.ts";
import { notice } from "../../contract/notices.ts";
import type { ReadResult } from "../../contract/result.ts";
import { createConversion } from "../../documents/conversion.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import { editDistance } from "../../files/workspace/name-distance.ts";
import { quoted } from "../../render/quote.ts";
import { counted, sizeWords } from "../../render/words.ts";
import { startDeadline } from "../../text/lines/deadline.ts";
import type { LineInput } from "../../text/lines/file-supply.ts";
import { countLines, locateLine } from "../../text/lines/locate.ts";
import { readRange } from "../../text/lines/text-file.ts";
import type { Call } from "../call.ts";
import { onlyLines, refuseLines } from "../outline/read-outline.ts";
import { pullDocument } from "../read-document.ts";
import { openText, readText, type SniffedFile } from "../read-text.ts";
import { jsonPathText, type JsonStep, parseJsonPath } from "./json-path.ts";
import { findJsonValue, type JsonMiss, type JsonSpan, JsonSyntaxError } from "./json-scan.ts";
import { prettyJson } from "./pretty-json.ts";

/** Maximum size of a JSON document, or of a line of JSON, in which a path is followed. It is loaded as a whole. */
const maxJsonBytes = 64 * 1024 * 1024;

/** A part of a JSON file that was requested by its path. */
interface JsonPartRequest extends SniffedFile {
  readonly select: string;
  /** True if a name that is no path may be a name of the outline. */
  readonly isOutlined: boolean;
}

/**
 * Reads the value that a path such as `a[3].name` leads to: the lines of the file that it takes, or, if it shares a line
 * with other values, the value in lines of its own. `[12]` at the start of a path into JSON Lines is line 12. Returns
 * `undefined` if the selection is a name for the outline instead.
 */
export async function readJsonPart(
  call: Call,
  opened: OpenedFile,
  found: JsonPartRequest,
): Promise<ReadResult | undefined> {
  const { select, isOutlined } = found;
  const steps = parseJsonPath(select);
  const isName = isOutlined && !/[[$]/.test(select);
  if (steps === undefined) return isName ? undefined : failPath(select, opened.path);
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { ...found, deadline });
  const part = await loadPart(input, found, steps);
  await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  const value = valueIn(part, opened.path);
  if ("depth" in value) return isName ? undefined : failMiss({ part, miss: value, path: opened.path });
  const lines = wholeLinesOf(part.text, value);
  if (lines === undefined || part.base.length > 0) return readPretty(call, opened, { found, part, value });
  refuseLines(call.checked, opened.path);
  return readText({ ...call, checked: onlyLines(call.checked, lines) }, opened, found);
}

/** The text in which a path is followed: a document, or one line of JSON Lines. */
interface JsonPart {
  readonly text: string;
  /** The number of its first line in the file. */
  readonly firstLine: number;
  readonly steps: readonly JsonStep[];
  /** The path to this text: empty, or the line. */
  readonly base: readonly JsonStep[];
}

async function loadPart(input: LineInput, found: JsonPartRequest, steps: readonly JsonStep[]): Promise<JsonPart> {
  const { file } = input;
  if (found.sniff.mediaType !== "application/x-ndjson") {
    return { text: await load(input, file.bomBytes, file.size), firstLine: 1, steps, base: [] };
  }
  const [line, ...rest] = steps;
  if (typeof line !== "number") throw needsLine(file.path);
  const position = line < 1 ? undefined : await locateLine(file, line);
  if (position === undefined) throw noSuchLine(file.path, line, await countLines(file));
  const next = await locateLine(file, line + 1);
  return {
    text: await load(input, position.byte, next?.byte ?? file.size),
    firstLine: line,
    steps: rest,
    base: [line],
  };
}

async function load({ file, decoder }: LineInput, start: number, end: number): Promise<string> {
  if (end - start <= maxJsonBytes) return decoder.decode(await readRange(file, start, end));
  const message = `${file.path} has ${sizeWords(end - start)} of JSON in one value, and a path is followed in at most ${sizeWords(maxJsonBytes)}.`;
  throw new ReadError("too-large", message, {
    hint: "Search it with `find`, or read its lines with `offset` and `limit`.",
    details: { limit: { name: "maxJsonBytes", value: maxJsonBytes } },
  });
}

function valueIn({ text, steps, firstLine }: JsonPart, path: string): JsonSpan | JsonMiss {
  try {
    return findJsonValue(text, steps);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const line = firstLine + lineOf(text, error.offset) - 1;
    throw new ReadError("corrupt", `${path} is not valid JSON in line ${line}, so the path cannot be followed.`, {
      hint: `Read line ${line} with \`offset\`, or search the file with \`find\`.`,
      details: { line },
    });
  }
}

/** Returns the line of an offset, from 1: LF, CRLF and a lone CR end a line. */
function lineOf(text: string, offset: number): number {
  return (text.slice(0, offset).match(/\r\n?|\n/g)?.length ?? 0) + 1;
}

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the lines of a value if they have nothing but it and its key. */
function wholeLinesOf(text: string, { start, end }: JsonSpan): LineRange | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const before = start === 0 ? "" : text.slice(lineStart, start);
  const after = /^[^\r\n]*/.exec(text.slice(end, end + 1000))?.[0] ?? "";
  const isAlone = /^\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?$/.test(before) && /^\s*,?\s*(?:\/\/.*)?$/.test(after);
  if (!isAlone) return undefined;
  const range = { first: lineOf(text, start), last: lineOf(text, end) };
  // A document in one line is formatted.
  return range.first === range.last && "{[".includes(text.charAt(start)) ? undefined : range;
}

/** Reads a value in lines of its own, and says where it is in the file. */
async function readPretty(
  call: Call,
  opened: OpenedFile,
  { found, part, value }: { readonly found: SniffedFile; readonly part: JsonPart; readonly value: JsonSpan },
): Promise<ReadResult> {
  const { text, firstLine, steps, base } = part;
  const line = firstLine + lineOf(text, value.start) - 1;
  const column = value.start - Math.max(text.lastIndexOf("\n", value.start), text.lastIndexOf("\r", value.start));
  const at = { unit: "section", index: 1, label: jsonPathText([...base, ...steps]) } as const;
  const conversion = createConversion(eventsOf(), { abort: new AbortController(), release: () => Promise.resolve() });
  async function* eventsOf(): AsyncGenerator<HandlerEvent, void, undefined> {
    try {
      for (const chunk of prettyJson(text, value)) yield textEvent(chunk, at);
    } catch (error) {
      throw error instanceof JsonSyntaxError ? new ReadError("corrupt", `${opened.path} is not valid JSON.`) : error;
    }
  }
  try {
    const result = await pullDocument(call, conversion, {
      file: { opened },
      sniff: found.sniff,
      handler: { name: "text" },
    });
    const words = `The value starts in line ${line}, column ${column} of the file. It is formatted here, and its lines count from 1.`;
    return { ...result, notices: [notice(words), ...result.notices] };
  } finally {
    await conversion.close();
  }
}

function failPath(select: string, path: string): never {
  throw new ReadError("invalid-request", `${quoted(select, 100)} is not a path into ${path}.`, {
    hint: 'Send a path of keys and indexes, such as "a[3].name" or "$[\\"a key\\"]"; wildcards and filters are not supported.',
    details: { issues: [{ field: "select", problem: "it is not a path of keys and indexes" }] },
  });
}

function needsLine(path: string): ReadError {
  return new ReadError("invalid-request", `${path} has a JSON value in each line, and the path names no line.`, {
    hint: 'Start the path with a line, as in "[12].name" for line 12.',
    details: { issues: [{ field: "select", problem: "it must start with a line, such as [12]" }] },
  });
}

function noSuchLine(path: string, line: number, total: number): ReadError {
  return new ReadError("out-of-range", `${path} has ${counted(total, "line")}; there is no line ${line}.`, {
    hint: `Start the path with a line from 1 to ${total}, as in "[${total}]".`,
    details: { total, unit: "line" },
  });
}

/** Maximum number of keys in an error. */
const maxListed = 10;

interface Missed {
  readonly part: JsonPart;
  readonly miss: JsonMiss;
  readonly path: string;
}

function failMiss({ part: { steps, base }, miss: { depth, keys, items }, path }: Missed): never {
  const around = jsonPathText([...base, ...steps.slice(0, depth)]);
  const wanted = steps[depth] ?? "";
  const step = typeof wanted === "number" ? `[${wanted}]` : quoted(wanted, 100);
  const message = `${path} has no ${step} in ${around}${keys === undefined && items === undefined ? ", which is neither an object nor an array" : ""}.`;
  const candidates = nearestKeys(keys ?? [], String(wanted)).map((key) =>
    jsonPathText([...base, ...steps.slice(0, depth), key]),
  );
  throw new ReadError("out-of-range", message, {
    hint: missHint(candidates, items, around),
    details: candidates.length > 0 ? { candidates } : { total: items ?? 0 },
  });
}

function missHint(candidates: readonly string[], items: number | undefined, around: string): string {
  if (candidates.length > 0)
    return `Send one of these, the nearest first: ${candidates.map((each) => quoted(each, 200)).join(", ")}.`;
  if (items === undefined || items === 0) return `Send select ${quoted(around, 200)} to see what is there.`;
  return `${around} is an array of ${counted(items, "item")}: send an index from 0 to ${items - 1}, as in ${quoted(`${around}[0]`, 200)}.`;
}

/** Returns the keys most similar to the requested one, best first, or the first keys. */
function nearestKeys(keys: readonly string[], wanted: string): readonly string[] {
  const lower = wanted.toLowerCase();
  const near = keys.flatMap((key) => {
    const name = key.toLowerCase();
    const distance = name.includes(lower) ? 0 : editDistance(lower, name, Math.max(1, Math.floor(lower.length / 3)));
    return distance === undefined ? [] : [{ key, distance }];
  });
  const sorted = near.toSorted((left, right) => left.distance - right.distance).map(({ key }) => key);
  return (sorted.length > 0 ? sorted : keys).slice(0, maxListed);
}
