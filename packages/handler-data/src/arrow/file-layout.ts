import { damaged, type ByteSource } from "../table/faults.ts";
import { checkFooter } from "./check-metadata.ts";
import { type FlatVector, rootOf, safeLong, viewOf } from "./flat-table.ts";
import { type ArrowMessage, findMessages, messageAt } from "./messages.ts";

/** Where the parts of an Arrow file or stream are. */
export interface ArrowLayout {
  readonly dictionaries: readonly ArrowMessage[];
  readonly batches: readonly ArrowMessage[];
  readonly isCut: boolean;
  /** True if dictionaries apply only to the record batches after them. */
  readonly isStream: boolean;
  /** Returns bytes that the engine reads like the file, with only these messages. */
  assemble(dictionaries: readonly Uint8Array[], batches: readonly Uint8Array[]): Uint8Array | Uint8Array[];
}

/** The signature of Arrow files, at their start and end. */
const magic = "ARROW1";

/** Number of bytes before the first message of a file: the signature and its padding. */
const fileStartBytes = 8;

/** Number of bytes after the footer: its length and the signature. */
const fileEndBytes = 10;

/** Maximum size of a footer, in bytes: 24 for each message, and the schema. */
const maxFooterBytes = 64 * 1024 * 1024;

/** The size of an entry of the footer (File.fbs, `Block`). */
const blockBytes = 24;

/** Finds the messages: by the footer of a file, or one after the other in a stream and in a file that is cut off. */
export async function readLayout(source: ByteSource, signal: AbortSignal): Promise<ArrowLayout> {
  const isFile = latin(await source.slice(0, magic.length)) === magic;
  const footer = isFile ? await readFooter(source) : undefined;
  return footer === undefined ? streamLayout(source, isFile, signal) : fileLayout(source, footer, signal);
}

async function streamLayout(source: ByteSource, isFile: boolean, signal: AbortSignal): Promise<ArrowLayout> {
  const { messages, isCut } = await findMessages(source, isFile ? fileStartBytes : 0, signal);
  const found = messages.find(({ kind }) => kind === "schema");
  if (found === undefined) throw damaged(source.path, "it has no schema");
  const schema = new Uint8Array(await source.slice(found.start, found.end));
  return {
    dictionaries: messages.filter(({ kind }) => kind === "dictionary"),
    batches: messages.filter(({ kind }) => kind === "batch"),
    isCut: isCut || isFile,
    isStream: true,
    assemble: (dictionaries, batches) => [schema, ...dictionaries, ...batches],
  };
}

/** Returns the footer of a file; `undefined` if the file has none because it is cut off. */
async function readFooter(source: ByteSource): Promise<Uint8Array | undefined> {
  const { size } = source;
  const end = await source.slice(Math.max(0, size - fileEndBytes), size);
  if (end.length < fileEndBytes || latin(end.subarray(4)) !== magic) return undefined;
  const length = viewOf(end).getInt32(0, true);
  const start = size - fileEndBytes - length;
  if (length <= 0 || length > maxFooterBytes || start < fileStartBytes) return undefined;
  return new Uint8Array(await source.slice(start, size - fileEndBytes));
}

async function fileLayout(source: ByteSource, footer: Uint8Array, signal: AbortSignal): Promise<ArrowLayout> {
  const view = viewOf(footer);
  const root = rootOf(view);
  checkFooter(root);
  const [dictionaries, batches] = [root.vector(2, blockBytes), root.vector(3, blockBytes)];
  return {
    dictionaries: await messagesOf(source, { view, vector: dictionaries, kind: "dictionary" }, signal),
    batches: await messagesOf(source, { view, vector: batches, kind: "batch" }, signal),
    isCut: false,
    isStream: false,
    assemble: (first, second) =>
      smallerFile(footer, [
        { vector: dictionaries, messages: first },
        { vector: batches, messages: second },
      ]),
  };
}

interface Blocks {
  readonly view: DataView;
  readonly vector: FlatVector;
  readonly kind: ArrowMessage["kind"];
}

async function messagesOf(
  source: ByteSource,
  { view, vector, kind }: Blocks,
  signal: AbortSignal,
): Promise<readonly ArrowMessage[]> {
  const messages: ArrowMessage[] = [];
  for (let at = 0; at < vector.length; at += 1) {
    signal.throwIfAborted();
    const start = safeLong(view, vector.at + 4 + at * blockBytes);
    const message = start < 0 ? "cut" : await messageAt(source, start);
    if (typeof message === "string" || message.kind !== kind || message.end > source.size) {
      throw damaged(source.path, "its footer refers to messages that it does not have");
    }
    messages.push(message);
  }
  return messages;
}

/** Messages, and the list of them in the footer. */
interface Listed {
  readonly vector: FlatVector;
  readonly messages: readonly Uint8Array[];
}

/** Makes a file of some messages of another one: dictionaries, then record batches, and the footer that lists them. */
function smallerFile(footer: Uint8Array, lists: readonly Listed[]): Uint8Array {
  const messages = lists.flatMap((list) => list.messages);
  const bodyBytes = messages.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(fileStartBytes + bodyBytes + footer.length + fileEndBytes);
  const own = footer.slice();
  const view = viewOf(own);
  let at = fileStartBytes;
  for (const { vector, messages: listed } of lists) {
    for (const [entry, message] of listed.entries()) {
      view.setBigInt64(vector.at + 4 + entry * blockBytes, BigInt(at), true);
      file.set(message, at);
      at += message.length;
    }
    if (vector.length > 0) view.setUint32(vector.at, listed.length, true);
  }
  file.set(latinBytes(magic));
  file.set(own, at);
  viewOf(file).setInt32(at + own.length, own.length, true);
  file.set(latinBytes(magic), at + own.length + 4);
  return file;
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function latinBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
