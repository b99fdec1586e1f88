import { functionIn, isRecord } from "../mammoth-shape.ts";

/** A value with warnings: `lib/results.js`. */
interface Result {
  readonly value: unknown;
  /** A list, or a single one, as mammoth gives it for pictures. */
  readonly messages: readonly Message[] | Message;
}

interface Message {
  readonly type: string;
  readonly message: string;
}

type ResultClass = new (value: unknown, messages: readonly Message[]) => Result;

/**
 * Makes results of mammoth join their warnings in time linear in their number: its own compares each of them with all
 * that it has kept. Throws where results have another shape.
 */
export function mendResults(exports: unknown): void {
  const Result = resultClassIn(exports);
  const join = (value: unknown, results: readonly Result[]): Result => new Result(value, joinedMessages(results));
  Object.assign(Result, {
    combine: (results: readonly Result[]): Result => join(flatValues(results), results),
  });
  Object.assign(Result.prototype as object, {
    flatMap(this: Result, change: (value: unknown) => Result): Result {
      const changed = change(this.value);
      return join(changed.value, [this, changed]);
    },
    flatMapThen(this: Result, change: (value: unknown) => Promise<Result>): Promise<Result> {
      return change(this.value).then((changed) => join(changed.value, [this, changed]));
    },
  });
}

function resultClassIn(exports: unknown): ResultClass & { readonly prototype: unknown } {
  const found: unknown = functionIn(exports, "Result");
  if (!isResultClass(found)) throw new TypeError("mammoth has no results as they were.");
  functionIn(found, "combine");
  for (const method of ["map", "flatMap", "flatMapThen"]) functionIn(found.prototype, method);
  return found;
}

function isResultClass(value: unknown): value is ResultClass & { readonly prototype: unknown } {
  return typeof value === "function" && isRecord(value.prototype);
}

function flatValues(results: readonly Result[]): readonly unknown[] {
  const values = results.map(({ value }) => value);
  return values.some(Array.isArray) ? values.flat(Infinity) : values;
}

/** Each warning once, in the order in which they come. */
function joinedMessages(results: readonly Result[]): readonly Message[] {
  if (results.every(({ messages }) => Array.isArray(messages) && messages.length === 0)) return [];
  const all = results.flatMap(({ messages }) => messages);
  if (all.length < 2) return all;
  const byWords = new Map<string, Message>();
  for (const message of all) {
    const words = `${message.type}\0${message.message}`;
    if (!byWords.has(words)) byWords.set(words, message);
  }
  return [...byWords.values()];
}
