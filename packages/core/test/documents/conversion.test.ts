import { describe, expect, test, vi } from "vitest";
import { createConversion, type Conversion } from "../../src/documents/conversion.ts";
import { createConversionCache } from "../../src/documents/conversion-cache.ts";
import { ReadError } from "../../src/contract/errors.ts";
import { text, type HandlerEvent } from "../../src/contract/events.ts";
import type { StreamItem } from "../../src/text/lines/stream.ts";

/** A handler's events, with a record of what became of it. */
function eventsOf(lines: number) {
  const record = { pulled: 0, isCleanedUp: false };
  async function* events(): AsyncGenerator<HandlerEvent> {
    try {
      for (let line = 1; line <= lines; line += 1) {
        record.pulled += 1;
        yield text(`line ${line}\n`);
      }
    } finally {
      record.isCleanedUp = true;
    }
  }
  return { events: events(), record };
}

async function take(conversion: Conversion, count: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const item of conversion.items()) {
    texts.push((item as StreamItem & { text: string }).text);
    if (texts.length === count) break;
  }
  return texts;
}

const ownerOf = (abort = new AbortController()) => ({ abort, release: () => Promise.resolve() });

const never = (): AsyncIterable<HandlerEvent> => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
});

describe("a conversion", () => {
  test("pulls no more than is wanted, and goes on where it stopped", async () => {
    const { events, record } = eventsOf(1000);
    const conversion = createConversion(events, ownerOf());
    expect(await take(conversion, 2)).toEqual(["line 1", "line 2"]);
    expect(record.pulled).toBe(2);
    expect(await take(conversion, 4)).toEqual(["line 1", "line 2", "line 3", "line 4"]);
    expect(record.pulled).toBe(4);
  });

  test("knows its lines when all have come, and then the handler has cleaned up", async () => {
    const { events, record } = eventsOf(3);
    const conversion = createConversion(events, ownerOf());
    expect(conversion.total()).toBeUndefined();
    await take(conversion, 9);
    expect(conversion.total()).toBe(3);
    expect(record.isCleanedUp).toBe(true);
  });

  test("lets the handler clean up when it is closed", async () => {
    const { events, record } = eventsOf(1000);
    const conversion = createConversion(events, ownerOf());
    await take(conversion, 1);
    await conversion.close();
    expect(record.isCleanedUp).toBe(true);
  });

  test("whose handler never answers ends when the time is over, and tells the handler", async () => {
    const abort = new AbortController();
    const conversion = createConversion(never(), ownerOf(abort));
    conversion.use({ timeMs: 20, remainingMs: () => 0, signal: undefined });
    await expect(take(conversion, 1)).rejects.toMatchObject({ code: "timed-out" });
    expect(abort.signal.aborted).toBe(true);
    expect(conversion.isReusable()).toBe(false);
  });

  test("whose handler never waits ends when the time is over", async () => {
    const { events, record } = eventsOf(1_000_000);
    const conversion = createConversion(events, ownerOf());
    let left = 5;
    conversion.use({ timeMs: 5, remainingMs: () => (left -= 1), signal: undefined });
    await expect(take(conversion, 1_000_000)).rejects.toMatchObject({ code: "timed-out" });
    expect(record.pulled).toBeLessThan(10);
  });

  test("ends when its caller gives up", async () => {
    const conversion = createConversion(never(), ownerOf());
    const caller = new AbortController();
    conversion.use({ timeMs: 1e6, remainingMs: () => 1e6, signal: caller.signal });
    const taken = take(conversion, 1);
    caller.abort();
    await expect(taken).rejects.toMatchObject({ code: "aborted" });
  });

  test("that failed is not used again", async () => {
    async function* failing(): AsyncGenerator<HandlerEvent> {
      yield text("good\n");
      throw new Error("broken");
    }
    const conversion = createConversion(failing(), ownerOf());
    await expect(take(conversion, 2)).rejects.toThrow("broken");
    expect(conversion.isReusable()).toBe(false);
  });
});

