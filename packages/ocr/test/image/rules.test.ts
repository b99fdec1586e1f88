import type { RecognisableImage } from "@reader/core/internal";
import { expect, test } from "vitest";
import { onPaper } from "../../src/image/brightness.ts";
import { withoutRules } from "../../src/image/rules-and-panels.ts";

const [widthPx, heightPx] = [300, 200];

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** White, with black areas. */
function sheetOf(...areas: readonly Area[]): RecognisableImage {
  const data = new Uint8Array(widthPx * heightPx).fill(255);
  for (const { x, y, width, height } of areas) {
    for (let row = y; row < y + height; row++) data.fill(0, row * widthPx + x, row * widthPx + x + width);
  }
  return { data, widthPx, heightPx };
}

function inkOf({ data }: RecognisableImage): number {
  return data.reduce((count, grey) => count + (grey < 128 ? 1 : 0), 0);
}

const across: Area = { x: 20, y: 50, width: 250, height: 2 };
const down: Area = { x: 100, y: 20, width: 2, height: 150 };

const frame: readonly Area[] = [
  { ...across, y: 20 },
  { ...across, y: 168 },
  { ...down, x: 20 },
  { ...down, x: 268 },
];

test.for<readonly [string, readonly Area[]]>([
  ["across", [across]],
  ["downwards", [down]],
  ["that cross", [across, down]],
  ["of a frame", frame],
])("rules %s are gone, and their corners with them", ([, areas]) => {
  expect(inkOf(withoutRules(sheetOf(...areas)))).toBe(0);
});

test.for<readonly [string, Area]>([
  ["a dash", { x: 20, y: 50, width: 40, height: 2 }],
  ["a bar of a chart", { x: 20, y: 50, width: 250, height: 20 }],
  ["the stem of a large letter", { x: 20, y: 50, width: 2, height: 50 }],
])("%s stays as it is", ([, area]) => {
  const sheet = sheetOf(area);
  expect(withoutRules(sheet).data).toEqual(sheet.data);
});

/** The same noise each time, up to so much brighter or darker. */
function noisy({ data, ...size }: RecognisableImage, strength: number): RecognisableImage {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return { data: data.map((grey) => Math.min(255, Math.max(0, grey + random() * strength * 2))), ...size };
}

/** The given greys with black letters, which define the level of ink. */
function withGrey(area: Area, grey: number): RecognisableImage {
  const sheet = sheetOf({ x: 20, y: 100, width: 30, height: 20 });
  for (let row = area.y; row < area.y + area.height; row++) {
    sheet.data.fill(grey, row * widthPx + area.x, row * widthPx + area.x + area.width);
  }
  return sheet;
}

test("a grey rule that noise has broken is gone whole", () => {
  const { data } = withoutRules(noisy(withGrey(across, 165), 35));
  const left = data.subarray(50 * widthPx, 52 * widthPx).filter((grey) => grey < 170);
  expect(left).toHaveLength(0);
});

test("a rule that is not quite level is gone with the pieces of it in the next row", () => {
  const pieces = [40, 120, 200].map((x): Area => ({ x, y: 52, width: 20, height: 1 }));
  expect(inkOf(withoutRules(sheetOf(across, ...pieces)))).toBe(0);
});

test("a rule that is faint as all of its page is gone", () => {
  const faint = withGrey(across, 80).data.map((grey) => 140 + grey / 3);
  const { data } = withoutRules({ data: faint, widthPx, heightPx });
  // What is erased is as the paper beside it, which is not white.
  expect([...data.subarray(50 * widthPx, 52 * widthPx)]).toEqual(Array.from({ length: 2 * widthPx }, () => 225));
});

test("letters that touch a rule keep their ink outside of it", () => {
  const letter: Area = { x: 60, y: 30, width: 8, height: 40 };
  expect(inkOf(withoutRules(sheetOf(across, letter)))).toBeGreaterThan(8 * 35);
});

test("an image that is mostly dark is inverted, and one that is not stays as it is", () => {
  const dark = sheetOf({ x: 0, y: 0, width: widthPx, height: 150 });
  expect(onPaper(dark).data.at(-1)).toBe(0);
  expect(onPaper(dark).data.at(0)).toBe(255);
  const light = sheetOf(across);
  expect(onPaper(light)).toBe(light);
});
