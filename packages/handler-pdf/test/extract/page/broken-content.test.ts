import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildPdf, lines, type PdfPart } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

const words = lines(...Array.from({ length: 40 }, (_, at) => `Line ${at} of the report has ${at * 7919} words in it.`));
const sound = deflateSync(Buffer.from(words));

function deflated(data: Uint8Array): PdfPart {
  return { dictionary: "/Filter /FlateDecode", data };
}

/** As after a transfer in text mode, which replaces non-ASCII bytes. */
const mangled = sound.map((byte) => (byte > 127 ? 63 : byte));
const cut = sound.subarray(0, sound.length / 2);
const wrongSum = Uint8Array.from([...sound.subarray(0, -4), 1, 2, 3, 4]);

async function pageOf(contents: string, parts: readonly PdfPart[] = []): Promise<string> {
  const bytes = buildPdf({ pages: [{ entries: `/Contents ${contents}` }], extra: parts });
  // A page has one content entry: that of the builder is renamed.
  const text = Buffer.from(bytes).toString("latin1").replace("/Contents 11 0 R", "/Continue 11 0 R");
  const { events, error } = await readPdfBytes(Buffer.from(text, "latin1"), asText);
  expect(error).toBeUndefined();
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

const damaged = "(this page is damaged and cannot be read)\n";
const missing = "(the content of this page is damaged, and some of it is missing)\n";

test.for([
  ["cannot be unpacked", "100 0 R", [deflated(mangled)]],
  ["cannot be unpacked in any part", "[100 0 R 101 0 R]", [deflated(mangled), deflated(mangled)]],
  ["is not in the file", "100 0 R", []],
  ["is in no part in the file", "[100 0 R 101 0 R]", []],
] as const)("does not treat a page as blank whose content %s", async ([, contents, parts]) => {
  expect(await pageOf(contents, parts)).toBe(damaged);
});

test.for([
  ["breaks off", "100 0 R", [deflated(cut)]],
  ["has a part that cannot be unpacked", "[100 0 R 101 0 R]", [deflated(sound), deflated(mangled)]],
] as const)("reports missing content if content %s", async ([, contents, parts]) => {
  const text = await pageOf(contents, parts);
  expect(text).toContain("Line 3 of the report has 23757 words in it.");
  expect(text.endsWith(missing)).toBe(true);
});

test("reports missing content of one document after another with the same damage", async () => {
  const read = (): Promise<string> => pageOf("100 0 R", [deflated(cut)]);
  const texts = [await read(), await read(), await read()];
  expect(texts.map((text) => text.endsWith(missing))).toEqual([true, true, true]);
});

test.for([
  ["is whole", [deflated(sound)]],
  ["has a wrong sum behind it", [deflated(wrongSum)]],
] as const)("reports nothing if content %s", async ([, parts]) => {
  const text = await pageOf("100 0 R", parts);
  expect(text).toContain("Line 39 of the report");
  expect(text).not.toContain("damaged");
});

test("a page without content is blank", async () => {
  expect(await pageOf("[]")).toBe("(blank page)\n");
});