describe("a document with a fault", () => {
  const fault = () => new ReadError("corrupt", "It is damaged.");
  async function* faulty(lines: readonly string[]): AsyncGenerator<HandlerEvent> {
    for (const line of lines) yield text(line);
    throw fault();
  }

  test("reports it again, even if it is too large to be kept", async () => {
    let starts = 0;
    const events = {
      [Symbol.asyncIterator]() {
        starts += 1;
        return faulty(Array.from({ length: 20 }, () => `${"x".repeat(1024 * 1024)}\n`));
      },
    };
    const conversion = createConversion(events, ownerOf());
    for (let times = 0; times < 2; times += 1) {
      await expect(take(conversion, 100)).rejects.toMatchObject({ code: "corrupt" });
    }
    expect(starts).toBe(1);
  });

  test("reports it, even if its file cannot be closed", async () => {
    const release = () => Promise.reject(new Error("EIO"));
    const conversion = createConversion(faulty(["good\n"]), { abort: new AbortController(), release });
    await expect(take(conversion, 2)).rejects.toMatchObject({ code: "corrupt" });
    await expect(take(conversion, 2)).rejects.toMatchObject({ code: "corrupt" });
  });
});

describe("kept conversions", () => {
  const started = async () => {
    const { events, record } = eventsOf(1000);
    const conversion = createConversion(events, ownerOf());
    await take(conversion, 1);
    return { conversion, record };
  };

  const finished = async () => {
    let releases = 0;
    const release = (): Promise<void> => {
      releases += 1;
      return Promise.resolve();
    };
    const conversion = createConversion(eventsOf(1).events, { abort: new AbortController(), release });
    await take(conversion, 9);
    // The end of the document has released its file once.
    return { conversion, closings: () => releases - 1 };
  };

  test("are lent to one read at a time", async () => {
    const cache = createConversionCache();
    const { conversion } = await started();
    await cache.put("a", conversion);
    expect(await cache.take("a")).toBe(conversion);
    expect(await cache.take("a")).toBeUndefined();
    await conversion.close();
  });

  test("are two at most while suspended: the oldest is closed", async () => {
    const cache = createConversionCache();
    const all = [await started(), await started(), await started()];
    for (const [at, { conversion }] of all.entries()) await cache.put(String(at), conversion);
    expect(all.map(({ record }) => record.isCleanedUp)).toEqual([true, false, false]);
    await cache.clear();
    expect(all.map(({ record }) => record.isCleanedUp)).toEqual([true, true, true]);
  });

  test("are as many as the limit allows: the least recently used is closed", async () => {
    const cache = createConversionCache({ maxEntries: 3 });
    const all = await Promise.all(["a", "b", "c", "d"].map(async (key) => ({ key, ...(await finished()) })));
    for (const { key, conversion } of all.slice(0, 3)) await cache.put(key, conversion);
    await cache.put("a", (await cache.take("a")) ?? expect.fail("The first conversion is not kept."));
    await cache.put("d", all[3]?.conversion ?? expect.fail("There is no fourth."));
    expect(cache.size).toBe(3);
    const taken = await Promise.all(["a", "b", "c", "d"].map((key) => cache.take(key)));
    expect(taken.map((conversion) => conversion !== undefined)).toEqual([true, false, true, true]);
    expect(all.map(({ closings }) => closings())).toEqual([0, 1, 0, 0]);
  });

  test("take memory even if they hold no text", async () => {
    const cache = createConversionCache({ maxBytes: 100 * 1024, entryBytes: 16 * 1024 });
    for (let at = 0; at < 50; at += 1) await cache.put(String(at), (await finished()).conversion);
    expect(cache.size).toBe(6);
    expect(await cache.take("49")).toBeDefined();
  });

  test("are closed when the next page is not requested", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const cache = createConversionCache();
      const { conversion, record } = await started();
      await cache.put("a", conversion);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(record.isCleanedUp).toBe(true);
      expect(await cache.take("a")).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
