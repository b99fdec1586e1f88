import { expect, test } from "vitest";
import { toJson } from "../../src/output/json.ts";

test("bytes are base64, wherever they lie in their buffer", () => {
  const bytes = new Uint8Array([0, 1, 2, 253, 254, 255]);
  expect(toJson({ data: bytes.subarray(2, 5) })).toBe('{"data":"Av3+"}');
  expect(toJson([{ data: new Uint8Array(0) }, Buffer.from([255])])).toContain('{"data":""}');
});

test("a text with half a character and line separators is one line of valid JSON", () => {
  const text = "a\ud800b\nc\u2028d\u0000";
  const json = toJson({ text });
  expect(json).not.toMatch(/\n/);
  expect(JSON.parse(json)).toEqual({ text });
});
