import { expect, test } from "vitest";
import { fitImage } from "../../src/fit/fit-image.ts";
import { curveTag, formulaTag, linearGrey, screenProfile, withProfile } from "../grey-profile.ts";
import { colourAt, sharpOf, pixelsOf, roomy, type Colour } from "../images.ts";

const linear = curveTag([]);
const standard = formulaTag(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]);

async function flat(colour: Colour, space: "srgb" | "rgb16" | "grey16", profile: Uint8Array): Promise<Uint8Array> {
  const image = sharpOf(pixelsOf(16, 12, () => colour)).toColourspace(space);
  return withProfile(await image.png().toBuffer(), profile);
}

async function shownColour(bytes: Uint8Array): Promise<readonly [isUntouched: boolean, ...colour: Colour]> {
  const { data, isUntouched } = await fitImage(bytes, roomy);
  return [isUntouched, ...(await colourAt(data, 0.5, 0.5))];
}

test("a profile whose numbers are the light itself is converted, whatever it is called", async () => {
  const bytes = await flat([128, 128, 128], "srgb", screenProfile("Editor built-in Linear sRGB", linear));
  expect(await shownColour(bytes)).toEqual([false, 188, 188, 188]);
});

test.for([
  ["by a formula", standard],
  ["by an exponent", curveTag([2.2 * 256])],
] as const)("a profile that is sRGB by its name and its curve passes: %s", async ([, curve]) => {
  const bytes = await flat([200, 90, 30], "srgb", screenProfile("Editor built-in sRGB", curve));
  expect(await fitImage(bytes, roomy)).toMatchObject({ isUntouched: true, data: bytes });
});

// The engine's own space for 16 bits is Display P3, in which red is 234, 51, 35.
test.for<Colour>([
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [128, 128, 128],
])("a colour of 16 bits in sRGB stays what it is: %j", async (colour) => {
  const [, ...shown] = await shownColour(await flat(colour, "rgb16", screenProfile("Editor built-in sRGB", standard)));
  for (const [index, level] of shown.entries()) expect(Math.abs(level - (colour[index] ?? 0))).toBeLessThan(3);
});

test("16 bits in a profile of light are encoded as sRGB has them", async () => {
  const [, red, green, blue] = await shownColour(await flat([128, 128, 128], "rgb16", screenProfile("Linear", linear)));
  expect([red, green, blue]).toEqual([188, 188, 188]);
  expect(await shownColour(await flat([128, 128, 128], "grey16", linearGrey()))).toEqual([false, 188, 188, 188]);
});
