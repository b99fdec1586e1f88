import type { Duplex } from "node:stream";
import { createFrameReader, encodeHead, type Frame } from "../../channel/frame.ts";
import type { ParentMessage } from "../../channel/messages.ts";

/** What a line tells. */
export interface LineEvents {
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
