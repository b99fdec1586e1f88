/** Limits of a cache. */
export interface CacheLimits {
  readonly maxEntries: number;
  /** Estimated bytes of all entries together. */
  readonly maxBytes: number;
  /** Bytes that every entry takes besides its key and what `set` is told: objects, closures, the slot in the map. */
  readonly entryBytes: number;
}

/** A map that evicts the least recently used entry when it has too many of them, or too large ones. */
export interface LruCache<Value> {
  readonly size: number;
  /** Estimated bytes of all entries. */
  readonly bytes: number;
  /** The value of a key, which becomes the most recently used one. */
  get(key: string): Value | undefined;
  /**
   * Sets the value of a key, which takes about so many bytes. Returns the values that were evicted: the value itself is
   * among them if it is larger than the whole cache.
   */
  set(key: string, value: Value, valueBytes: number): readonly Value[];
  /** Removes a key and returns its value. */
  take(key: string): Value | undefined;
  /** All entries, the least recently used first. */
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
