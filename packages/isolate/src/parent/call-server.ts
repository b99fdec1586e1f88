import { ReadError, type HandlerEvent } from "@reader/core/handler";
import type { ByteRequest, CallAnswer } from "../channel/messages.ts";
import { packError } from "../channel/pack-error.ts";
import { packEvent } from "../channel/pack-event.ts";
import { checkImage } from "../channel/check-image.ts";
import { checkWish } from "../channel/check-wish.ts";
import { isCount, isObject, type Unknown } from "../channel/plain.ts";
import type { Line } from "./line.ts";
import type { Link } from "./link.ts";
import type { Arrival } from "./pooled-child.ts";
import type { Task } from "./task.ts";

/** Calls that a child may have open at a time; a handler has a few. */
const maxOpenCalls = 256;

/** Nested files that a document may have open at a time. */
const maxOpenNested = 16;

/** What a server of calls tells of itself. */
export interface CallServerEvents {
  /** The number of pulls on nested files that are open has changed. */
  nesting(openPulls: number): void;
  /** The number of pictures whose text is waited for has changed. */
  recognising(openPictures: number): void;
}

/** Answers what the handler of one document asks of its source and its context, one wish after the other. */
export class CallServer {
  readonly #task: Task;
  readonly #link: Link;
  readonly #events: CallServerEvents;
  readonly #nested = new Map<number, AsyncIterator<HandlerEvent>>();
  readonly #pulled = new Set<AsyncIterator<HandlerEvent>>();
  readonly #refusals = new Map<number, unknown>();
  #openCalls = 0;
  #openPulls = 0;
  #openPictures = 0;
  #isOver = false;
  #stop: { readonly reason: unknown } | undefined;
  #giveUp: (reason: unknown) => void = () => undefined;
  readonly #stopped = new Promise<never>((_, reject) => (this.#giveUp = reject));
  #reads: Promise<void> = Promise.resolve();

  constructor(task: Task, link: Link, events: CallServerEvents) {
    this.#task = task;
    this.#link = link;
    this.#events = events;
    // Nobody may be waiting for a picture when it is stopped.
    this.#stopped.catch(() => undefined);
  }

