import { expect, test } from "vitest";
import { collectFacts } from "../src/collect-facts.ts";
import type { MediaFacts } from "../src/model/media-facts.ts";

function factsOf(bytes: Uint8Array): Promise<MediaFacts> {
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  return collectFacts({ path: "x.ac3", size: bytes.length, slice }, "audio/vnd.dolby.dd-raw");
}

/** A frame of E-AC-3 with six blocks of 48 kHz, which last 32 ms (ATSC A/52, E.1.2). */
function enhancedFrame(size: number, { type = 0, stream = 0 } = {}): Uint8Array {
  const frame = new Uint8Array(size);
  const words = size / 2 - 1;
  // Version 16, with the channel mode 7 and a channel for low frequencies.
  frame.set([0x0b, 0x77, (type << 6) | (stream << 3) | (words >> 8), words & 0xff, 0x3f, 16 << 3]);
  return frame;
}

/** A frame of AC-3 of 64 kbit/s at 48 kHz in stereo, in a version (ATSC A/52, 5.3). */
function plainFrame(version: number): Uint8Array {
  const frame = new Uint8Array(256);
  frame.set([0x0b, 0x77, 0, 0, 8, version << 3, 0x40]);
  return frame;
}

const repeated = (count: number, frames: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.concat(frames)));

test("frames of E-AC-3 with further channels, or of another program, take no time", async () => {
  const dependent = enhancedFrame(400, { type: 1 });
  const other = enhancedFrame(300, { stream: 1 });
  const facts = await factsOf(repeated(100, [enhancedFrame(500), dependent, other]));
  expect(facts.durationMs).toBeCloseTo(3200);
  expect(facts.streams[0]?.facts).toEqual(["48000 Hz", "5.1 channels", "300 kbit/s"]);
});

test("sound that begins with a dependent frame, and endless dependent frames, end", async () => {
  await expect(factsOf(repeated(9, [enhancedFrame(400, { type: 1 })]))).rejects.toThrow(/has no frames of AC-3/);
  let reads = 0;
  const bytes = Buffer.concat([enhancedFrame(400), repeated(10_000, [enhancedFrame(16, { type: 1 })])]);
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    reads += 1;
    return Promise.resolve(bytes.subarray(start, end));
  };
  await collectFacts({ path: "x.ac3", size: bytes.length, slice }, "audio/vnd.dolby.dd-raw");
  expect(reads).toBeLessThan(1000);
});

test.for([
  [8, 48_000, 64, 3200],
  [9, 24_000, 32, 6400],
  [10, 12_000, 16, 12_800],
] as const)("AC-3 of version %i has %i Hz", async ([version, rate, kbits, durationMs]) => {
  const facts = await factsOf(repeated(100, [plainFrame(version)]));
  expect(facts.streams[0]?.facts).toEqual([`${rate} Hz`, "stereo", `${kbits} kbit/s`]);
  expect(facts.durationMs).toBeCloseTo(durationMs);
});
