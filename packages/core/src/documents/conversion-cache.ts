import { createLruCache, type CacheLimits } from "../memory/lru-cache.ts";
import { hasSpareDescriptors } from "../files/descriptor-limits.ts";
import type { Conversion } from "./conversion.ts";

/** Cache of document conversions from earlier reads, by document and options. */
export interface ConversionCache {
  /** Number of cached conversions. */
  readonly size: number;
  /** Removes a conversion from the cache and returns it, so that no two reads use it at once. */
  take(key: string): Promise<Conversion | undefined>;
  /** Puts a conversion back, or closes it if it cannot be used again. */
  put(key: string, conversion: Conversion): Promise<void>;
  /** Closes the conversions whose handler is suspended, and their files. Returns true if there was one. */
  closeSuspended(): Promise<boolean>;
  /** Closes all conversions. */
  clear(): Promise<void>;
}

/** Limits of a conversion cache. */
export interface ConversionCacheLimits extends CacheLimits {
  /** Maximum number of suspended handlers. Each holds an open file and possibly an engine. */
  readonly maxSuspended: number;
}

/** A finished conversion takes about 9 KB besides its text: its request, its context and the state of its handler. */
const defaultLimits: ConversionCacheLimits = {
  maxEntries: 1024,
  maxBytes: 64 * 1024 * 1024,
  entryBytes: 16 * 1024,
  maxSuspended: 2,
};

/** Maximum time that a suspended handler waits for the next page, in milliseconds. */
const suspendedMs = 30_000;

/** Creates an empty cache. */
export function createConversionCache(given: Partial<ConversionCacheLimits> = {}): ConversionCache {
  const limits = { ...defaultLimits, ...given };
  const kept = createLruCache<Conversion>(limits);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const suspended = (): readonly string[] =>
    kept.entries().flatMap(([key, conversion]) => (conversion.isSuspended() ? [key] : []));
  const drop = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) await kept.take(key)?.close();
  };
  const closeSuspended = async (): Promise<boolean> => {
    const keys = suspended();
    await drop(keys);
    return keys.length > 0;
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void closeSuspended(), suspendedMs);
    // This timer must not keep the program alive.
    timer.unref();
  };
  return {
    get size() {
      return kept.size;
    },
    async take(key) {
      const conversion = kept.take(key);
      if (conversion === undefined || conversion.isReusable()) return conversion;
      await conversion.close();
      return undefined;
    },
    async put(key, conversion) {
      const isKept = conversion.isReusable() && (!conversion.isSuspended() || hasSpareDescriptors());
      if (!isKept) return conversion.close();
      await drop([key]);
      const evicted = kept.set(key, conversion, conversion.keptBytes);
      for (const each of evicted) await each.close();
      if (!conversion.isSuspended()) return;
      watch();
      await drop(suspended().slice(0, -limits.maxSuspended));
    },
    closeSuspended,
    async clear() {
      clearTimeout(timer);
      await drop(kept.entries().map(([key]) => key));
    },
  };
}
