import { packError } from "../../channel/errors.ts";
import { type ImageFrame, maxCheckedNames, type CallAnswer } from "../../channel/messages.ts";
import { isCount, isObject, type Unknown } from "../../channel/plain.ts";
import type { Line, Link } from "../processes/link.ts";
import type { Arrival } from "../processes/hosted-document.ts";
import { checkByteRequest, fetchBytes, tooMuchAtOnce, type Task } from "./task.ts";
import type { HandlerEvent, PageRange } from "@reader/core/handler";
import { escapeName } from "@reader/core/render";
import type { InnerRequest } from "@reader/core/internal";
import { packEvent } from "../../channel/handler-output.ts";

/** Maximum number of nested files that a document may have open. */
const maxOpenNested = 16;

/** The answer to a call. */
interface Answer {
  readonly value: CallAnswer;
  readonly tail?: Uint8Array;
}

/** The nested files that a handler has opened, by the numbers that it gave them. */
class NestedFiles {
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

/** Maximum number of open calls of a child. Handlers have a few. */
const maxOpenCalls = 256;

/** Maximum length of a name, in characters. The longest name in an archive has 65 535. */
const maxNameCharacters = 100_000;

/**
 * Number of refused calls whose errors are kept, in case the child fails because of one. A handler that goes on asks
 * again.
 */
const maxRefusals = 1000;

/**
 * From this size, bytes are sent on the direct line, which the child reads in one go into their final place: 3 MB take
 * 3 ms instead of 7. Not used with the pipes of Windows.
 */
const directBytes = process.platform === "win32" ? Infinity : 256 * 1024;

/** Notifications of a call server. */
export interface CallServerEvents {
  /** The number of open pulls on nested files has changed. */
  nesting(openPulls: number): void;
  /** The number of images under recognition, or of transcriptions, has changed. */
  recognising(openImages: number): void;
}

/** Answers the calls of one document's handler on its source and context. */
export class CallServer {
  readonly #task: Task;
  readonly #link: Link;
  readonly #events: CallServerEvents;
  readonly #nested: NestedFiles;
  readonly #refusals = new Map<number, unknown>();
  #openCalls = 0;
  #openPulls = 0;
  #openImages = 0;
  #isOver = false;
  #stop: { readonly reason: unknown } | undefined;
  #giveUp: (reason: unknown) => void = () => undefined;
  readonly #stopped = new Promise<never>((_, reject) => (this.#giveUp = reject));
  #reads: Promise<void> = Promise.resolve();

  constructor(task: Task, link: Link, events: CallServerEvents) {
    this.#task = task;
    this.#nested = new NestedFiles(task);
    this.#link = link;
    this.#events = events;
    // There may be no recognition that awaits it.
    this.#stopped.catch(() => undefined);
  }

