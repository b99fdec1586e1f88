import { expect, test } from "vitest";
import { evenlyLit } from "../../src/image/brightness.ts";

const size = { widthPx: 320, heightPx: 320 };

type GreyAt = (x: number, y: number) => number;

/** Lines of print with the given brightness, on a background with the given brightness. */
function page(groundAt: GreyAt, inkAt: GreyAt = (x, y) => groundAt(x, y) * 0.1): Uint8Array {
  return Uint8Array.from({ length: 320 * 320 }, (_, at) => {
    const [x, y] = [at % 320, Math.floor(at / 320)];
    return y % 20 < 6 && x % 4 < 2 ? inkAt(x, y) : groundAt(x, y);
  });
}

test.for<readonly [string, GreyAt]>([
  ["a scan", () => 250],
  ["a grey scan", () => 120],
  ["a scan with a dark margin", (x) => (x < 20 ? 10 : 250)],
])("%s is evenly lit", ([, groundAt]) => {
  expect(evenlyLit({ data: page(groundAt), ...size })).toBeUndefined();
});

test.for<readonly [string, GreyAt]>([
  ["of a lamp that is near", (x) => 250 - x / 2],
  ["with a hard edge", (x, y) => (x + y / 4 > 200 ? 125 : 250)],
])("paper in a shadow %s becomes white, and print stays dark", ([, groundAt]) => {
  const { data } = evenlyLit({ data: page(groundAt), ...size }) ?? { data: [] };
  const paper = data[15 * 320 + 310] ?? 0;
  const ink = data[3 * 320 + 309] ?? 255;
  expect(paper).toBe(255);
  expect(ink).toBeLessThan(50);
});

test("a shadow on the corner of a page is taken off where that holds all of its print", () => {
  const isShadow: (x: number, y: number) => boolean = (x, y) => x > 240 && y > 240;
  const groundAt: GreyAt = (x, y) => (isShadow(x, y) ? 120 : 250);
  const few = page(groundAt, (x, y) => (x >= 300 && y >= 300 ? 10 : groundAt(x, y)));
  const { data } = evenlyLit({ data: few, ...size }) ?? { data: [] };
  expect(data[310 * 320 + 310]).toBe(255);
  expect(data[302 * 320 + 304]).toBeLessThan(60);
});

test("light print on a darker panel is no page in a shadow", () => {
  const isPanel: (x: number) => boolean = (x) => x < 200;
  const data = page(
    (x) => (isPanel(x) ? 130 : 230),
    (x) => (isPanel(x) ? 230 : 230),
  );
  expect(evenlyLit({ data, ...size })).toBeUndefined();
});

test("one pixel is lit as it is", () => {
  expect(evenlyLit({ data: new Uint8Array(1), widthPx: 1, heightPx: 1 })).toBeUndefined();
});
