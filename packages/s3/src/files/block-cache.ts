/** Size of a block, in bytes. Most objects are one. */
export const blockBytes: number = 1024 * 1024;

/** Blocks of objects that were read lately, so that an object that is hashed and then read is fetched once. */
export class BlockCache {
  readonly #maxBytes: number;
  readonly #blocks = new Map<string, Uint8Array>();
  #bytes = 0;

  /** Creates a cache that keeps at most `maxBytes`. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns a block, and keeps it longer than those that were not asked for. */
  get(id: string): Uint8Array | undefined {
    const block = this.#blocks.get(id);
    if (block === undefined) return undefined;
    this.#blocks.delete(id);
    this.#blocks.set(id, block);
    return block;
  }

  /** Adds a block, and drops those that were not asked for the longest. */
  set(id: string, block: Uint8Array): void {
    this.#bytes += block.length - (this.#blocks.get(id)?.length ?? 0);
    this.#blocks.delete(id);
    this.#blocks.set(id, block);
    for (const [oldest, { length }] of this.#blocks) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#blocks.delete(oldest);
      this.#bytes -= length;
    }
  }
}
