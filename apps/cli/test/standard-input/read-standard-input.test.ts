import { PassThrough } from "node:stream";
import { notebook } from "@reader/handler-notebook";
import type { ReadRequest } from "@reader/core";
import { describe, expect, test } from "vitest";
import { describeStandardInput, readStandardInput } from "../../src/standard-input/read-standard-input.ts";

const setup = { handlers: [notebook()] };
const { signal } = new AbortController();

/** A pipe that gives these pieces, and stays open unless told otherwise. */
function pipe(pieces: readonly (string | Uint8Array)[], end: "open" | "closed" = "closed"): PassThrough {
  const stream = new PassThrough({ highWaterMark: 16 * 1024 * 1024 });
  for (const piece of pieces) stream.write(piece);
  if (end === "closed") stream.end();
  return stream;
}

const lines = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `line ${first + at}\n`).join("");

async function read(input: PassThrough, request: Omit<ReadRequest, "path">): Promise<unknown> {
  return readStandardInput({ setup, signal, input, request });
}

describe("a pipe that never ends", () => {
  test("a page of it is answered, with totals that say at least", async () => {
    const input = pipe([lines(1, 12)], "open");
    expect(await read(input, { limit: 10 })).toMatchObject({
      ok: true,
      status: "partial",
      parts: [{ text: lines(1, 10).trimEnd() }],
      extents: [{ unit: "line", exact: false }],
      next: { request: { path: "stdin", offset: 11, limit: 10 } },
    });
    expect(input.destroyed).toBe(true);
  });

  test("ranges and a place far inside are answered", async () => {
    expect(await read(pipe([lines(1, 60)], "open"), { lines: "2,50-51" })).toMatchObject({
      parts: [{ text: "line 2" }, { text: "line 50\nline 51" }],
    });
    expect(await read(pipe([lines(1, 30_000)], "open"), { offset: 20_000, limit: 2 })).toMatchObject({
      parts: [{ text: "line 20000\nline 20001", firstLine: 20_000 }],
    });
  });

  test("a search is answered as soon as its answer is full", async () => {
    const outcome = await read(pipe([lines(1, 50_000)], "open"), { find: "line 7", context: 0, limit: 3 });
    expect(outcome).toMatchObject({ ok: true, status: "partial", parts: [{ text: "line 7" }, {}] });
  });

  test("UTF-16, whose bytes hold more line feeds than it has lines, is answered too", async () => {
    const text = "ਊ\n".repeat(70_000);
    const input = pipe([Buffer.from(`\ufeff${text}`, "utf16le")], "open");
    expect(await read(input, { limit: 1500 })).toMatchObject({ ok: true, parts: [{ lineCount: 1500 }] });
  });

  test("bytes that are no text are refused at once", async () => {
    const noise = new Uint8Array(70_000).map((_, at) => (at * 7919) % 251);
    expect(await read(pipe([noise], "open"), {})).toMatchObject({ ok: false, error: { code: "binary" } });
  });

  test("an interrupt ends the wait", async () => {
    const controller = new AbortController();
    const input = pipe(["a\n"], "open");
    const reading = readStandardInput({ setup, signal: controller.signal, input, request: { offset: -1 } });
    controller.abort();
    expect(await reading).toMatchObject({ ok: false, path: "stdin", error: { code: "aborted" } });
    expect(input.destroyed).toBe(true);
  });
});

describe("a pipe that ends", () => {
  test("its last lines are found, with their numbers", async () => {
    expect(await read(pipe([lines(1, 30_000)]), { offset: -2 })).toMatchObject({
      status: "complete",
      parts: [{ text: "line 29999\nline 30000" }],
    });
  });

  test("all of a short one is known exactly", async () => {
    expect(await read(pipe(["a\nb"]), {})).toMatchObject({
      status: "complete",
      parts: [{ text: "a\nb" }],
      extents: [{ total: 2, exact: true }],
      text: { finalNewline: false },
    });
  });

  test("a line that is cut between two pieces inside a character is whole", async () => {
    const bytes = Buffer.from("a€b\n");
    const outcome = await read(pipe([bytes.subarray(0, 2), bytes.subarray(2)]), {});
    expect(outcome).toMatchObject({ parts: [{ text: "a€b" }] });
  });

  test("an offset beyond the end names the total", async () => {
    const outcome = await read(pipe([lines(1, 20_000)]), { offset: 20_002 });
    expect(outcome).toMatchObject({ ok: false, error: { code: "out-of-range", details: { total: 20_000 } } });
  });

  test("an empty one is an empty file", async () => {
    expect(await read(pipe([]), {})).toMatchObject({ ok: true, parts: [], notices: [{ code: "empty-file" }] });
  });

  test("a document is read by its handler, whole", async () => {
    const cells = Array.from({ length: 3000 }, (_, at) => ({
      cell_type: "markdown",
      metadata: {},
      source: `This is the text of cell ${at + 1}.`,
    }));
    const json = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });
    expect(json.length).toBeGreaterThan(128 * 1024);
    const outcome = await read(pipe([json]), { pages: "3000" });
    expect(outcome).toMatchObject({
      ok: true,
      handler: "notebook",
      parts: [{ text: "This is the text of cell 3000." }],
    });
    expect(await read(pipe([json]), { limit: 2 })).toMatchObject({ ok: true, handler: "notebook" });
  });

  test("a fault of the input is a failure, not a crash", async () => {
    const input = pipe(["a\n"], "open");
    const reading = read(input, { offset: -1 });
    input.destroy(Object.assign(new Error("read EIO"), { code: "EIO" }));
    expect(await reading).toMatchObject({
      ok: false,
      error: { code: "handler-failed", details: { systemCode: "EIO" } },
    });
  });

  test("a fault of the program is thrown on", async () => {
    const input = pipe(["a\n"], "open");
    const reading = read(input, { offset: -1 });
    input.destroy(new TypeError("a bug"));
    await expect(reading).rejects.toThrow("a bug");
  });
});

test("info takes all of it", async () => {
  const outcome = await describeStandardInput({ setup, signal, input: pipe([lines(1, 20_000)]), request: {} });
  expect(outcome).toMatchObject({ ok: true, path: "stdin", extents: [{ unit: "line", total: 20_000, exact: true }] });
});

test("tells how much has come", async () => {
  const told: number[] = [];
  const onFilled = (bytes: number): void => void told.push(bytes);
  await readStandardInput({ setup, signal, input: pipe(["ab", "c"]), request: {}, onFilled });
  expect(told.at(-1)).toBe(3);
});
