import { createFrameReader, encodeHead, type Frame } from "../channel/frame.ts";
import type { CallAnswer, ChildMessage, PackedError } from "../channel/messages.ts";

/** The parent's answer to a call. */
export interface Answer {
  readonly value: CallAnswer;
  readonly tail: Uint8Array;
}

/** Requests to the parent that wait for an answer. */
export interface Calls {
  /** Sends the message that `make` returns for the call number, with optional bytes. */
  ask(make: (call: number) => ChildMessage, bytes?: Uint8Array): Promise<Answer>;
  answer(call: number, answer: Answer): void;
  refuse(call: number, error: PackedError): void;
  /** Returns a call number for a call on another line. */
  nextNumber(): number;
  /** Recreates the error that a call was refused with, and remembers which call it belongs to. */
  revived(call: number, packed: PackedError): Error;
  /** Returns the number of the call that was refused with this error, so that the parent can restore the original. */
  refusalOf(error: unknown): number | undefined;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Creates an empty list of calls. */
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

/** Recreates an error of the parent, as the handler would see it without isolation. */
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

// An import would make Node evaluate every export of the module.
const { Socket } = process.getBuiltinModule("node:net");

/** File descriptor of the channel. Standard output is not used, because handlers print to it. */
const channelDescriptor = 3;

/** The child's end of the channel. */
export interface Connection {
  /** The system handle, if Node exposes it. */
  readonly handle: object | undefined;
  /** Sends a message and optional bytes. */
  send(message: ChildMessage, tail?: Uint8Array): void;
  /** Sends a message with an encoded head. */
  write(head: Uint8Array, tail?: Uint8Array): void;
}

/** Maximum frame size from the parent: a document loaded whole, under any budget. The child trusts its parent. */
const maxFrameBytes = 2 ** 32;

/** Opens the channel. The process ends when the channel closes. */
export function connect(receive: (frame: Frame) => void): Connection {
  const socket = new Socket({ fd: channelDescriptor, readable: true, writable: true });
  const reader = createFrameReader({ maxFrameBytes }, receive);
  // SIGKILL, so that nothing that a handler left running can delay it.
  const die = (): void => void process.kill(process.pid, "SIGKILL");
  socket.on("data", (chunk: Uint8Array) => reader.push(chunk));
  socket.on("end", die);
  socket.on("close", die);
  socket.on("error", die);
  const write = (head: Uint8Array, tail?: Uint8Array): void => {
    // Writes synchronously if the system has room, even if the handler never yields again.
    socket.write(head);
    if (tail !== undefined && tail.length > 0) socket.write(tail);
  };
  const handle = Reflect.get(socket, "_handle") as object | undefined;
  return { handle, write, send: (message, tail) => write(encodeHead(message, tail?.length), tail) };
}