  /** Takes a message; gives what is wrong with it, if something is. */
  receive({ message, tail }: Arrival): string | undefined {
    if (this.#openCalls >= maxOpenCalls) return "a flood of wishes";
    switch (message["type"]) {
      case "bytes":
      case "bytes-now":
        return this.#takeBytes(message);
      case "nest":
        return this.#takeNest(message, tail);
      case "recognise":
        return this.#takePicture(message, tail);
      case "pull":
        return this.#takePull(message);
      case "drop":
        return this.#takeDrop(message);
      default:
        return "a message of no known type";
    }
  }

  /** The error that a call was refused with. */
  refusal(call: number): unknown {
    return this.#refusals.get(call);
  }

  /** Refuses all wishes from now on, so that a handler that was told to stop does not wait for them. */
  stop(reason: unknown): void {
    this.#stop = { reason };
    this.#giveUp(reason);
  }

  /** Lets go of what is nested. */
  end(): void {
    this.#isOver = true;
    for (const iterator of this.#nested.values()) void letGo(iterator);
    this.#nested.clear();
  }

  #takeBytes({ type, call, request }: Unknown): string | undefined {
    const wish = checkByteRequest(request);
    if (!isCount(call) || wish === undefined) return "a wish for bytes that makes no sense";
    this.#openCalls += 1;
    // In turn, so that a flood of wishes for much does not fill this process.
    this.#reads = this.#reads.then(async () => {
      const line = type === "bytes-now" ? this.#link.direct : this.#link.main;
      await this.#answer({ call, line }, async () => ({ value: { kind: "bytes" }, tail: await this.#fetch(wish) }));
    });
    return undefined;
  }

  #takeNest({ nested, name, wish }: Unknown, bytes: Uint8Array): string | undefined {
    if (!isCount(nested) || typeof name !== "string" || this.#nested.has(nested)) return "a nested file without a name";
    const checked = checkWish(wish);
    if (checked === undefined) return "a wish for a nested file that makes no sense";
    const { maxInputBytes } = this.#task.limits;
    if (this.#nested.size >= maxOpenNested) return "too many nested files at once";
    const events = bytes.length > maxInputBytes ? refuseNested(name, maxInputBytes) : undefined;
    this.#nested.set(nested, (events ?? this.#task.context.nested(name, bytes, checked))[Symbol.asyncIterator]());
    return undefined;
  }

  #takePicture({ call, image }: Unknown, data: Uint8Array): string | undefined {
    const { recognise } = this.#task.context;
    const facts = checkImage(image, data.length);
    if (!isCount(call) || facts === undefined) return "a picture that makes no sense";
    if (recognise === undefined) return "a wish for what nobody can do";
    this.#openCalls += 1;
    this.#countPulls(1);
    this.#countPictures(1);
    void this.#answer({ call, line: this.#link.main }, async () => ({
      value: { kind: "recognised", recognised: await Promise.race([recognise({ ...facts, data }), this.#stopped]) },
    })).finally(() => {
      this.#countPictures(-1);
      this.#countPulls(-1);
    });
    return undefined;
  }

  #takePull({ call, nested }: Unknown): string | undefined {
    const iterator = isCount(nested) ? this.#nested.get(nested) : undefined;
    if (!isCount(call) || iterator === undefined) return "a wish for a nested file that is not there";
    if (this.#pulled.has(iterator)) return "two wishes at once for a nested file";
    this.#pulled.add(iterator);
    this.#openCalls += 1;
    this.#countPulls(1);
    void this.#answer({ call, line: this.#link.main }, async () => {
      const step = await iterator.next();
      // The answer is on its way before the next wish can come.
      this.#pulled.delete(iterator);
      if (step.done === true) return { value: { kind: "end" } };
      const { event, data } = packEvent(step.value);
      return { value: { kind: "event", event }, ...(data === undefined ? {} : { tail: data }) };
    }).finally(() => this.#countPulls(-1));
    return undefined;
  }

  #takeDrop({ nested }: Unknown): string | undefined {
    const iterator = isCount(nested) ? this.#nested.get(nested) : undefined;
    if (iterator === undefined || !isCount(nested)) return undefined;
    this.#nested.delete(nested);
    void letGo(iterator);
    return undefined;
  }

  #countPulls(change: number): void {
    this.#openPulls += change;
    this.#events.nesting(this.#openPulls);
  }

  #countPictures(change: number): void {
    this.#openPictures += change;
    this.#events.recognising(this.#openPictures);
  }

  async #answer({ call, line }: Question, make: () => Promise<Answer>): Promise<void> {
    try {
      if (this.#isOver) return;
      if (this.#stop !== undefined) throw this.#stop.reason;
      const { value, tail } = await make();
      if (!this.#isOver) await line.sendAll({ type: "answer", call, value }, tail);
    } catch (error) {
      this.#refusals.set(call, error);
      if (!this.#isOver) line.send({ type: "refuse", call, error: packError(error) });
    } finally {
      this.#openCalls -= 1;
    }
  }

  async #fetch(request: ByteRequest): Promise<Uint8Array> {
    const { source, limits } = this.#task;
    const length = lengthOf(request, source.size);
    if (length > limits.maxInputBytes) throw tooMuchAtOnce(source.path, length, limits.maxInputBytes);
    switch (request.want) {
      case "head":
        return source.head(request.length);
      case "bytes":
        return source.bytes();
      case "slice":
        return source.slice(request.start, request.end);
    }
  }
}

/** A call, and the line on which it is answered. */
interface Question {
  readonly call: number;
  readonly line: Line;
}

interface Answer {
  readonly value: CallAnswer;
  readonly tail?: Uint8Array;
}

function checkByteRequest(value: unknown): ByteRequest | undefined {
  if (!isObject(value)) return undefined;
  const { want, length, start, end } = value;
  if (want === "bytes") return { want };
  if (want === "head" && isCount(length)) return { want, length };
  return want === "slice" && isCount(start) && isCount(end) ? { want, start, end } : undefined;
}

function lengthOf(request: ByteRequest, size: number): number {
  if (request.want === "slice") return Math.min(request.end, size) - request.start;
  return request.want === "head" ? Math.min(request.length, size) : size;
}

function tooMuchAtOnce(path: string, actual: number, value: number): ReadError {
  return new ReadError("too-large", `${path} needs ${actual} bytes at once, and the limit is ${value}.`, {
    hint: "Read a part of it, or ask for a reader with a higher `maxInputBytes`.",
    details: { limit: { name: "maxInputBytes", value, actual } },
  });
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
