import type { FileHandle, FileStat } from "@reader/core";
import { addressOf, type ObjectName } from "../store/object-name.ts";
import type { ObjectFacts, ObjectStore } from "../store/object-store.ts";
import { type BlockCache, blockBytes } from "./block-cache.ts";

/** Maximum number of blocks to fetch with one request. */
const maxAhead = 4;

/** Returns the state of an object as that of a file. Its ETag is a part of its identity. */
export function statOf(name: ObjectName, { size, etag, modifiedMs }: ObjectFacts): FileStat {
  const modifiedNs = BigInt(modifiedMs) * 1_000_000n;
  const fileId = JSON.stringify([name.bucket, name.key, etag ?? ""]);
  const tag = etag === undefined ? {} : { etag };
  return { kind: "file", size, fileId, modifiedNs, changedNs: modifiedNs, ...tag };
}

let handles = 0;

/**
 * An open object: always the one that was opened, because every request names its ETag. Reads that go on where the last one
 * ended fetch more and more at once.
 */
export class ObjectHandle implements FileHandle {
  readonly #store: ObjectStore;
  readonly #name: ObjectName;
  readonly #path: string;
  readonly #facts: ObjectFacts;
  readonly #cache: BlockCache;
  readonly #onFault: () => void;
  /** The start of the names of its blocks. */
  readonly #id: string;
  /** The end of the last request. One is made at a time, so that memory is bounded. */
  #fetched: Promise<unknown> = Promise.resolve();
  /** The block after the last one that was fetched. */
  #next = 0;
  #ahead = 1;
  #isClosed = false;

  constructor({ store, name, path, facts, cache, onFault }: OpenedObject) {
    this.#store = store;
    this.#name = name;
    this.#path = path;
    this.#facts = facts;
    this.#cache = cache;
    this.#onFault = onFault;
    // Without a tag, another object of the same size may have the same name later.
    handles += 1;
    this.#id = `${facts.etag ?? `handle ${handles}`} ${addressOf(name)}`;
  }

  async stat(): Promise<FileStat> {
    return statOf(this.#name, this.#facts);
  }

  realPath(): Promise<string> {
    return Promise.resolve(this.#path);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (this.#isClosed) throw Object.assign(new Error("The object is closed."), { code: "EBADF" });
    let filled = 0;
    while (filled < target.length && position + filled < this.#facts.size) {
      const at = position + filled;
      const index = Math.floor(at / blockBytes);
      const block = this.#cache.get(this.#idOf(index)) ?? (await this.#fetch(index));
      const part = block.subarray(at - index * blockBytes, at - index * blockBytes + target.length - filled);
      target.set(part, filled);
      filled += part.length;
    }
    return filled;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** Adds the first block, which came with the answer that opened the object. */
  addFirst(block: Uint8Array): void {
    this.#cache.set(this.#idOf(0), block);
    this.#next = 1;
  }

  #idOf(index: number): string {
    return `${index} ${this.#id}`;
  }

  /** Fetches a block, after the requests before it. */
  #fetch(index: number): Promise<Uint8Array> {
    const mine = this.#fetched.then(() => this.#cache.get(this.#idOf(index)) ?? this.#request(index));
    // A failure is reported to whoever asked for the block.
    this.#fetched = mine.catch(() => this.#onFault());
    return mine;
  }

  async #request(index: number): Promise<Uint8Array> {
    this.#ahead = index === this.#next ? Math.min(maxAhead, this.#ahead * 2) : 1;
    const start = index * blockBytes;
    const length = Math.min(this.#ahead * blockBytes, this.#facts.size - start);
    const { bytes } = await this.#store.range(this.#name, { start, length, facts: this.#facts });
    this.#next = index + this.#ahead;
    for (let at = 0; at < bytes.length; at += blockBytes) {
      // A copy, because a view would keep all bytes of the request.
      this.#cache.set(this.#idOf(index + at / blockBytes), bytes.slice(at, at + blockBytes));
    }
    return bytes.subarray(0, blockBytes);
  }
}

/** What a handle is made of. */
export interface OpenedObject {
  readonly store: ObjectStore;
  readonly name: ObjectName;
  /** Its absolute path. */
  readonly path: string;
  readonly facts: ObjectFacts;
  readonly cache: BlockCache;
  /** Called if a request fails, because the object may not be what it was. */
  readonly onFault: () => void;
}
