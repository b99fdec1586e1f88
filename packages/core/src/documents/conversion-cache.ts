import type { Conversion } from "./conversion.ts";

/** Conversions of documents that were read before, by document and options. */
export interface ConversionCache {
  /** Takes one out, so that no two reads use it at once. */
  take(key: string): Conversion | undefined;
  /** Puts one back, or lets it go when it is of no more use. */
  put(key: string, conversion: Conversion): Promise<void>;
  /** Lets all go. */
  clear(): Promise<void>;
}

/** Bytes kept in all, and handlers that may be suspended: each holds an open file and maybe an engine. */
const maxKeptBytes = 64 * 1024 * 1024;
const maxSuspended = 2;

/** How long a suspended handler waits for the next page. */
const suspendedMs = 30_000;

/** An empty cache; the least recently used conversion goes first. */
export function createConversionCache(): ConversionCache {
  const entries = new Map<string, Conversion>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = async (key: string): Promise<void> => {
    const conversion = entries.get(key);
    entries.delete(key);
    await conversion?.close();
  };
  const dropSuspended = async (): Promise<void> => {
    for (const key of suspendedKeys(entries)) await drop(key);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void dropSuspended(), suspendedMs);
    // Waiting for a next page must not keep a program alive.
    timer.unref();
  };
  return {
    take(key) {
      const conversion = entries.get(key);
      entries.delete(key);
      return conversion;
    },
    async put(key, conversion) {
      if (!conversion.isReusable()) return conversion.close();
      await drop(key);
      entries.set(key, conversion);
      if (conversion.isSuspended()) watch();
      for (let surplus = surplusKey(entries); surplus !== undefined; surplus = surplusKey(entries)) await drop(surplus);
    },
    async clear() {
      clearTimeout(timer);
      for (const key of Array.from(entries.keys())) await drop(key);
    },
  };
}

/** The oldest entry that must go, if any. */
function surplusKey(entries: ReadonlyMap<string, Conversion>): string | undefined {
  const suspended = suspendedKeys(entries);
  if (suspended.length > maxSuspended) return suspended[0];
  const bytes = [...entries.values()].reduce((sum, conversion) => sum + conversion.keptBytes, 0);
  return bytes > maxKeptBytes && entries.size > 1 ? entries.keys().next().value : undefined;
}

function suspendedKeys(entries: ReadonlyMap<string, Conversion>): readonly string[] {
  return Array.from(entries.keys()).filter((key) => entries.get(key)?.isSuspended());
}
