import { memorySource } from "@reader/testkit";
import { expect, test } from "vitest";
import { contextWith, isolated, moduleOf } from "./support.ts";

const description = {
  name: "bulk",
  mediaTypes: ["application/x-bulk"],
  origin: { module: moduleOf("bulk"), export: "bulk" },
};

/** Bytes that tell where they are. */
function counted(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 251);
}

async function read(select: string, length: number): Promise<string> {
  const handler = isolated(description, { maxOutputBytes: 10_000 });
  const events = handler.read(memorySource("bulk.bin", counted(length)), contextWith({ select }));
  let all = "";
  for await (const event of events) if (event.type === "text") all += event.text;
  return all;
}

function sumOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, index) => (sum + byte * (index + 1)) % 1_000_003, 0);
}

test.for([0, 1, 256 * 1024 - 1, 256 * 1024, 3_000_000])("%i bytes come whole", async (length) => {
  expect(await read("whole", length)).toBe(`${length} ${sumOf(counted(length))}`);
});

test("what is asked for without waiting comes while more is on its way, and each gets its own", async () => {
  const length = 1_000_000;
  const bytes = counted(length);
  const parts = [bytes, bytes.subarray(300_000), bytes.subarray(5, 9), bytes.subarray(0, 600_000)];
  expect(await read("mixed", length)).toBe(parts.map((part) => `${part.length} ${sumOf(part)}`).join("|"));
});

test("a source that fails while much is wanted fails as it does without isolation", async () => {
  const handler = isolated(description);
  const source = { ...memorySource("bulk.bin", counted(500_000)), bytes: () => Promise.reject(new Error("gone")) };
  const events = handler.read(source, contextWith({ select: "whole" }));
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow("gone");
});
