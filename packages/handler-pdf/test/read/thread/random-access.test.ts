import { textOnly } from "@reader/core";
import type { HandlerEvent, Source } from "@reader/core/handler";
import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../../src/index.ts";
import { buildPdf, firstExtra, lines, type PdfPart } from "../../pdf-builder.ts";
import { codeOf } from "../../reading.ts";

/** 24 pages with half a megabyte of data between each two. */
function largeDocument(): Uint8Array {
  const load = new Uint8Array(500_000).map((_, index) => (index * 2_654_435_761) >>> 13);
  const extra = Array.from({ length: 24 }, (): PdfPart => ({ dictionary: "", data: load }));
  const pages = extra.map((_, index) => ({
    content: lines(`This is sheet ${index + 1}.`),
    entries: `/PieceInfo << /Load ${firstExtra + index} 0 R >>`,
  }));
  return buildPdf({ pages, extra });
}

const large = largeDocument();

/** A source that counts the bytes it returns, optionally also synchronously. */
function countingSource(isSynchronous: boolean): { readonly source: Source; readonly given: () => number } {
  const inner = memorySource("large.pdf", large);
  let given = 0;
  const count = (bytes: Uint8Array): Uint8Array => {
    given += bytes.length;
    return bytes;
  };
  const source: Source = {
    ...inner,
    slice: async (start, end) => count(await inner.slice(start, end)),
    bytes: () => Promise.reject(new Error("all of it was asked for")),
    ...(isSynchronous ? { sliceSync: (start: number, end: number) => count(large.slice(start, end)) } : {}),
  };
  return { source, given: () => given };
}

async function read(source: Source, signal?: AbortSignal): Promise<readonly HandlerEvent[]> {
  const events: HandlerEvent[] = [];
  const context = mockContext({
    capabilities: textOnly,
    pages: [{ first: 20, last: 21 }],
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const event of pdf().read(source, context)) events.push(event);
  return events;
}

test.for([
  ["through a thread that waits for the bytes", false],
  ["where the source gives bytes at once", true],
] as const)("reads two pages of a large file without reading the file %s", async ([, isSynchronous]) => {
  const { source, given } = countingSource(isSynchronous);
  expect(await read(source)).toEqual([
    { type: "extent", unit: "page", total: 24, exact: true },
    { type: "text", text: "This is sheet 20.\n", at: { unit: "page", index: 20 } },
    { type: "text", text: "This is sheet 21.\n", at: { unit: "page", index: 21 } },
  ]);
  expect(large.length).toBeGreaterThan(12_000_000);
  expect(given()).toBeLessThan(1_000_000);
});

test("describes a large file without reading it", async () => {
  const { source, given } = countingSource(false);
  expect(await pdf().info?.(source, mockContext())).toMatchObject({ facts: { pages: 24 } });
  expect(given()).toBeLessThan(4_000_000);
});

test.for([false, true])("fails like the source (synchronous bytes: %s)", async (isSynchronous) => {
  const fault = new Error("The drive is gone.");
  const refuse = (): never => {
    throw fault;
  };
  const { source } = countingSource(false);
  const failing = { ...source, slice: () => Promise.reject(fault), ...(isSynchronous ? { sliceSync: refuse } : {}) };
  await expect(read(failing)).rejects.toThrow("The drive is gone.");
});

test("ends a thread that waits for a source that never answers", async () => {
  const abort = new AbortController();
  const { source } = countingSource(false);
  const stalled: Source = {
    ...source,
    slice: () => {
      abort.abort();
      return new Promise(() => undefined);
    },
  };
  const error: unknown = await read(stalled, abort.signal).catch((reason: unknown) => reason);
  expect(codeOf(error)).toBe("AbortError");
});

test("passes errors of the request out of the thread unchanged", async () => {
  const { source } = countingSource(false);
  const context = mockContext({ pages: [{ first: 99 }] });
  const error: unknown = await pdf()
    .read(source, context)
    [Symbol.asyncIterator]()
    .next()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "out-of-range", details: { total: 24, unit: "page" } });
});

test.for(["info", "outline"] as const)("passes the error of %s out of the thread unchanged", async (question) => {
  const inner = memorySource("large.pdf", new Uint8Array(9_000_000));
  const source: Source = { ...inner, bytes: () => Promise.reject(new Error("all of it was asked for")) };
  const answer = Promise.resolve(pdf()[question]?.(source, mockContext()));
  const error: unknown = await answer.catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "corrupt",
    message: "large.pdf is damaged beyond repair: no PDF document was found in it.",
  });
});
