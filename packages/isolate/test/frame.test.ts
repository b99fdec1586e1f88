import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameReader, encodeHead, FrameFault, type Frame } from "../src/channel/frame.ts";

interface Received {
  readonly frames: readonly (Frame & { readonly bytes: number })[];
  readonly push: (chunk: Uint8Array) => void;
}

function reader(maxFrameBytes = 1000): Received {
  const frames: (Frame & { bytes: number })[] = [];
  const inner = createFrameReader({ maxFrameBytes }, (frame, bytes) => frames.push({ ...frame, bytes }));
  return { frames, push: (chunk) => inner.push(chunk) };
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
}

test("frames come out as they went in, wherever the stream is cut", () => {
  const message = fc.record({ head: fc.jsonValue(), tail: fc.uint8Array({ maxLength: 20 }) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(30), { maxLength: 50 }), (messages, cuts) => {
      const stream = join(messages.flatMap(({ head, tail }) => [encodeHead(head, tail.length), tail]));
      const { frames, push } = reader(1e9);
      let start = 0;
      for (const length of [...cuts, stream.length]) {
        push(stream.subarray(start, start + length));
        start += length;
      }
      expect(frames.map(({ head }) => JSON.stringify(head))).toEqual(messages.map(({ head }) => JSON.stringify(head)));
      expect(frames.map(({ tail }) => [...tail])).toEqual(messages.map(({ tail }) => [...tail]));
      expect(frames.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(stream.length);
    }),
  );
});

test("a tail has a buffer of its own", () => {
  const { frames, push } = reader();
  push(join([encodeHead({ a: 1 }, 3), new Uint8Array([1, 2, 3])]));
  expect(frames[0]?.tail.buffer.byteLength).toBe(3);
});

test("a frame larger than allowed is refused before its bytes come", () => {
  const { push } = reader(100);
  const prefix = new Uint8Array(8);
  new DataView(prefix.buffer).setUint32(4, 101, true);
  expect(() => push(prefix)).toThrow(FrameFault);
});

test("a frame of no bytes is no message", () => {
  expect(() => reader().push(new Uint8Array(8))).toThrow(FrameFault);
});

test("a frame that is not JSON is refused", () => {
  const { push } = reader();
  expect(() => push(new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0, 123]))).toThrow(FrameFault);
});

/** A frame whose head is this JSON. */
function frameOf(json: string): Uint8Array {
  const head = new TextEncoder().encode(json);
  const prefix = new Uint8Array(8);
  new DataView(prefix.buffer).setUint32(0, head.length, true);
  return Buffer.concat([prefix, head]);
}

test.for([
  ["lists in each other", `${"[".repeat(1_100_000)}${"]".repeat(1_100_000)}`],
  ["empty objects", `[${"{},".repeat(600_000)}0]`],
  ["fields", `{${'"a\\"":0,'.repeat(1_100_000)}"b":0}`],
] as const)("a frame of more than a million %s is refused before it is parsed", ([, json]) => {
  const { push } = reader(1e9);
  expect(() => push(frameOf(json))).toThrow("a frame with too many values");
});

test.for([
  ["commas and brackets", ",[{".repeat(700_000)],
  ["quotes", '",'.repeat(1_100_000)],
  ["backslashes before quotes", '\\",'.repeat(1_100_000)],
  ["a backslash at its end", `${"[,".repeat(1_100_000)}\\`],
] as const)("a long text of %s is one part", ([, content]) => {
  const { frames, push } = reader(1e9);
  push(encodeHead({ content, after: [1] }));
  expect(frames).toMatchObject([{ head: { content, after: [1] } }]);
});
