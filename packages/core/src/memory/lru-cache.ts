/** Limits of a cache. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** Maximum size of all entries together, in estimated bytes. */
  readonly maxBytes: number;
  /**
   * Overhead of each entry in bytes, besides its key and the size passed to `set`: objects, closures, the slot in the
   * map.
   */
  readonly entryBytes: number;
}

/** Map that evicts the least recently used entry when it has too many entries or bytes. */
export interface LruCache<Value> {
  readonly size: number;
  /** Estimated size of all entries, in bytes. */
  readonly bytes: number;
  /** Returns the value of a key and makes it the most recently used one. */
  get(key: string): Value | undefined;
  /**
   * Sets the value of a key, which takes about `valueBytes`. Returns the evicted values, which include the value itself
   * if it is larger than the whole cache.
   */
  set(key: string, value: Value, valueBytes: number): readonly Value[];
  /** Removes a key and returns its value. */
  take(key: string): Value | undefined;
  /** Returns all entries, the least recently used first. */
  entries(): readonly (readonly [key: string, value: Value])[];
  clear(): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Creates an empty cache. */
export function createLruCache<Value>({ maxEntries, maxBytes, entryBytes }: CacheLimits): LruCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let bytes = 0;
  const take = (key: string): Entry<Value> | undefined => {
    const entry = entries.get(key);
    if (entries.delete(key)) bytes -= entry?.bytes ?? 0;
    return entry;
  };
  const put = (key: string, entry: Entry<Value>): void => {
    entries.set(key, entry);
    bytes += entry.bytes;
  };
  return {
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
    get(key) {
      const entry = take(key);
      if (entry !== undefined) put(key, entry);
      return entry?.value;
    },
    set(key, value, valueBytes) {
      take(key);
      put(key, { value, bytes: entryBytes + 2 * key.length + valueBytes });
      const evicted: Value[] = [];
      for (const [oldest] of entries) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break;
        const entry = take(oldest);
        if (entry !== undefined) evicted.push(entry.value);
      }
      return evicted;
    },
    take: (key) => take(key)?.value,
    entries: () => Array.from(entries, ([key, { value }]) => [key, value] as const),
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}
