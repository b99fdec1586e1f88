import { ReadError } from "../../contract/errors.ts";
import { editDistance } from "../../files/workspace/name-distance.ts";
import { quoted } from "../../render/quote.ts";
import { counted } from "../../render/words.ts";
import { jsonPathText, type JsonPathStep } from "./json-path.ts";
import type { JsonMiss } from "./json-scan.ts";

/** Returns the line of an offset, from 1: LF, CRLF and a lone CR end a line. */
export function lineOf(text: string, offset: number): number {
  return (text.slice(0, offset).match(/\r\n?|\n/g)?.length ?? 0) + 1;
}

/** A file, or a line of it, is not JSON. */
export function notJson(path: string, line: number): ReadError {
  return new ReadError("corrupt", `${path} is not valid JSON in line ${line}, so the path cannot be followed.`, {
    hint: `Read line ${line} with \`offset\`, or search the file with \`find\`.`,
    details: { line },
  });
}

/** The text of a selection is not a path. */
export function notAPath(select: string, path: string): ReadError {
  return new ReadError("invalid-request", `${quoted(select, 100)} is not a path into ${path}.`, {
    hint: 'Send a path of keys and indexes, such as "a[3].name", "a[*].name", "a[-1]", "a[0:10]" or "$[\\"a key\\"]"; filters and ".." are not supported.',
    details: { issues: [{ field: "select", problem: "it is not a path of keys and indexes" }] },
  });
}

/** A path into JSON Lines must start with a line. */
export function needsLine(path: string): ReadError {
  return new ReadError("invalid-request", `${path} has a JSON value in each line, and the path names no line.`, {
    hint: 'Start the path with a line, as in "[12].name" for line 12, "[-1].name" for the last, or "[*].name" for all.',
    details: { issues: [{ field: "select", problem: "it must start with a line, such as [12]" }] },
  });
}

/** A path into JSON Lines starts with a slice. */
export function noLineSlice(path: string): ReadError {
  return new ReadError(
    "invalid-request",
    `${path} has a JSON value in each line, and the path names a slice of them.`,
    {
      hint: 'Start the path with one line, as in "[12].name", or with "[*]" for all, or read a range with `lines`.',
      details: { issues: [{ field: "select", problem: "it must start with one line or [*]" }] },
    },
  );
}

/** JSON Lines have fewer lines. */
export function noSuchLine(path: string, line: number, total: number): ReadError {
  return new ReadError("out-of-range", `${path} has ${counted(total, "line")}; there is no line ${line}.`, {
    hint: `Start the path with a line from 1 to ${total}, as in "[${total}]".`,
    details: { total, unit: "line" },
  });
}

/** Maximum number of keys in an error. */
const maxListed = 10;

interface Missed {
  readonly steps: readonly JsonPathStep[];
  /** The steps before these: those to the text in which the path is followed. */
  readonly base: readonly JsonPathStep[];
  readonly miss: JsonMiss;
  readonly path: string;
}

/** A path leads nowhere. Names the nearest keys, or the number of items. */
export function missError({ steps, base, miss: { depth, keys, items }, path }: Missed): ReadError {
  const around = jsonPathText([...base, ...steps.slice(0, depth)]);
  const wanted = steps[depth] ?? "";
  const step = typeof wanted === "string" ? quoted(wanted, 100) : jsonPathText([wanted]);
  const message = `${path} has no ${step} in ${around}${keys === undefined && items === undefined ? ", which is neither an object nor an array" : ""}.`;
  const candidates = nearestKeys(keys ?? [], typeof wanted === "string" ? wanted : "").map((key) =>
    jsonPathText([...base, ...steps.slice(0, depth), key]),
  );
  return new ReadError("out-of-range", message, {
    hint: missHint(candidates, items, { around, rest: typeof wanted === "string" ? steps.slice(depth) : [] }),
    details: candidates.length > 0 ? { candidates } : { total: items ?? 0 },
  });
}

interface Around {
  /** The path to the container. */
  readonly around: string;
  /** The steps from the missing one on, if it is a key. */
  readonly rest: readonly JsonPathStep[];
}

function missHint(candidates: readonly string[], items: number | undefined, { around, rest }: Around): string {
  if (candidates.length > 0)
    return `Send one of these, the nearest first: ${candidates.map((each) => quoted(each, 200)).join(", ")}.`;
  if (items === undefined || items === 0) return `Send select ${quoted(around, 200)} to see what is there.`;
  const pathOf = (step: JsonPathStep): string =>
    quoted(`${around === "$" ? "" : around}${jsonPathText([step, ...rest])}`, 200);
  const all = rest.length === 0 ? "" : `, or ${pathOf({ kind: "all" })} for all`;
  return `${around} is an array of ${counted(items, "item")}: send an index from 0 to ${items - 1}, as in ${pathOf(0)}${all}.`;
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
