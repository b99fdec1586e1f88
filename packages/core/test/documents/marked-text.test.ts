import fc from "fast-check";
import { expect, test } from "vitest";
import type { HandlerEvent } from "../../src/contract/events.ts";
import { markedText } from "../../src/documents/marked-text.ts";

async function shown(chunks: readonly string[], options?: Parameters<typeof markedText>[1]) {
  const events: HandlerEvent[] = [];
  for await (const event of markedText(chunks, options)) events.push(event);
  return {
    text: events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join(""),
    notices: events.filter(({ type }) => type === "notice").length,
  };
}

const nuls = (count: number): string => "\0".repeat(count);

test("runs of at least 8 NULs are marks, and shorter ones stay", async () => {
  expect(await shown([`${nuls(7)}a${nuls(8)}b${nuls(900)}`])).toEqual({
    text: `${nuls(7)}a[8 NUL bytes]b[900 NUL bytes]`,
    notices: 1,
  });
  expect(await shown([`a${nuls(7)}`, "b"])).toEqual({ text: `a${nuls(7)}b`, notices: 0 });
});

test("the bytes of wide characters are counted", async () => {
  expect(await shown([`a${nuls(8)}b`], { encoding: "utf-16le" })).toMatchObject({ text: "a[16 NUL bytes]b" });
});

test("chunks of any size make the same text", async () => {
  const pieces = fc.array(fc.constantFrom("a", "\n", "\0", nuls(5), nuls(9), nuls(300)), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 7 }), async (parts, size) => {
      const whole = parts.join("");
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.slice(at * size, (at + 1) * size),
      );
      expect(await shown(chunks)).toEqual(await shown([whole]));
    }),
    { seed: 19, numRuns: 300 },
  );
});
