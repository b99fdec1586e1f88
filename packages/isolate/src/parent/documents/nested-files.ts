import { escapeName, type HandlerEvent, type InnerWish, type PageRange } from "@reader/core/handler";
import { packEvent } from "../../channel/handler-output.ts";
import type { CallAnswer } from "../../channel/messages.ts";
import { isCount, isObject, type Unknown } from "../../channel/plain.ts";
import { tooMuchAtOnce } from "./byte-requests.ts";
import type { Task } from "./task.ts";

/** Nested files that a document may have open at a time. */
const maxOpenNested = 16;

/** What a call is answered with. */
export interface Answer {
  readonly value: CallAnswer;
  readonly tail?: Uint8Array;
}

/** The files inside of a document that its handler has opened, by the numbers that it gave them. */
export class NestedFiles {
  readonly #task: Task;
  readonly #open = new Map<number, AsyncIterator<HandlerEvent>>();
  readonly #pulled = new Set<AsyncIterator<HandlerEvent>>();

  constructor(task: Task) {
    this.#task = task;
  }

  /** Opens one; gives what is wrong with the wish, if something is. */
  take({ nested, name, wish }: Unknown, bytes: Uint8Array): string | undefined {
    if (!isCount(nested) || typeof name !== "string" || this.#open.has(nested)) return "a nested file without a name";
    const checked = checkWish(wish);
    if (checked === undefined) return "a wish for a nested file that makes no sense";
    const { maxInputBytes } = this.#task.limits;
    if (this.#open.size >= maxOpenNested) return "too many nested files at once";
    const events = bytes.length > maxInputBytes ? refuseNested(escapeName(name), maxInputBytes) : undefined;
    this.#open.set(nested, (events ?? this.#task.context.nested(name, bytes, checked))[Symbol.asyncIterator]());
    return undefined;
  }

  /** How to get the next event of one; a text says what is wrong with the wish. */
  pull(nested: unknown): string | (() => Promise<Answer>) {
    const iterator = isCount(nested) ? this.#open.get(nested) : undefined;
    if (iterator === undefined) return "a wish for a nested file that is not there";
    if (this.#pulled.has(iterator)) return "two wishes at once for a nested file";
    this.#pulled.add(iterator);
    return async () => {
      const step = await iterator.next();
      // The answer is on its way before the next wish can come.
      this.#pulled.delete(iterator);
      if (step.done === true) return { value: { kind: "end" } };
      const { event, data } = packEvent(step.value);
      return { value: { kind: "event", event }, ...(data === undefined ? {} : { tail: data }) };
    };
  }

  /** Lets go of one, which may be gone already. */
  drop(nested: unknown): void {
    const iterator = isCount(nested) ? this.#open.get(nested) : undefined;
    if (iterator === undefined || !isCount(nested)) return;
    this.#open.delete(nested);
    void letGo(iterator);
  }

  /** Lets go of all. */
  end(): void {
    for (const iterator of this.#open.values()) void letGo(iterator);
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

/** What is let go may fail at it, and nobody is interested. */
async function letGo(iterator: AsyncIterator<HandlerEvent>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Its document is done.
  }
}

/** More ranges than any request has. */
const maxRanges = 10_000;

/** What is wanted of a nested file as a child sent it, checked; undefined for what is no such wish. */
function checkWish(value: unknown): InnerWish | undefined {
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
