import { PassThrough } from "node:stream";
import { createReader, type ReadOutcome, type ReadRequest } from "@reader/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { oneFileSystem, readStandardInput } from "../../src/standard-input/read-standard-input.ts";

// The law of standard input: however a pipe is divided, whether or not it ends, and however little of it was taken in,
// its answer has the content that the same bytes have as a file.

const { signal } = new AbortController();

const line = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "needle", "a needle in hay", "x".repeat(3000)),
);

const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom("\n", "\r\n"), fc.integer({ min: 1, max: 40 }))
  .map(([lines, end, repeats]) =>
    `${lines.map((each) => each.replaceAll(/[\r\n\0]/g, "")).join(end)}${end}`.repeat(repeats),
  );

const request = fc.oneof(
  fc.record({ offset: fc.integer({ min: 1, max: 300 }), limit: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ offset: fc.integer({ min: -50, max: -1 }) }),
  fc.record({ lines: fc.constantFrom("1-3,7", "2,40-60", "5-") }),
  fc.record({ find: fc.constantFrom("needle", "/NEEDLE$/i"), limit: fc.integer({ min: 1, max: 20 }) }),
  fc.constant({}),
);

/** The same bytes as a file that was there all the time. */
async function readAsFile(bytes: Uint8Array, wanted: Omit<ReadRequest, "path">): Promise<ReadOutcome> {
  const fileSystem = oneFileSystem("stdin", {
    stat: () => Promise.resolve({ kind: "file", size: bytes.length, fileId: "0:1", modifiedNs: 0n, changedNs: 0n }),
    read(target, position) {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return Promise.resolve(part.length);
    },
  });
  return createReader({ roots: ["/"], fileSystem }).read({ ...wanted, path: "stdin" });
}

function pipeOf(bytes: Uint8Array, pieceBytes: number): PassThrough {
  const input = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
  for (let at = 0; at < bytes.length; at += pieceBytes) input.write(bytes.subarray(at, at + pieceBytes));
  return input;
}

test("a pipe that ends is answered as the file is", async () => {
  const pieces = fc.integer({ min: 1, max: 9000 });
  const property = fc.asyncProperty(text, request, pieces, async (content, wanted, pieceBytes) => {
    const bytes = Buffer.from(content);
    const input = pipeOf(bytes, Math.max(pieceBytes, Math.ceil(bytes.length / 50)));
    input.end();
    const { parts, ...outcome } = await readStandardInput({ setup: {}, signal, input, request: wanted });
    const file = await readAsFile(bytes, wanted);
    expect(parts).toEqual(file.parts);
    expect(outcome.ok ? outcome.next?.request : outcome.error).toEqual(file.ok ? file.next?.request : file.error);
  });
  await fc.assert(property, { numRuns: 60, seed: 3 });
});

test("what a pipe that goes on answers is the beginning of what all of it would", async () => {
  const page = fc.record({ offset: fc.integer({ min: 1, max: 200 }), limit: fc.integer({ min: 1, max: 50 }) });
  const property = fc.asyncProperty(text, page, async (content, wanted) => {
    const filler = "and so on\n".repeat(wanted.offset + wanted.limit + 10_000);
    const bytes = Buffer.from(content + filler);
    const input = pipeOf(bytes, 4096);
    const outcome = await readStandardInput({ setup: {}, signal, input, request: wanted });
    expect(input.destroyed).toBe(true);
    expect(outcome.parts).toEqual((await readAsFile(bytes, wanted)).parts);
    expect(outcome).toMatchObject({ ok: true, extents: [{ exact: false }] });
  });
  await fc.assert(property, { numRuns: 40, seed: 5 });
});
