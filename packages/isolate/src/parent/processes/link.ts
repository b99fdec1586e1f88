import type { ChildProcess } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import { createFrameReader, encodeHead, type Frame } from "../../channel/frame.ts";
import type { ParentMessage } from "../../channel/messages.ts";
import { type Death, deathOf } from "./death.ts";

/** What a link tells. */
export interface LinkEvents {
  receive(frame: Frame, bytes: number): void;
  /** The process is dead or as good as dead; told once, after everything that it sent in time. */
  died(death: Death): void;
}

/** Bytes of a question on the direct line, which is a few numbers. */
const maxQuestionBytes = 10_000;

/** Characters of standard error that are kept for the cause of death. */
const maxLastWords = 2000;

/** Bytes on standard error after which a process is ended: reading them costs its parent time. */
const maxErrorOutputBytes = 16 * 1024 * 1024;

/** How long after its exit a process may still be heard: what it wrote is there by then. */
const afterlifeMs = 200;

/** The parent's end of all that leads to one process. */
export class Link {
  /** Where messages go both ways. */
  readonly main: Line;
  /** Where the process stands still until its question is answered. */
  readonly direct: Line;
  readonly #child: ChildProcess;
  readonly #events: LinkEvents;
  readonly #exited: Promise<void>;
  #isDead = false;
  #verdict = "";
  #lastWords = "";
  #errorBytes = 0;
  #holds = 0;

  constructor(child: ChildProcess, maxFrameBytes: number, events: LinkEvents) {
    this.#child = child;
    this.#events = events;
    const lineEvents = {
      receive: (frame: Frame, bytes: number) => this.#receive(frame, bytes),
      broken: (fault: string) => this.kill({ kind: "protocol", fault }),
    };
    const [, , , main, , direct] = child.stdio as readonly unknown[] as readonly Duplex[];
    if (main === undefined || direct === undefined) throw new TypeError("A process has no channel.");
    this.main = new Line(main, maxFrameBytes, lineEvents);
    this.direct = new Line(direct, maxQuestionBytes, lineEvents);
    this.#exited = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    this.#listen();
    this.#unref();
  }

  /** Resolves when the process is gone. */
  get exited(): Promise<void> {
    return this.#exited;
  }

  /** Kills the process. Nothing is heard of it after this. */
  kill(death: Death): void {
    this.#child.kill("SIGKILL");
    this.#die(death);
  }

  /** Keeps this program alive until `release` is called as often. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#child.ref();
    for (const line of [3, 5]) forSocket(this.#child.stdio[line], (socket) => socket.ref());
  }

  /** Waiting for nothing must not keep a program alive. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#unref();
  }

  #unref(): void {
    this.#child.unref();
    for (const stream of this.#child.stdio) forSocket(stream, (socket) => socket.unref());
  }

  #listen(): void {
    const verdicts = this.#child.stdio[4] as Readable;
    verdicts.on("data", (chunk: Uint8Array) => (this.#verdict = tail(this.#verdict, chunk)));
    verdicts.on("error", () => undefined);
    this.#child.stderr?.on("data", (chunk: Uint8Array) => this.#hearErrors(chunk));
    this.#child.on("error", (error: NodeJS.ErrnoException) => {
      this.#die({ kind: "spawn", systemCode: error.code ?? "unknown" });
    });
    this.#child.once("exit", (code, signal) => this.#bury(code, signal));
  }

  /** Lets what is in the pipes come in first. */
  #bury(code: number | null, signal: string | null): void {
    const pipes = this.#child.stdio;
    let open = pipes.filter((pipe) => pipe !== null && pipe !== undefined && !pipe.destroyed).length;
    const finish = (): void => {
      clearTimeout(timer);
      this.#die(deathOf({ code, signal, verdict: this.#verdict, lastWords: this.#lastWords }));
    };
    const timer = setTimeout(finish, afterlifeMs);
    if (this.#holds === 0) timer.unref();
    for (const pipe of pipes) {
      pipe?.once("close", () => {
        open -= 1;
        if (open === 0) finish();
      });
    }
    if (open === 0) finish();
  }

  #receive(frame: Frame, bytes: number): void {
    if (!this.#isDead) this.#events.receive(frame, bytes);
  }

  #hearErrors(chunk: Uint8Array): void {
    this.#lastWords = tail(this.#lastWords, chunk);
    this.#errorBytes += chunk.length;
    if (this.#errorBytes > maxErrorOutputBytes && !this.#isDead) {
      this.kill({ kind: "protocol", fault: "a flood of error output" });
    }
  }

  #die(death: Death): void {
    if (this.#isDead) return;
    this.#isDead = true;
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#events.died(death);
  }
}

interface Referable {
  ref(): void;
  unref(): void;
}

/** Pipes of a process are sockets, which their types do not say. */
function forSocket(stream: unknown, act: (socket: Referable) => void): void {
  if (typeof stream === "object" && stream !== null && "unref" in stream) act(stream as Referable);
}

function tail(text: string, chunk: Uint8Array): string {
  return (text + new TextDecoder().decode(chunk.subarray(-maxLastWords))).slice(-maxLastWords);
}

/** What a line tells. */
interface LineEvents {
  receive(frame: Frame, bytes: number): void;
  /** What came is no frame. */
  broken(fault: string): void;
}

/** One pipe to a process, with frames both ways. */
export class Line {
  readonly #stream: Duplex;
  #room: Promise<void> | undefined;

  constructor(stream: Duplex, maxFrameBytes: number, events: LineEvents) {
    this.#stream = stream;
    const reader = createFrameReader({ maxFrameBytes }, (frame, bytes) => events.receive(frame, bytes));
    stream.on("data", (chunk: Uint8Array) => {
      if (stream.destroyed) return;
      try {
        reader.push(chunk);
      } catch (error) {
        events.broken(error instanceof Error ? error.message : "nonsense");
      }
    });
    // A broken pipe is told by the exit of the process.
    stream.on("error", () => undefined);
  }

  /** Writes a message; gives whether more should be written now. */
  send(message: ParentMessage, tail?: Uint8Array): boolean {
    if (this.#stream.destroyed) return false;
    const isReady = this.#stream.write(encodeHead(message, tail?.length));
    return tail === undefined || tail.length === 0 ? isReady : this.#stream.write(tail);
  }

  /** Writes a message and waits until there is room for another one. */
  async sendAll(message: ParentMessage, tail?: Uint8Array): Promise<void> {
    if (this.send(message, tail) || this.#stream.destroyed) return;
    this.#room ??= this.#waitForRoom();
    await this.#room;
  }

  /** One for all who wait. */
  async #waitForRoom(): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        this.#stream.off("drain", finish).off("close", finish);
        resolve();
      };
      this.#stream.on("drain", finish).on("close", finish);
    });
    this.#room = undefined;
  }
}
