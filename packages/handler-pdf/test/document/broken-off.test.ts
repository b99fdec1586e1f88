import { expect, test } from "vitest";
import { endOfObjects } from "../../src/document/byte-reader.ts";
import { blockReader } from "../../src/document/byte-reader.ts";
import { buildPdf, lines } from "../pdf-builder.ts";
import { asText, messagesOf, readPdfBytes } from "../reading.ts";

const book = buildPdf({
  pages: Array.from({ length: 6 }, (_, at) => ({ content: lines(`This is sheet ${at + 1}.`) })),
});

/** Returns the file up to a position inside an object: after the first `mark` following the object's number. */
function brokenOff(object: number, mark: string): Uint8Array {
  const text = Buffer.from(book).toString("latin1");
  const start = text.indexOf(`\n${object} 0 obj`);
  return book.subarray(0, text.indexOf(mark, start) + mark.length);
}

test.for([
  ["dictionary", brokenOff(18, "/Type")],
  ["name", brokenOff(18, "/Ty")],
  ["content", brokenOff(19, "stream\nBT")],
] as const)("reads the pages before a %s in which a file ends, and reports the repair", async ([, bytes]) => {
  const { events, error } = await readPdfBytes(bytes, asText);
  const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
  expect(error).toBeUndefined();
  expect(text).toContain("This is sheet 4.");
  expect(messagesOf(events)).toContain(
    "The file is damaged: its structure was rebuilt as far as possible, and parts may be missing.",
  );
});

test("does not change a whole file or a truncated stream", () => {
  expect(endOfObjects(book)).toBe(book.length);
  const cut = brokenOff(19, "stream\nBT");
  expect(endOfObjects(cut)).toBe(cut.length);
});

test("ends a file that is read in blocks at the same position", () => {
  const bytes = brokenOff(18, "/Type");
  const reader = blockReader(bytes.length, (start, end) => bytes.slice(start, end));
  const repaired = reader.repaired();
  expect(repaired?.size).toBe(endOfObjects(bytes));
  const target = new Uint8Array(100);
  const at = endOfObjects(bytes) - 6;
  expect(repaired?.read(target, at)).toBe(6);
  expect(Buffer.from(target.subarray(0, 6)).toString()).toBe("endobj");
  expect(blockReader(book.length, (start, end) => book.slice(start, end)).repaired()).toBeUndefined();
});
