import { packError } from "../../channel/errors.ts";
import { type ImageFrame, maxJudgedNames } from "../../channel/messages.ts";
import { isCount, isObject, type Unknown } from "../../channel/plain.ts";
import type { Line, Link } from "../processes/link.ts";
import type { Arrival } from "../processes/passenger.ts";
import { checkByteRequest, fetchBytes } from "./byte-requests.ts";
import { type Answer, NestedFiles } from "./nested-files.ts";
import type { Task } from "./task.ts";

/** Calls that a child may have open at a time; a handler has a few. */
const maxOpenCalls = 256;

/** Characters of a name; the longest of an archive has 65 535. */
const maxNameCharacters = 100_000;

/** Refused calls whose errors are kept, in case the child fails because of one; a handler that goes on asks again. */
const maxRefusals = 1000;

/**
 * From so many bytes on they go over the direct line, which the child reads in one go, into the place where they stay:
 * 3 MB take 3 ms and not 7. Windows has pipes of another kind.
 */
const directBytes = process.platform === "win32" ? Infinity : 256 * 1024;

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
  readonly #nested: NestedFiles;
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
    this.#nested = new NestedFiles(task);
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
        return this.#nested.take(message, tail);
      case "recognise":
        return this.#takePicture(message, tail);
      case "judge":
        return this.#takeNames(message);
      case "pull":
        return this.#takePull(message);
      case "drop":
        this.#nested.drop(message["nested"]);
        return undefined;
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
    this.#nested.end();
  }

  #takeBytes({ type, call, request }: Unknown): string | undefined {
    const wish = checkByteRequest(request);
    if (!isCount(call) || wish === undefined) return "a wish for bytes that makes no sense";
    this.#openCalls += 1;
    // In turn, so that a flood of wishes for much does not fill this process.
    this.#reads = this.#reads.then(async () => {
      const line = type === "bytes-now" ? this.#link.direct : this.#link.main;
      await this.#answer({ call, line }, async () => ({
        value: { kind: "bytes" },
        tail: await fetchBytes(this.#task, wish),
      }));
    });
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

  #takeNames({ call, names }: Unknown): string | undefined {
    const { areDenied } = this.#task.context;
    if (!isCount(call) || !areNames(names)) return "a wish for a judgement that makes no sense";
    if (areDenied === undefined) return "a wish for what nobody can do";
    this.#openCalls += 1;
    void this.#answer({ call, line: this.#link.main }, async () => ({
      value: { kind: "judged", denied: await areDenied(names) },
    }));
    return undefined;
  }

  #takePull({ call, nested }: Unknown): string | undefined {
    if (!isCount(call)) return "a wish for a nested file that is not there";
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

  #countPictures(change: number): void {
    this.#openPictures += change;
    this.#events.recognising(this.#openPictures);
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
  if (!Array.isArray(names) || names.length > maxJudgedNames) return false;
  return names.every((name) => typeof name === "string" && name.length <= maxNameCharacters);
}

/** A call, and the line on which it is answered. */
interface Question {
  readonly call: number;
  readonly line: Line;
}

/** What a child says of a picture of so many bytes, checked; undefined for what is no picture. */
function checkImage(value: unknown, bytes: number): ImageFrame | undefined {
  if (!isObject(value)) return undefined;
  const { widthPx, heightPx } = value;
  const isSized = isCount(widthPx) && isCount(heightPx) && widthPx > 0 && widthPx * heightPx === bytes;
  return isSized ? { widthPx, heightPx } : undefined;
}
