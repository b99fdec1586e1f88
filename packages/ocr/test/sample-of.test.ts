import type { RecognisedLine } from "@reader/core/internal";
import { expect, test } from "vitest";
import { sampleOf } from "../src/recognise-image.ts";

function lineAt(y: number, text: string): RecognisedLine {
  const word = { text, confidence: 40, box: { x0: 0, y0: y, x1: 2, y1: y + 20 } };
  return { ...word, words: [word] };
}

test("a sample is the fifth of a page with the most print, over its whole breadth", () => {
  const data = Uint8Array.from({ length: 2 * 2000 }, (_, at) => Math.floor(at / 2) % 256);
  const sample = sampleOf({ data, widthPx: 2, heightPx: 2000 }, [lineAt(100, "few"), lineAt(1300, "many letters")]);
  expect(sample).toMatchObject({ widthPx: 2, heightPx: 400 });
  expect(sample?.data.length).toBe(800);
  expect(sample?.data[0]).toBe(1000 % 256);
});

test("a small image has no sample", () => {
  expect(sampleOf({ data: new Uint8Array(100), widthPx: 10, heightPx: 10 }, [])).toBeUndefined();
});
