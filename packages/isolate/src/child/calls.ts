import { createFrameReader, encodeHead, type Frame } from "../channel/frame.ts";
import type { CallAnswer, ChildMessage, PackedError } from "../channel/messages.ts";

/** What came back from the parent. */
export interface Answer {
  readonly value: CallAnswer;
  readonly tail: Uint8Array;
}

/** Wishes that go to the parent and wait for an answer. */
export interface Calls {
  /** Sends the message that `make` makes of the number of the call, and the bytes that go with it. */
  ask(make: (call: number) => ChildMessage, bytes?: Uint8Array): Promise<Answer>;
  answer(call: number, answer: Answer): void;
  refuse(call: number, error: PackedError): void;
  /** A number for a call that is made in another way. */
  nextNumber(): number;
  /** The error that a call was refused with, known from now on as a refusal. */
  revived(call: number, packed: PackedError): Error;
  /** The call whose refusal an error is, so that it can go back as it came. */
  refusalOf(error: unknown): number | undefined;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** No calls yet. */
export function createCalls(connection: Connection): Calls {
  const waiting = new Map<number, Waiting>();
  const refusals = new WeakMap<object, number>();
  let last = 0;
  const revived = (call: number, packed: PackedError): Error => {
    const error = revive(packed);
    refusals.set(error, call);
    return error;
  };
  const take = (call: number): Waiting | undefined => {
    const found = waiting.get(call);
    waiting.delete(call);
    return found;
  };
  return {
    ask: (make, bytes) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        connection.send(make(last), bytes);
      }),
    answer: (call, answer) => take(call)?.resolve(answer),
    refuse: (call, packed) => take(call)?.reject(revived(call, packed)),
    nextNumber: () => (last += 1),
    revived,
    refusalOf: (error) => (typeof error === "object" && error !== null ? refusals.get(error) : undefined),
  };
}

/** An error of the parent, as the handler would have met it without isolation. */
export function revive(packed: PackedError): Error {
  if (packed.kind === "read-error") {
    const { code, message, hint, details } = packed;
    return Object.assign(new Error(message), { "~reader": "ReadError", name: "ReadError", code, hint, details });
  }
  if (packed.kind !== "other") return new Error("The reader failed.");
  const { name, message, code } = packed;
  if (name === "AbortError" || name === "TimeoutError") return new DOMException(message, name);
  const error = name === "RangeError" ? new RangeError(message) : new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}

// An import makes Node evaluate all that a module of its own exports.
const { Socket } = process.getBuiltinModule("node:net");

/** The number of the descriptor that the channel has in a child. Standard output is never used: handlers print. */
const channelDescriptor = 3;

/** The child's end of the channel. */
export interface Connection {
  /** What the system knows of it, as far as Node shows that. */
  readonly handle: object | undefined;
  /** Writes a message and bytes that go with it. */
  send(message: ChildMessage, tail?: Uint8Array): void;
  /** Writes a message whose head is encoded already. */
  write(head: Uint8Array, tail?: Uint8Array): void;
}

/** What a parent may send in one frame: a document loaded whole, by any budget. The child trusts its parent. */
const maxFrameBytes = 2 ** 32;

/** Opens the channel. Its end is the end of this process: nobody is left to work for. */
export function connect(receive: (frame: Frame) => void): Connection {
  const socket = new Socket({ fd: channelDescriptor, readable: true, writable: true });
  const reader = createFrameReader({ maxFrameBytes }, receive);
  // Nothing that a handler left behind may hold it up.
  const die = (): void => void process.kill(process.pid, "SIGKILL");
  socket.on("data", (chunk: Uint8Array) => reader.push(chunk));
  socket.on("end", die);
  socket.on("close", die);
  socket.on("error", die);
  const write = (head: Uint8Array, tail?: Uint8Array): void => {
    // What the system takes at once is written before this returns, even if the handler never waits again.
    socket.write(head);
    if (tail !== undefined && tail.length > 0) socket.write(tail);
  };
  const handle = Reflect.get(socket, "_handle") as object | undefined;
  return { handle, write, send: (message, tail) => write(encodeHead(message, tail?.length), tail) };
}
