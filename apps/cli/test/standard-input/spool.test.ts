import { expect, test } from "vitest";
import { createSpool, createStore, type SpoolInput } from "../../src/standard-input/spool.ts";

const encoder = new TextEncoder();
const endless = Number.POSITIVE_INFINITY;

interface CountedInput extends SpoolInput {
  readonly taken: () => number;
  readonly isDestroyed: () => boolean;
}

/** Gives one piece after the other, and never ends where `isOpen`. */
function inputOf(pieces: readonly string[], isOpen: "open" | "closed" = "closed"): CountedInput {
  let taken = 0;
  let destroyed = false;
  return {
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) {
        taken += 1;
        yield encoder.encode(piece);
      }
      if (isOpen === "open") await new Promise(() => undefined);
    },
    destroy: () => (destroyed = true),
    taken: () => taken,
    isDestroyed: () => destroyed,
  };
}

async function textOf(spool: {
  bytes: number;
  read(target: Uint8Array, at: number): Promise<number>;
}): Promise<string> {
  const target = new Uint8Array(spool.bytes);
  for (let at = 0; at < target.length;) at += await spool.read(target.subarray(at), at);
  return new TextDecoder().decode(target);
}

const { signal } = new AbortController();

test("takes in no more pieces than the lines need", async () => {
  const input = inputOf(["a\nb", "\nc\n", "d\n", "e\n"], "open");
  const spool = createSpool({ input, signal });
  await spool.fill({ bytes: endless, lines: 3 });
  expect([input.taken(), spool.bytes, spool.isEnded]).toEqual([2, 6, false]);
  await spool.fill({ bytes: endless, lines: 3 });
  expect(input.taken()).toBe(2);
  await spool.close();
});

test("takes in no more pieces than the bytes need, and goes on where it stopped", async () => {
  const input = inputOf(["aaaa", "bbbb", "cccc"]);
  const spool = createSpool({ input, signal });
  await spool.fill({ bytes: 5, lines: endless });
  expect(await textOf(spool)).toBe("aaaabbbb");
  await spool.fill({ bytes: endless, lines: endless });
  expect([await textOf(spool), spool.isEnded]).toEqual(["aaaabbbbcccc", true]);
  await spool.close();
});

test("an empty input has ended", async () => {
  const spool = createSpool({ input: inputOf([]), signal });
  await spool.fill({ bytes: 1, lines: 1 });
  expect([spool.bytes, spool.isEnded]).toEqual([0, true]);
});

test("an abort ends the wait for an input that says nothing, and closing stops its writer", async () => {
  const controller = new AbortController();
  const input = inputOf(["a"], "open");
  const spool = createSpool({ input, signal: controller.signal });
  const filling = spool.fill({ bytes: endless, lines: endless });
  controller.abort();
  await expect(filling).rejects.toMatchObject({ code: "aborted" });
  await spool.close();
  expect(input.isDestroyed()).toBe(true);
});

test("a signal that was aborted before stops the first piece", async () => {
  const spool = createSpool({ input: inputOf(["a"], "open"), signal: AbortSignal.abort() });
  await expect(spool.fill({ bytes: 1, lines: 1 })).rejects.toMatchObject({ code: "aborted" });
});

test("an input without end is refused at the limit, which the error names", async () => {
  const spool = createSpool({ input: inputOf(["aaaa", "bbbb", "c"]), signal, maxBytes: 8 });
  await spool.fill({ bytes: 8, lines: endless });
  await expect(spool.fill({ bytes: endless, lines: endless })).rejects.toMatchObject({
    code: "too-large",
    details: { limit: { name: "maxSpoolBytes", value: 8 } },
  });
});

test("a fault of the input is passed on", async () => {
  const input: SpoolInput = {
    // oxlint-disable-next-line require-yield -- it fails before it has anything to give
    async *[Symbol.asyncIterator]() {
      throw Object.assign(new Error("read EIO"), { code: "EIO" });
    },
    destroy: () => undefined,
  };
  await expect(createSpool({ input, signal }).fill({ bytes: 1, lines: 1 })).rejects.toMatchObject({ code: "EIO" });
});

test("tells how much is here", async () => {
  const told: number[] = [];
  const spool = createSpool({ input: inputOf(["aa", "b"]), signal, onFilled: (bytes) => told.push(bytes) });
  await spool.fill({ bytes: endless, lines: endless });
  expect(told).toEqual([2, 3]);
});

test("what goes to the disk is the same as what stays in memory", async () => {
  const pieces = Array.from({ length: 40 }, (_, at) => `${at}:`.padEnd(7 + (at % 5), "x"));
  const spool = createSpool({ input: inputOf(pieces), signal, store: createStore(16) });
  await spool.fill({ bytes: endless, lines: endless });
  expect(await textOf(spool)).toBe(pieces.join(""));
  await spool.close();
});
