import { expect, test } from "vitest";
import { buildBlocks } from "../../src/lines/build-lines.ts";

function isMonospaced(name: string): boolean | undefined {
  const font = { name, family: "serif", weight: "normal", style: "normal", size: 100 };
  const span = { wmode: 0, bbox: { x: 100, y: 100, w: 200, h: 100 }, font, x: 100, y: 200, text: "word" };
  return buildBlocks([{ span, block: 1, tag: undefined }])[0]?.lines[0]?.runs[0]?.style.isMonospaced;
}

test.for(["CMTT10", "CMSLTT10", "CMITT10", "SFTT1095", "ABCDEF+SFST1095", "SFIT1000", "t1xtt", "t1xbtt", "txtt"])(
  "%s of TeX is a typewriter face",
  (name) => {
    expect(isMonospaced(name)).toBe(true);
  },
);

test.for(["CMSL10", "CMTI10", "SFSL1095", "SFTI1095", "t1xr", "Fittipaldi", "Stitches"])(
  "%s is no typewriter face",
  (name) => {
    expect(isMonospaced(name)).toBe(false);
  },
);
