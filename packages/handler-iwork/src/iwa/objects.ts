import { ReadError } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import type { OfficePackage } from "@reader/office-kit/package";
import { decodeMessage, type IwaEngine, type Message, quietly } from "./message.ts";

/** The objects of a document, which refer to each other by identifier. */
export interface IwaObjects {
  /** Returns an object if it has one of these types; `undefined` if it is missing, of another type, or damaged. */
  find(id: number | undefined, ...types: readonly number[]): Message | undefined;
  /** Returns the type of an object. */
  typeOf(id: number): number | undefined;
  /** Returns the objects of a type with their identifiers, in the order of the file. */
  ofType(type: number): readonly (readonly [id: number, message: Message])[];
  readonly count: number;
}

interface StoredObject {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** Maximum size of an unpacked Snappy block. Apple's programs write blocks of 64 KiB. */
const maxBlockBytes = 16 * 1024 * 1024;

/** Maximum number of objects. A presentation of 500 slides has 50 000. */
const maxObjects = 2_000_000;

/** Length of the header of a block: a zero, and the length of the block in three bytes. */
const headerBytes = 4;

/**
 * Reads all objects of a document. `parts` are the names of the `.iwa` members. Throws `corrupt` if none can be read,
 * and `too-large`.
 */
export async function readObjects(
  opened: OfficePackage,
  parts: readonly string[],
  { engine, signal }: { readonly engine: IwaEngine; readonly signal: AbortSignal },
): Promise<IwaObjects> {
  const stored = new Map<number, StoredObject>();
  const pause = createYielder(signal);
  for (const part of parts) {
    const bytes = await opened.bytes(part);
    if (bytes !== undefined) addObjects(stored, unpackPart(bytes, part, { opened, engine }), engine);
    await pause();
  }
  return createObjects(stored, engine);
}

/** Unpacks a member: blocks of Snappy without checksums. A damaged block ends it. */
function unpackPart(
  bytes: Uint8Array,
  part: string,
  { opened, engine }: { readonly opened: OfficePackage; readonly engine: IwaEngine },
): Uint8Array {
  const blocks: Uint8Array[] = [];
  let inflatedBytes = 0;
  for (let at = 0; at + headerBytes <= bytes.length && bytes[at] === 0;) {
    const length = (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8) | ((bytes[at + 3] ?? 0) << 16);
    const block = unpackBlock(bytes.subarray(at + headerBytes, at + headerBytes + length), engine);
    if (block === undefined) break;
    inflatedBytes += block.length;
    opened.meter.count(block.length, { packedBytes: bytes.length, inflatedBytes });
    blocks.push(block);
    at += headerBytes + length;
  }
  if (blocks.length === 0 && bytes.length > 0) throw new ReadError("corrupt", `${part} cannot be unpacked.`);
  return Uint8Array.from(Buffer.concat(blocks));
}

function unpackBlock(block: Uint8Array, engine: IwaEngine): Uint8Array | undefined {
  try {
    return engine.unpack(block, maxBlockBytes);
  } catch {
    // The library throws errors of its own for damaged blocks and for lengths beyond the limit.
    return undefined;
  }
}

/** Adds the objects of an unpacked member. Damage ends it. */
function addObjects(stored: Map<number, StoredObject>, bytes: Uint8Array, engine: IwaEngine): void {
  const reader = engine.open(bytes);
  while (reader.pos < bytes.length) {
    const header = quietly(() => decodeMessage(reader.readBytes(), engine));
    if (header === undefined || !addObject(stored, header, { reader, bytes })) return;
    if (stored.size > maxObjects) throw new ReadError("too-large", `The document has more than ${maxObjects} objects.`);
  }
}

interface Unpacked {
  readonly reader: ReturnType<IwaEngine["open"]>;
  readonly bytes: Uint8Array;
}

/** Adds an object, whose header has its identifier, its type and its length. Returns false if it is damaged. */
function addObject(stored: Map<number, StoredObject>, header: Message, { reader, bytes }: Unpacked): boolean {
  const id = header.number(1);
  const infos = header.messages(2);
  const start = reader.pos;
  for (const info of infos) reader.pos += info.number(3) ?? 0;
  const [first] = infos;
  if (id === undefined || first === undefined || reader.pos > bytes.length) return false;
  // Further messages of an object are changes to it, which a program that knows the first does not need.
  stored.set(id, { type: first.number(1) ?? 0, bytes: bytes.subarray(start, start + (first.number(3) ?? 0)) });
  return true;
}

function createObjects(stored: ReadonlyMap<number, StoredObject>, engine: IwaEngine): IwaObjects {
  const decode = ({ bytes }: StoredObject): Message | undefined => quietly(() => decodeMessage(bytes, engine));
  return {
    count: stored.size,
    typeOf: (id) => stored.get(id)?.type,
    find(id, ...types) {
      const object = id === undefined ? undefined : stored.get(id);
      return object === undefined || !types.includes(object.type) ? undefined : decode(object);
    },
    ofType(type) {
      return [...stored].flatMap(([id, object]) => {
        const message = object.type === type ? decode(object) : undefined;
        return message === undefined ? [] : [[id, message] as const];
      });
    },
  };
}
