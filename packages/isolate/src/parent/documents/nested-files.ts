import type { HandlerEvent, PageRange } from "@reader/core/handler";
import { escapeName } from "@reader/core/render";
import type { InnerRequest } from "@reader/core/internal";
import { packEvent } from "../../channel/handler-output.ts";
import type { CallAnswer } from "../../channel/messages.ts";
import { isCount, isObject, type Unknown } from "../../channel/plain.ts";
import { tooMuchAtOnce } from "./byte-requests.ts";
import type { Task } from "./task.ts";

/** Maximum number of nested files that a document may have open. */
const maxOpenNested = 16;

/** The answer to a call. */
export interface Answer {
  readonly value: CallAnswer;
  readonly tail?: Uint8Array;
}

/** The nested files that a handler has opened, by the numbers that it gave them. */
export class NestedFiles {
  readonly #task: Task;
  readonly #open = new Map<number, AsyncIterator<HandlerEvent>>();
  readonly #pulled = new Set<AsyncIterator<HandlerEvent>>();

  constructor(task: Task) {
    this.#task = task;
  }

  /** Opens a nested file. Returns a description of the fault if the request is invalid. */
  take({ nested, name, wish }: Unknown, bytes: Uint8Array): string | undefined {
    if (!isCount(nested) || typeof name !== "string" || this.#open.has(nested)) return "a nested file without a name";
    const checked = checkInnerRequest(wish);
    if (checked === undefined) return "an invalid request for a nested file";
    const { maxInputBytes } = this.#task.limits;
    if (this.#open.size >= maxOpenNested) return "too many nested files at once";
    const events = bytes.length > maxInputBytes ? refuseNested(escapeName(name), maxInputBytes) : undefined;
    this.#open.set(nested, (events ?? this.#task.context.nested(name, bytes, checked))[Symbol.asyncIterator]());
    return undefined;
  }

  /** Returns a function that gets the next event, or a description of the fault. */
  pull(nested: unknown): string | (() => Promise<Answer>) {
    const iterator = isCount(nested) ? this.#open.get(nested) : undefined;
    if (iterator === undefined) return "a request for a nested file that is not open";
    if (this.#pulled.has(iterator)) return "two requests at once for a nested file";
    this.#pulled.add(iterator);
    return async () => {
      const step = await iterator.next();
      // The answer is sent before the next request can arrive.
      this.#pulled.delete(iterator);
      if (step.done === true) return { value: { kind: "end" } };
      const { event, data } = packEvent(step.value);
      return { value: { kind: "event", event }, ...(data === undefined ? {} : { tail: data }) };
    };
  }

  /** Closes a nested file, if it is open. */
  drop(nested: unknown): void {
    const iterator = isCount(nested) ? this.#open.get(nested) : undefined;
    if (iterator === undefined || !isCount(nested)) return;
    this.#open.delete(nested);
    void closeQuietly(iterator);
  }

  /** Closes all nested files. */
  end(): void {
    for (const iterator of this.#open.values()) void closeQuietly(iterator);
    this.#open.clear();
  }
}

function refuseNested(name: string, maxBytes: number): AsyncIterable<HandlerEvent> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(tooMuchAtOnce(name, maxBytes + 1, maxBytes)),
    }),
  };
}

/** Closes an iterator and ignores errors. */
async function closeQuietly(iterator: AsyncIterator<HandlerEvent>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Its document is done.
  }
}

/** Maximum number of page ranges, more than any request has. */
const maxRanges = 10_000;

/** Checks the request for a nested file that a child sent. Returns `undefined` if it is invalid. */
function checkInnerRequest(value: unknown): InnerRequest | undefined {
  if (!isObject(value)) return undefined;
  const { select, pages } = value;
  if (select !== undefined && typeof select !== "string") return undefined;
  if (pages === undefined) return { select };
  const ranges = Array.isArray(pages) && pages.length <= maxRanges ? pages.map(checkRange) : [undefined];
  const isSound = ranges.every((range) => range !== undefined);
  return isSound ? { select, pages: ranges } : undefined;
}

function checkRange(value: unknown): PageRange | undefined {
  if (!isObject(value)) return undefined;
  const { first, last, label } = value;
  if (typeof label === "string") return { label };
  if (!Number.isSafeInteger(first) || (last !== undefined && !Number.isSafeInteger(last))) return undefined;
  return last === undefined ? { first: Number(first) } : { first: Number(first), last: Number(last) };
}
