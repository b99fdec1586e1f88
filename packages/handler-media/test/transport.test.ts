import { expect, test } from "vitest";
import { collectFacts } from "../src/collect-facts.ts";
import { SectionCollector } from "../src/transport/tables.ts";

/** A section of a table, whose first byte is its type. */
function section(id: number, content: readonly number[]): readonly number[] {
  const length = content.length + 4;
  return [id, 0xb0 | (length >> 8), length & 0xff, ...content, 0, 0, 0, 0];
}

function payload(...bytes: readonly number[]): Uint8Array {
  const filled = new Uint8Array(184).fill(0xff);
  filled.set(bytes);
  return filled;
}

test("sections that end in the packet in which others start are complete", () => {
  const long = section(
    2,
    Array.from({ length: 300 }, (_, at) => at & 0xff),
  );
  const [second, third] = [section(2, [1, 2, 3]), section(2, [4, 5])];
  const rest = long.slice(183);
  const sections = new SectionCollector();
  const first = { pid: 5, isStart: true, payload: payload(0, ...long.slice(0, 183)) };
  expect(sections.take(first)).toEqual([]);
  const found = sections.take({ pid: 5, isStart: true, payload: payload(rest.length, ...rest, ...second, ...third) });
  expect(found.map((bytes) => [...bytes])).toEqual([long, second, third]);
  expect(sections.take({ pid: 5, isStart: false, payload: payload(0, 0, 0) })).toEqual([]);
});

/** A packet of a transport stream. */
function packet(pid: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10), bytes]);
}

/** A packet with the start of a unit that is shown at a second. */
function unit(pid: number, seconds: number): Uint8Array {
  const ticks = seconds * 90_000;
  const time = [(ticks >> 29) | 0x21, ticks >> 22, (ticks >> 14) | 1, ticks >> 7, (ticks << 1) | 1];
  return packet(pid, payload(0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, ...time.map((byte) => byte & 0xff)));
}

test("a stream lasts as long as its images, whatever other times it has", async () => {
  const programs = section(0, [0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0]);
  const streams = [0x1b, 0xe1, 1, 0xf0, 0, 0x0f, 0xe1, 2, 0xf0, 0, 0x06, 0xe1, 3, 0xf0, 0];
  const program = section(2, [0, 1, 0xc1, 0, 0, 0xe1, 1, 0xf0, 0, ...streams]);
  const tables = [packet(0, payload(0, ...programs)), packet(0x100, payload(0, ...program))];
  const starts = [unit(0x103, 1), unit(0x102, 2), unit(0x101, 10)];
  const filler = packet(0x1fff, payload());
  // The subtitles end long before the images.
  const middle = [unit(0x103, 3), ...Array.from({ length: 5000 }, () => filler)];
  const bytes = Buffer.concat([...tables, ...starts, ...middle, unit(0x102, 62), unit(0x101, 130)]);
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(start, end));
  const facts = await collectFacts({ path: "x.ts", size: bytes.length, slice }, "video/mp2t");
  expect(facts.streams.map(({ kind }) => kind)).toEqual(["video", "audio", "other"]);
  expect(facts.durationMs).toBe(120_000);
});
