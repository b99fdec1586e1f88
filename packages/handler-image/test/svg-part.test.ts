import { anthropic } from "@reader/core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { imageOf, read } from "./reading.ts";

const own = 'xmlns="http://www.w3.org/2000/svg"';
const shapes = '<rect x="10" y="10" width="60" height="30" fill="teal"/><circle cx="80" cy="30" r="15" fill="red"/>';

/** What of a drawing decides where its coordinates are. */
const drawings = {
  "a size and no coordinates of its own": `<svg ${own} width="100" height="50">${shapes}</svg>`,
  "coordinates of its own": `<svg ${own} width="100" height="50" viewBox="-50 -20 200 100">${shapes}</svg>`,
  "coordinates in another shape than its size": `<svg ${own} width="100" height="50" viewBox="0 0 60 60">${shapes}</svg>`,
  "coordinates that fill its size": `<svg ${own} width="100" height="50" viewBox="0 0 60 60" preserveAspectRatio="xMinYMax slice">${shapes}</svg>`,
  "parts of it in percent": `<svg ${own} width="100" height="50"><rect x="50%" width="20%" height="50%" fill="teal"/></svg>`,
  "a place, which counts for nothing": `<svg ${own} x="30" y="20" width="100" height="50">${shapes}</svg>`,
  "its size in its style": `<svg ${own} style="width:100px;height:50px">${shapes}</svg>`,
  "its size in its rules of style": `<svg ${own} width="100" height="50"><style>svg{ width: 200px; height: 30px }</style>${shapes}</svg>`,
  "names with a prefix": `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="100" height="50"><s:rect x="40" width="20" height="30"/></s:svg>`,
  "a declaration, a document type and styles": `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg [<!ENTITY c "teal">]><!-- <svg> --><svg ${own} width="100" height="50"><style>svg{fill:red} :root{stroke:blue}</style><rect x="40" width="30" height="30"/><rect x="45" y="20" width="20" height="20" fill="&c;"/></svg>`,
} as const;

/** The red, green and blue of an image, seen on white, in one size. */
async function seen(data: Uint8Array, cut?: { left: number; top: number; width: number; height: number }) {
  const image = sharp(data).flatten({ background: "#fff" }).toColourspace("srgb").removeAlpha();
  const part = cut === undefined ? image : sharp(await image.extract(cut).png().toBuffer());
  return part.resize(64, 48, { fit: "fill" }).raw().toBuffer();
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

test.for(Object.entries(drawings))("a part of a drawing shows what the whole shows there: %s", async ([, svg]) => {
  const bytes = new TextEncoder().encode(svg);
  const whole = await imageOf(bytes);
  expect([whole.originalWidthPx, whole.originalHeightPx, whole.widthPx]).toEqual([100, 50, 512]);
  const part = await imageOf(bytes, { select: "40,10,40,30" });
  expect([part.originalWidthPx, part.originalHeightPx, part.widthPx, part.heightPx]).toEqual([40, 30, 1568, 1176]);
  const cut = { left: 205, top: 51, width: 205, height: 154 };
  expect(meanDifference(await seen(part.data), await seen(whole.data, cut))).toBeLessThan(2.5);
});

test("a root element in a comment is ignored", async () => {
  const old = `<!-- <svg ${own} width="7" height="9"> -->`;
  const part = await imageOf(new TextEncoder().encode(`${old}<svg ${own} width="100" height="50">${shapes}</svg>`));
  expect([part.originalWidthPx, part.originalHeightPx]).toEqual([100, 50]);
});

test("comments without number that never end are no drawing, at once", async () => {
  const bytes = new TextEncoder().encode(`<!-- <svg>${"<!--".repeat(1_000_000)}`);
  expect((await read(bytes)).error).toMatchObject({ code: "corrupt" });
});

test("the smallest part of the largest drawing is drawn as sharp as the model sees", async () => {
  const line = '<path d="M0 0 L100000 100000" stroke="red" stroke-width="2"/>';
  const bytes = new TextEncoder().encode(`<svg ${own} width="100000" height="100000">${line}</svg>`);
  const part = await imageOf(bytes, { select: "8000,8000,4,4" });
  expect(part.widthPx).toBe(anthropic.images?.nativeSidePx);
  const red = (await seen(part.data)).filter((value, index) => index % 3 === 1 && value < 128);
  expect(red.length).toBeGreaterThan(0);
});
