import type { ChildProcess } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import { createFrameReader, encodeHead, type Frame } from "../../channel/frame.ts";
import type { ParentMessage } from "../../channel/messages.ts";
import { type Death, deathOf } from "./death.ts";

/** Notifications of a link. */
export interface LinkEvents {
  receive(frame: Frame, bytes: number): void;
  /** The process is dead or about to die. Called once, after all messages that arrived in time. */
  died(death: Death): void;
}

/** Maximum size of a request on the direct line, in bytes. */
const maxQuestionBytes = 10_000;

/** Number of characters of standard error that are kept. */
const maxErrorTail = 2000;

/** Maximum bytes on standard error before a process is killed, because reading them takes time in the parent. */
const maxErrorOutputBytes = 16 * 1024 * 1024;

/** Time after the exit in which remaining output is read. */
const drainMs = 200;

/** The parent's end of all pipes of one process. */
export class Link {
  /** The channel for messages in both directions. */
  readonly main: Line;
  /** The line for synchronous requests. */
  readonly direct: Line;
  readonly #child: ChildProcess;
  readonly #events: LinkEvents;
  readonly #exited: Promise<void>;
  #isDead = false;
  #verdict = "";
  #errorTail = "";
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

  /** Kills the process and ignores all further messages. */
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

  /** An idle process must not keep the program alive. */
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
    this.#child.once("exit", (code, signal) => this.#drain(code, signal));
  }

  /** Reads what is left in the pipes first. */
  #drain(code: number | null, signal: string | null): void {
    const pipes = this.#child.stdio;
    let open = pipes.filter((pipe) => pipe !== null && pipe !== undefined && !pipe.destroyed).length;
    const finish = (): void => {
      clearTimeout(timer);
      this.#die(deathOf({ code, signal, verdict: this.#verdict, errorTail: this.#errorTail }));
    };
    const timer = setTimeout(finish, drainMs);
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
    this.#errorTail = tail(this.#errorTail, chunk);
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

/** Pipes of a process are sockets, although their types do not say so. */
function forSocket(stream: unknown, act: (socket: Referable) => void): void {
  if (typeof stream === "object" && stream !== null && "unref" in stream) act(stream as Referable);
}

function tail(text: string, chunk: Uint8Array): string {
  return (text + new TextDecoder().decode(chunk.subarray(-maxErrorTail))).slice(-maxErrorTail);
}

/** Notifications of a line. */
interface LineEvents {
  receive(frame: Frame, bytes: number): void;
  /** The received bytes are not a frame. */
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
    // A broken pipe shows as the exit of the process.
    stream.on("error", () => undefined);
  }

  /** Writes a message. Returns false if the caller should wait before writing more. */
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

  /** One promise for all callers that wait. */
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
