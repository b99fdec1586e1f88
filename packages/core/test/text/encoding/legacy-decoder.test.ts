import { expect, test } from "vitest";
import { createLegacyDecoder } from "../../../src/decoders.ts";

test.for([
  ["windows-1251", "cef2f7e5f2202d20cff0e8e2e5f2", "Отчет - Привет"],
  ["shift_jis", "8e9197bf2f95f18d908f91", "資料/報告書"],
] as const)("guesses %s by the words, and decodes others by it", async ([encoding, hex, words]) => {
  const bytes = Uint8Array.from(Buffer.from(hex, "hex"));
  const decoder = await createLegacyDecoder(bytes);
  expect(decoder.encoding).toBe(encoding);
  expect(decoder.confidence).toBeGreaterThan(0.8);
  expect(decoder.decode(bytes)).toBe(words);
  expect(decoder.decode(bytes.subarray(0, 4))).toBe(words.slice(0, encoding === "shift_jis" ? 2 : 4));
});
