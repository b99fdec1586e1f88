import { expect, test } from "vitest";
import { setFullWidths } from "../../src/extract/full-widths.ts";
import { noStyle, type PageCharacters } from "../../src/extract/page-characters.ts";

/** A character of 20 points at 100, of which 14 to 18 are drawn on. */
function drawn(text: string, name: string): PageCharacters {
  const one = (value: number): Float64Array => Float64Array.of(value);
  return {
    count: 1,
    texts: [text],
    styles: [{ ...noStyle, font: { ...noStyle.font, name, size: 200 } }],
    added: new Uint8Array(1),
    isAfterGap: new Uint8Array(1),
    x0: one(114),
    x1: one(118),
    y0: one(108),
    y1: one(111),
    x: one(100),
    y: one(117.6),
  };
}

test.for([
  ["\u3002", "", [100, 120]],
  ["\u300C", "", [100, 120]],
  ["\u3002", "NotoSans", [114, 118]],
  [".", "", [114, 118]],
  ["\u304B", "", [114, 118]],
] as const)("%s of a font named '%s' has the sides %j", ([text, name, sides]) => {
  const characters = drawn(text, name);
  setFullWidths(characters);
  expect([characters.x0[0], characters.x1[0]]).toEqual(sides);
});

test.for([
  ["\u3002", [100, 111]],
  ["\u300C", [108, 120]],
] as const)("%s has its half of the height: %j", ([text, sides]) => {
  const characters = drawn(text, "");
  setFullWidths(characters);
  expect([characters.y0[0], characters.y1[0]].map((side) => Math.round(side ?? 0))).toEqual(sides);
});
