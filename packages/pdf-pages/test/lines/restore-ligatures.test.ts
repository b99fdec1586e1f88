import { expect, test } from "vitest";
import { restoreLigatures } from "../../src/lines/correct-spans.ts";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

const [alef, alefHamza, lam, meem, seen] = ["\u0627", "\u0623", "\u0644", "\u0645", "\u0633"];

/** A letter that ends at `x1`, which is further to the left for each letter of a line. */
function letter(sign: string, x1: number, width = 10): PlacedGlyph {
  return { sign, x0: x1 - width, x1 };
}

function restored(glyphs: readonly PlacedGlyph[]): string | undefined {
  const font = { name: "F", family: "serif", weight: "normal", style: "normal", size: 130 } as const;
  const bbox = { x: 0, y: 0, w: 1000, h: 130 };
  const text = glyphs.map(({ sign }) => sign).join("");
  const one: FlatSpan = { span: { wmode: 0, bbox, font, x: 1000, y: 100, text }, block: 1, tag: undefined };
  return restoreLigatures([one], () => glyphs)[0]?.span.text;
}

test("a letter without a width that was put before the first of its ligature follows it", () => {
  expect(restored([letter(seen, 100), letter(alef, 90, 0), letter(lam, 90), letter(meem, 80)])).toBe(
    seen + lam + alef + meem,
  );
});

test("an alef without a width that follows its lam stays there", () => {
  expect(restored([letter(lam, 100), letter(alefHamza, 90, 0), letter(seen, 90), letter(meem, 80)])).toBe(
    lam + alefHamza + seen + meem,
  );
});

test("an alef without a width between two lams is put after the second one", () => {
  expect(restored([letter(lam, 100), letter(alef, 90, 0), letter(lam, 90), letter(meem, 80)])).toBe(
    lam + lam + alef + meem,
  );
});

test("an alef without a width between two lams stays if it is nearer to the first one", () => {
  expect(restored([letter(lam, 100), letter(alef, 90, 0), letter(lam, 89.9), letter(meem, 80)])).toBe(
    lam + alef + lam + meem,
  );
});
