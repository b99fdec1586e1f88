import { createFrameReader, encodeHead, type Frame } from "../channel/frame.ts";
import type { ChildMessage } from "../channel/messages.ts";

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
