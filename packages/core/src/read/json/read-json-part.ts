import { ReadError } from "../../contract/errors.ts";
import { type HandlerEvent, text as textEvent } from "../../contract/events.ts";
import { notice } from "../../contract/notices.ts";
import type { ReadResult } from "../../contract/result.ts";
import { createConversion } from "../../documents/conversion.ts";
import type { OpenedFile } from "../../files/workspace/safe-open.ts";
import { quoted } from "../../render/quote.ts";
import { counted, sizeWords } from "../../render/words.ts";
import { createYielder } from "../../documents/pull-in-time.ts";
import { type Deadline, startDeadline } from "../../text/lines/deadline.ts";
import { type LineInput, readFileLines } from "../../text/lines/file-supply.ts";
import { countLines, locateLine } from "../../text/lines/locate.ts";
import { readRange } from "../../text/lines/text-file.ts";
import type { Call } from "../call.ts";
import { onlyLines, refuseLines } from "../outline/read-outline.ts";
import { pullDocument } from "../read-document.ts";
import { openText, readText, type SniffedFile } from "../read-text.ts";
import { isSinglePath, jsonPathText, type JsonPathStep, type JsonStep, parseJsonPath } from "./json-path.ts";
import { lineOf, missError, needsLine, noLineSlice, noSuchLine, notAPath, notJson } from "./json-errors.ts";
import { findJsonValue, type JsonMiss, type JsonSpan, JsonSyntaxError } from "./json-scan.ts";
import { type JsonMatch, walkJson } from "./json-walk.ts";
import { compactJson, prettyJson } from "./pretty-json.ts";

/** Maximum size of a JSON document, or of a line of JSON, in which a path is followed. It is loaded as a whole. */
const maxJsonBytes = 64 * 1024 * 1024;

/** Maximum size of a line of JSON Lines if all lines are searched. A longer one is skipped. */
const maxLineOfManyBytes = 1024 * 1024;

/** A value of at most this length is shown in one line. */
const maxCompactCharacters = 200;

/** Number of characters that are passed on at once. */
const chunkCharacters = 16 * 1024;

/** A part of a JSON file that was requested by its path. */
interface JsonPartRequest extends SniffedFile {
  readonly select: string;
  /** True if a name that is no path may be a name of the outline. */
  readonly isOutlined: boolean;
}

/** A selection that leads to no value, and may be a name of the outline. */
export interface JsonName {
  /** The error if the outline does not have the name, where it helps more than that of the outline. */
  readonly missed?: ReadError;
}

/**
 * Reads the value that a path such as `a[3].name` leads to: the lines of the file that it takes, or, if it shares a line
 * with other values, the value in lines of its own. A path with wildcards or slices gives each value after its path.
 * `[12]` at the start of a path into JSON Lines is line 12. Returns a `JsonName` if the selection may be a name of the
 * outline instead.
 */
