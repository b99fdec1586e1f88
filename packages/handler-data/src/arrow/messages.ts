import type { ByteSource } from "../table/faults.ts";
import { checkMessage } from "./check-metadata.ts";
import { rootOf, viewOf } from "./flat-table.ts";

/** A message of an Arrow file or stream: its bytes in the file, and what its header says. */
export interface ArrowMessage {
  readonly kind: "schema" | "dictionary" | "batch";
  readonly start: number;
  readonly end: number;
  /** The number of rows of a record batch. */
  readonly rows: number;
}

/** The messages of a stream, in order. */
export interface ArrowMessages {
  readonly messages: readonly ArrowMessage[];
  /** True if the bytes end before the last message does, or without the mark of the end. */
  readonly isCut: boolean;
}

/** Maximum size of the header of a message, in bytes: a schema has some hundred bytes for a column. */
const maxHeaderBytes = 64 * 1024 * 1024;

/** Maximum number of messages. */
const maxMessages = 1_000_000;

/** Kinds of messages (Message.fbs, `MessageHeader`). */
const kinds: Readonly<Record<number, ArrowMessage["kind"]>> = { 1: "schema", 2: "dictionary", 3: "batch" };

/** Finds the messages of a stream, from an offset, by their headers. Reads no data. */
export async function findMessages(source: ByteSource, start: number, signal: AbortSignal): Promise<ArrowMessages> {
  const messages: ArrowMessage[] = [];
  let at = start;
  for (;;) {
    signal.throwIfAborted();
    const found = await messageAt(source, at);
    if (typeof found === "string") return { messages, isCut: found === "cut" };
    if (found.end > source.size) return { messages, isCut: true };
    messages.push(found);
    if (messages.length > maxMessages) throw new RangeError(`it has more than ${maxMessages} messages`);
    at = found.end;
  }
}

/** Number of bytes that are read for a header; most are shorter. */
const firstBytes = 4096;

/** Reads the header of the message at an offset. Returns `"end"` at the mark of the end, and `"cut"` without one. */
export async function messageAt(source: ByteSource, start: number): Promise<ArrowMessage | "end" | "cut"> {
  const head = await source.slice(start, start + firstBytes);
  const { length, headerStart } = headOf(head);
  if (length === 0) return "end";
  const bodyStart = start + headerStart + length;
  if (length < 0 || bodyStart > source.size) return "cut";
  if (length > maxHeaderBytes) throw new RangeError(`the header of a message has ${length} bytes`);
  const isRead = headerStart + length <= head.length;
  const header = isRead
    ? head.subarray(headerStart, headerStart + length)
    : await source.slice(start + headerStart, bodyStart);
  return { start, ...messageOf(header, bodyStart) };
}

/** Reads the length of a header, which is 0 at the end; negative if it is cut off. Before Arrow 0.15, it had no mark. */
function headOf(head: Uint8Array): { readonly length: number; readonly headerStart: number } {
  if (head.length < 4) return { length: -1, headerStart: 0 };
  const view = viewOf(head);
  const first = view.getInt32(0, true);
  if (first !== -1) return { length: first, headerStart: 4 };
  return { length: head.length < 8 ? -1 : view.getInt32(4, true), headerStart: 8 };
}

function messageOf(header: Uint8Array, bodyStart: number): Omit<ArrowMessage, "start"> {
  const message = rootOf(viewOf(header));
  const kind = kinds[message.byte(1)];
  const body = message.long(3);
  if (kind === undefined) throw new RangeError(`a message has the unknown kind ${message.byte(1)}`);
  if (body < 0) throw new RangeError("a message has a negative length");
  const rows = kind === "batch" ? message.table(2).long(0) : 0;
  if (rows < 0) throw new RangeError("a record batch has a negative number of rows");
  checkMessage(message);
  return { kind, rows, end: bodyStart + body };
}

/** True if the first bytes of a file are the schema of an Arrow stream, which has no signature. */
export function startsLikeStream(head: Uint8Array): boolean {
  if (head.length < 24 || head.subarray(0, 4).some((byte) => byte !== 0xff)) return false;
  const length = viewOf(head).getInt32(4, true);
  if (length <= 0 || length > maxHeaderBytes) return false;
  try {
    const message = rootOf(viewOf(head.subarray(8)));
    return message.byte(1) === 1 && message.long(3) === 0;
  } catch {
    return false;
  }
}