  /** Handles a message. Returns a description of the fault if the message is invalid. */
  receive({ message, tail }: Arrival): string | undefined {
    if (this.#openCalls >= maxOpenCalls) return "a flood of requests";
    switch (message["type"]) {
      case "bytes":
      case "bytes-now":
        return this.#takeBytes(message);
      case "nest":
        return this.#nested.take(message, tail);
      case "recognise":
        return this.#takeImage(message, tail);
      case "transcribe":
        return this.#takeRecording(message);
      case "check-names":
        return this.#takeNames(message);
      case "pull":
        return this.#takePull(message);
      case "drop":
        this.#nested.drop(message["nested"]);
        return undefined;
      default:
        return "a message of an unknown type";
    }
  }

  /** Returns the error that a call was refused with. */
  refusal(call: number): unknown {
    return this.#refusals.get(call);
  }

  /** Refuses all calls from now on, so that a cancelled handler does not wait for them. */
  stop(reason: unknown): void {
    this.#stop = { reason };
    this.#giveUp(reason);
  }

  /** Closes all nested files. */
  end(): void {
    this.#isOver = true;
    this.#nested.end();
  }

  #takeBytes({ type, call, request }: Unknown): string | undefined {
    const wanted = checkByteRequest(request);
    if (!isCount(call) || wanted === undefined) return "an invalid request for bytes";
    this.#openCalls += 1;
    // One after the other, so that many large requests do not fill the memory of this process.
    this.#reads = this.#reads.then(async () => {
      const line = type === "bytes-now" ? this.#link.direct : this.#link.main;
      await this.#answer({ call, line }, async () => ({
        value: { kind: "bytes" },
        tail: await fetchBytes(this.#task, wanted),
      }));
    });
    return undefined;
  }

  #takeImage({ call, image }: Unknown, data: Uint8Array): string | undefined {
    const { recognise } = this.#task.context;
    const facts = checkImage(image, data.length);
    if (!isCount(call) || facts === undefined) return "an invalid image";
    if (recognise === undefined) return "an image for text recognition, which is not available";
    this.#answerLate(call, async () => ({
      value: { kind: "recognised", recognised: await Promise.race([recognise({ ...facts, data }), this.#stopped]) },
    }));
    return undefined;
  }

  #takeRecording({ call }: Unknown): string | undefined {
    const { transcribe } = this.#task.context;
    if (!isCount(call)) return "a request for a transcript without a number";
    if (transcribe === undefined) return "a request for a transcript, which is not available";
    this.#answerLate(call, async () => ({
      value: { kind: "transcribed", transcript: await Promise.race([transcribe(), this.#stopped]) },
    }));
    return undefined;
  }

  /** Answers a call that takes seconds, during which the clock of the document stands still. */
  #answerLate(call: number, make: () => Promise<Answer>): void {
    this.#openCalls += 1;
    this.#countPulls(1);
    this.#countImages(1);
    void this.#answer({ call, line: this.#link.main }, make).finally(() => {
      this.#countImages(-1);
      this.#countPulls(-1);
    });
  }

  #takeNames({ call, names }: Unknown): string | undefined {
    const { areDenied } = this.#task.context;
    if (!isCount(call) || !areNames(names)) return "an invalid list of names";
    if (areDenied === undefined) return "names for a policy that does not exist";
    this.#openCalls += 1;
    void this.#answer({ call, line: this.#link.main }, async () => ({
      value: { kind: "names-checked", denied: await areDenied(names) },
    }));
    return undefined;
  }

  #takePull({ call, nested }: Unknown): string | undefined {
    if (!isCount(call)) return "a request for a nested file without a number";
    const pull = this.#nested.pull(nested);
    if (typeof pull === "string") return pull;
    this.#openCalls += 1;
    this.#countPulls(1);
    void this.#answer({ call, line: this.#link.main }, pull).finally(() => this.#countPulls(-1));
    return undefined;
  }

  #keepRefusal(call: number, error: unknown): void {
    this.#refusals.set(call, error);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > maxRefusals && oldest !== undefined) this.#refusals.delete(oldest);
  }

  #countPulls(change: number): void {
    this.#openPulls += change;
    this.#events.nesting(this.#openPulls);
  }

  #countImages(change: number): void {
    this.#openImages += change;
    this.#events.recognising(this.#openImages);
  }

  async #send({ call, line }: Question, { value, tail }: Answer): Promise<void> {
    const { main, direct } = this.#link;
    const isLong = line === main && value.kind === "bytes" && (tail?.length ?? 0) >= directBytes;
    const sent = (isLong ? direct : line).sendAll({ type: "answer", call, value }, tail);
    if (isLong) main.send({ type: "answer", call, value: { kind: "direct" } });
    await sent;
  }

  async #answer({ call, line }: Question, make: () => Promise<Answer>): Promise<void> {
    try {
      if (this.#isOver) return;
      if (this.#stop !== undefined) throw this.#stop.reason;
      const given = await make();
      if (!this.#isOver) await this.#send({ call, line }, given);
    } catch (error) {
      this.#keepRefusal(call, error);
      if (!this.#isOver) line.send({ type: "refuse", call, error: packError(error) });
    } finally {
      this.#openCalls -= 1;
    }
  }
}

function areNames(names: unknown): names is readonly string[] {
  if (!Array.isArray(names) || names.length > maxCheckedNames) return false;
  return names.every((name) => typeof name === "string" && name.length <= maxNameCharacters);
}

/** A call and the line for its answer. */
interface Question {
  readonly call: number;
  readonly line: Line;
}

/** Checks the size of an image that a child sent with so many bytes. Returns `undefined` if they do not match. */
function checkImage(value: unknown, bytes: number): ImageFrame | undefined {
  if (!isObject(value)) return undefined;
  const { widthPx, heightPx } = value;
  const isSized = isCount(widthPx) && isCount(heightPx) && widthPx > 0 && widthPx * heightPx === bytes;
  return isSized ? { widthPx, heightPx } : undefined;
}