export async function readJsonPart(
  call: Call,
  opened: OpenedFile,
  found: JsonPartRequest,
): Promise<ReadResult | JsonName> {
  const { select, isOutlined } = found;
  const steps = parseJsonPath(select);
  const isName = isOutlined && !/[[$*]|^\s*\.\./.test(select);
  if (steps === undefined) {
    if (isName) return {};
    throw notAPath(select, opened.path);
  }
  const deadline = startDeadline(call.budget.textTimeMs, call.state.clock, call.signal);
  const input = await openText(call, opened, { ...found, deadline });
  if (!isSinglePath(steps)) return readMatches(call, opened, { found, input, steps });
  const part = await loadPart(input, found, steps);
  await call.state.indexes.keep(input.file, opened.stat).catch(() => undefined);
  const value = valueIn(part, opened.path, deadline);
  if ("depth" in value) {
    const missed = missError({ ...part, miss: value, path: opened.path });
    if (isName) return leadsIntoValue(value) ? { missed } : {};
    throw missed;
  }
  const lines = wholeLinesOf(part.text, value);
  if (lines === undefined || part.base.length > 0) return readPretty(call, opened, { found, part, value });
  refuseLines(call.checked, opened.path);
  return readText({ ...call, checked: onlyLines(call.checked, lines) }, opened, found);
}

/** True if a path ends in an array or a scalar. A name of the outline is then only a key that contains a dot. */
function leadsIntoValue({ depth, keys }: JsonMiss): boolean {
  return depth > 0 && keys === undefined;
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
  return { ...(await loadLine(input, line)), steps: rest };
}

/** Loads a line of JSON Lines, from 1; a negative number counts from the last. */
async function loadLine(input: LineInput, wanted: number): Promise<Omit<JsonPart, "steps">> {
  const { file } = input;
  const line = wanted < 0 ? (await countLines(file)) + 1 + wanted : wanted;
  const position = line < 1 ? undefined : await locateLine(file, line);
  if (position === undefined) throw noSuchLine(file.path, wanted, await countLines(file));
  const next = await locateLine(file, line + 1);
  return {
    text: await load(input, position.byte, next?.byte ?? file.size),
    firstLine: line,
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

function valueIn({ text, steps, firstLine }: JsonPart, path: string, deadline: Deadline): JsonSpan | JsonMiss {
  try {
    return findJsonValue(text, steps, () => {
      deadline.check();
    });
  } catch (error) {
    throw error instanceof JsonSyntaxError ? notJson(path, firstLine + lineOf(text, error.offset) - 1) : error;
  }
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
  async function* eventsOf(): AsyncGenerator<HandlerEvent, void, undefined> {
    try {
      for (const chunk of prettyJson(text, value)) yield textEvent(chunk, at);
    } catch (error) {
      throw error instanceof JsonSyntaxError ? notJson(opened.path, firstLine + lineOf(text, error.offset) - 1) : error;
    }
  }
  const words = `The value starts in line ${line}, column ${column} of the file. It is formatted here, and its lines count from 1.`;
  return pullEvents(call, opened, { found, events: eventsOf(), words });
}

/** Reads converted text, after a notice. */
async function pullEvents(
  call: Call,
  opened: OpenedFile,
  converted: { readonly found: SniffedFile; readonly events: AsyncIterable<HandlerEvent>; readonly words: string },
): Promise<ReadResult> {
  const { found, events, words } = converted;
  const conversion = createConversion(events, { abort: new AbortController(), release: () => Promise.resolve() });
  try {
    const handler = { name: "text" };
    const result = await pullDocument(call, conversion, { file: { opened }, sniff: found.sniff, handler });
    return { ...result, notices: [notice(words), ...result.notices] };
  } finally {
    await conversion.close();
  }
}

/** A path with wildcards or slices into a file. */
interface MatchesRequest {
  readonly found: JsonPartRequest;
  readonly input: LineInput;
  readonly steps: readonly JsonPathStep[];
}

/** Reads the values that a path leads to, each after its path. Fails if it leads nowhere. */
async function readMatches(call: Call, opened: OpenedFile, request: MatchesRequest): Promise<ReadResult> {
  const { found, steps } = request;
  const missed: MissedPath = { deepest: undefined, invalidLines: { count: 0, first: 0 } };
  const matches = matchesOf(request, missed);
  try {
    // The first one is found before the answer begins, so that a path that leads nowhere is an error.
    const first = await matches.next();
    if (first.done === true) throw failMatches(missed, steps, opened.path);
    const label = jsonPathText(steps);
    const events = matchEvents(first.value, { matches, missed, label });
    const words = `Each value is shown after its path, and the lines count from 1. Send one of these paths as \`select\` for its lines in the file.`;
    return await pullEvents(call, opened, { found, events, words });
  } finally {
    await matches.return();
  }
}

/** Where a path led nowhere, for an error or a notice. */
interface MissedPath {
  /** The deepest place, the first of several. */
  deepest: { readonly miss: JsonMiss; readonly base: readonly JsonStep[] } | undefined;
  /** The lines of JSON Lines that are not JSON, or too long. */
  readonly invalidLines: { count: number; first: number };
}

type Matches = AsyncGenerator<JsonMatch, void, undefined>;

async function* matchesOf({ found, input, steps }: MatchesRequest, missed: MissedPath): Matches {
  const { file } = input;
  const pause = createYielder();
  async function* matchesIn(text: string, inText: readonly JsonPathStep[], base: readonly JsonStep[]): Matches {
    const onMiss = (miss: JsonMiss): void => {
      if (missed.deepest === undefined || missed.deepest.miss.depth < miss.depth) missed.deepest = { miss, base };
    };
    for (const match of walkJson({ text, steps: inText, base, onMiss })) {
      if (match !== undefined) yield match;
      file.deadline.check();
      await pause();
    }
  }
  if (found.sniff.mediaType === "application/x-ndjson") {
    yield* matchesInLines({ input, steps, matchesIn, missed });
    return;
  }
  const text = await load(input, file.bomBytes, file.size);
  try {
    yield* matchesIn(text, steps, []);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? notJson(file.path, lineOf(text, error.offset)) : error;
  }
}

interface LineMatches extends Omit<MatchesRequest, "found"> {
  readonly matchesIn: (text: string, steps: readonly JsonPathStep[], base: readonly JsonStep[]) => Matches;
  readonly missed: MissedPath;
}

/** Yields the values of one line or of all lines of JSON Lines. Lines that are not JSON are skipped and counted. */
async function* matchesInLines({ input, steps: [line, ...rest], matchesIn, missed }: LineMatches): Matches {
  const { file } = input;
  if (typeof line === "number") {
    const { text, firstLine } = await loadLine(input, line);
    yield* inLine(text, firstLine);
    return;
  }
  if (typeof line !== "object") throw needsLine(file.path);
  if (line.kind === "slice") throw noLineSlice(file.path);
  const limits = { ...input.limits, maxLineBytes: maxLineOfManyBytes, maxScanBytes: Number.POSITIVE_INFINITY };
  for await (const block of readFileLines({ ...input, limits }, { line: 1, byte: file.bomBytes, column: 1 })) {
    for (const [at, text] of block.text.split("\n").entries()) {
      if (text.trim() !== "") yield* inLine(text, block.firstLine + at);
    }
  }
  async function* inLine(text: string, number: number): Matches {
    try {
      yield* matchesIn(text, rest, [number]);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      const { invalidLines } = missed;
      if (invalidLines.count === 0) invalidLines.first = number;
      invalidLines.count += 1;
    }
  }
}

/** Yields the text of values: each after its path, in one line if it is short. */
async function* matchEvents(
  first: JsonMatch,
  rest: { readonly matches: Matches; readonly missed: MissedPath; readonly label: string },
): AsyncGenerator<HandlerEvent, void, undefined> {
  const at = { unit: "section", index: 1, label: rest.label } as const;
  let chunk = "";
  try {
    for (let match: JsonMatch | undefined = first; match !== undefined;) {
      for (const part of matchText(match)) {
        chunk += part;
        if (chunk.length < chunkCharacters) continue;
        yield textEvent(chunk, at);
        chunk = "";
      }
      const next: IteratorResult<JsonMatch, void> = await rest.matches.next();
      match = next.done === true ? undefined : next.value;
    }
  } catch (error) {
    // The values before a fault are sound.
    if (chunk !== "") yield textEvent(chunk, at);
    throw error;
  }
  if (chunk !== "") yield textEvent(chunk, at);
  const { count, first: line } = rest.missed.invalidLines;
  const fault = `not JSON, or longer than ${sizeWords(maxLineOfManyBytes)},`;
  const words =
    count === 1
      ? `Line ${line} is ${fault} and was skipped.`
      : `${counted(count, "line")} are ${fault} and were skipped; the first is line ${line}.`;
  if (count > 0) yield notice(words);
}

function* matchText({ text, start, end, path }: JsonMatch): Generator<string, void, undefined> {
  const label = jsonPathText(path);
  if (end - start <= maxCompactCharacters) yield `${label}: ${compactJson(text, { start, end })}\n`;
  else {
    yield `${label}: `;
    yield* prettyJson(text, { start, end });
  }
}

function failMatches({ deepest, invalidLines }: MissedPath, steps: readonly JsonPathStep[], path: string): ReadError {
  if (deepest !== undefined) {
    const { miss, base } = deepest;
    // The candidates keep the wildcards. Of JSON Lines, the first step is the line.
    return missError({ steps: steps.slice(base.length), base: steps.slice(0, base.length), miss, path });
  }
  if (invalidLines.count > 0) return notJson(path, invalidLines.first);
  return new ReadError("out-of-range", `${path} has nothing at ${quoted(jsonPathText(steps), 200)}.`, {
    hint: "Send a shorter path, or `$` for the whole document.",
    details: { total: 0 },
  });
}
