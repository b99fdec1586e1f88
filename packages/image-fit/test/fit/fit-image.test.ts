import { Buffer } from "node:buffer";
import { ReadError } from "@reader/core";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { describeImage, fitImage, type FitLimits } from "../../src/index.ts";
import { linearGrey, withProfile } from "../grey-profile.ts";
import {
  colourAt,
  corners,
  nameOf,
  noise,
  objections,
  sharpOf,
  pixelsOf,
  providers,
  roomy,
  screenshot,
} from "../images.ts";

const small = corners(60, 40);

describe("what fits already", () => {
  test.for(["png", "jpeg", "gif", "webp"] as const)(
    "a %s within the limits is passed on byte for byte",
    async (format) => {
      const bytes = new Uint8Array(await sharpOf(small).toFormat(format).toBuffer());
      const fitted = await fitImage(bytes, roomy);
      expect(fitted.data).toBe(bytes);
      expect(fitted).toMatchObject({
        isUntouched: true,
        mediaType: `image/${format}`,
        widthPx: 60,
        originalWidthPx: 60,
      });
    },
  );

  test("grey and progressive JPEG and palette PNG are passed on", async () => {
    const grey = await sharpOf(small).toColourspace("b-w").jpeg({ progressive: true }).toBuffer();
    const palette = await sharpOf(small).png({ palette: true }).toBuffer();
    expect(await fitImage(grey, roomy)).toMatchObject({ isUntouched: true });
    expect(await fitImage(palette, roomy)).toMatchObject({ isUntouched: true });
  });

  test("an sRGB profile is no reason to encode anew, another profile is", async () => {
    const standard = await sharpOf(small).withIccProfile("srgb").jpeg().toBuffer();
    const wide = await sharpOf(small).withIccProfile("p3").jpeg().toBuffer();
    expect(await fitImage(standard, roomy)).toMatchObject({ isUntouched: true });
    const converted = await fitImage(wide, roomy);
    expect(converted.isUntouched).toBe(false);
    expect((await sharp(converted.data).metadata()).hasProfile).toBe(false);
    expect(nameOf(await colourAt(converted.data, 0.2, 0.2))).toBe("red");
  });
});

test("a grey profile that is not like sRGB is applied", async () => {
  const grey = pixelsOf(40, 40, () => [127, 127, 127]);
  const bytes = await sharpOf(grey).toColourspace("b-w").png().toBuffer();
  const linear = withProfile(bytes, linearGrey());
  expect(await fitImage(bytes, roomy)).toMatchObject({ isUntouched: true });
  const fitted = await fitImage(linear, roomy);
  expect(fitted.isUntouched).toBe(false);
  const [level] = await colourAt(fitted.data, 0.5, 0.5);
  // Half of the light, as sRGB writes it.
  expect(Math.abs(level - 187)).toBeLessThan(3);
});

describe("what must be converted", () => {
  test("a JPEG with further images (MPO) becomes the first image only", async () => {
    const first = await sharpOf(small).jpeg().toBuffer();
    const mark = [0xff, 0xe2, 0x00, 0x08, ...Buffer.from("MPF\0"), 0x4d, 0x4d];
    const bytes = Buffer.concat([first.subarray(0, 2), Buffer.from(mark), first.subarray(2), first]);
    expect(await fitImage(first, roomy)).toMatchObject({ isUntouched: true });
    for (const purpose of ["view", "native"] as const) {
      const fitted = await fitImage(bytes, roomy, { purpose });
      expect(fitted).toMatchObject({ mediaType: "image/jpeg", isUntouched: false });
      expect(Buffer.from(fitted.data).includes("MPF\0")).toBe(false);
    }
  });

  const formats = ["tiff", "avif"] as const;
  test.for(formats)("%s becomes what models take", async (format) => {
    const fitted = await fitImage(await sharpOf(small).toFormat(format).toBuffer(), roomy);
    expect(await objections(fitted, roomy)).toEqual([]);
  });

  test("CMYK becomes sRGB", async () => {
    const bytes = await sharpOf(small).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    const fitted = await fitImage(bytes, roomy);
    expect(await objections(fitted, roomy)).toEqual([]);
    expect(nameOf(await colourAt(fitted.data, 0.2, 0.2))).toBe("red");
    expect(nameOf(await colourAt(fitted.data, 0.8, 0.8))).toBe("white");
  });

  test.for(["rgb16", "grey16"] as const)("16 bits (%s) become 8", async (space) => {
    const bytes = await sharpOf(small).toColourspace(space).png().toBuffer();
    const fitted = await fitImage(bytes, roomy);
    expect(fitted.isUntouched).toBe(false);
    expect(await objections(fitted, roomy)).toEqual([]);
    expect(nameOf(await colourAt(fitted.data, 0.8, 0.8))).toBe("white");
  });

  test("a GIF becomes a PNG where the model takes no GIF", async () => {
    const limits = { ...roomy, mediaTypes: ["image/png", "image/jpeg"] };
    const fitted = await fitImage(await sharpOf(small).gif().toBuffer(), limits);
    expect(fitted.mediaType).toBe("image/png");
  });

  test("an animation becomes its first frame", async () => {
    const frames = await Promise.all([small, screenshot(60, 40)].map((frame) => sharpOf(frame).png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const fitted = await fitImage(bytes, roomy);
    expect(await objections(fitted, roomy)).toEqual([]);
    expect(nameOf(await colourAt(fitted.data, 0.2, 0.2))).toBe("red");
  });

  test("metadata is dropped", async () => {
    const bytes = await sharpOf(noise(2000, 100))
      .withExif({ IFD0: { Copyright: "Nobody" } })
      .jpeg()
      .toBuffer();
    const { exif, icc, xmp } = await sharp((await fitImage(bytes, roomy)).data).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });
});

describe("orientation", () => {
  test.for([1, 2, 3, 4, 5, 6, 7, 8])("%i is applied, to the whole and to a region", async (orientation) => {
    const isTurned = orientation > 4;
    const upright = corners(isTurned ? 40 : 60, isTurned ? 60 : 40);
    // An image that shows the corners in order once it is turned as it says.
    const stored = await undo(sharpOf(upright), orientation).jpeg({ quality: 100 }).toBuffer();
    const bytes = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const whole = await fitImage(bytes, roomy);
    expect([whole.widthPx, whole.heightPx]).toEqual([upright.widthPx, upright.heightPx]);
    expect(whole.isUntouched).toBe(orientation === 1);
    expect(await cornersOf(whole.data)).toEqual(["red", "green", "blue", "white"]);
    const half = { widthPx: upright.widthPx / 2, heightPx: upright.heightPx / 2 };
    const parts = [
      [0, 0],
      [half.widthPx, 0],
      [0, half.heightPx],
      [half.widthPx, half.heightPx],
    ].map(async ([xPx = 0, yPx = 0]) => {
      const part = await fitImage(bytes, roomy, { region: { xPx, yPx, ...half } });
      expect([part.widthPx, part.heightPx]).toEqual([half.widthPx, half.heightPx]);
      return nameOf(await colourAt(part.data, 0.5, 0.5));
    });
    expect(await Promise.all(parts)).toEqual(["red", "green", "blue", "white"]);
  });
});

async function cornersOf(bytes: Uint8Array): Promise<readonly string[]> {
  const places = [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ];
  return Promise.all(places.map(async ([x = 0, y = 0]) => nameOf(await colourAt(bytes, x, y))));
}

/** Mirroring comes before turning in the engine. */
function undo(image: Sharp, orientation: number): Sharp {
  const undone: Readonly<Record<number, (each: Sharp) => Sharp>> = {
    2: (each) => each.flop(),
    3: (each) => each.rotate(180),
    4: (each) => each.flip(),
    5: (each) => each.flop().rotate(270),
    6: (each) => each.rotate(270),
    7: (each) => each.flop().rotate(90),
    8: (each) => each.rotate(90),
  };
  return undone[orientation]?.(image) ?? image;
}

describe("the form that is chosen", () => {
  test("a screenshot stays PNG, a photo becomes JPEG", async () => {
    const drawn = await fitImage(await sharpOf(screenshot(2000, 1400)).png().toBuffer(), roomy);
    const taken = await fitImage(await sharpOf(noise(2000, 1400)).png().toBuffer(), roomy);
    expect([drawn.mediaType, taken.mediaType]).toEqual(["image/png", "image/jpeg"]);
    expect([drawn.widthPx, drawn.originalWidthPx]).toEqual([1568, 2000]);
  });

  test("a screenshot that does not fit as PNG becomes JPEG", async () => {
    const limits = { ...roomy, maxBytes: 30_000 };
    const fitted = await fitImage(await sharpOf(screenshot(1200, 900)).png().toBuffer(), limits, {
      content: "drawing",
    });
    expect(await objections(fitted, limits)).toEqual([]);
  });

  test.for([400_000, 150_000, 40_000, 5000, 700])("a photo fits %i bytes", async (maxBytes) => {
    const limits = { ...roomy, maxBytes };
    const fitted = await fitImage(await sharpOf(noise(900, 700)).jpeg({ quality: 100 }).toBuffer(), limits);
    expect(await objections(fitted, limits)).toEqual([]);
    expect(fitted).toMatchObject({ originalWidthPx: 900, originalHeightPx: 700 });
  });

  test("a little too many bytes cost quality, not size", async () => {
    const bytes = await sharpOf(noise(600, 400)).jpeg({ quality: 100 }).toBuffer();
    const first = await fitImage(bytes, { ...roomy, maxBytes: bytes.length - 1 });
    const second = await fitImage(bytes, { ...roomy, maxBytes: first.data.length - 1 });
    expect(second.data.length).toBeGreaterThan(first.data.length / 2);
    expect([second.widthPx, second.heightPx]).toEqual([600, 400]);
  });

  test.for<readonly [readonly string[], string]>([
    [["image/png"], "image/png"],
    [["image/webp"], "image/webp"],
    [["image/gif", "image/jpeg"], "image/jpeg"],
  ])("a model that takes only %j gets that", async ([mediaTypes, expected]) => {
    const limits: FitLimits = { ...roomy, mediaTypes };
    const fitted = await fitImage(await sharpOf(noise(90, 70)).tiff().toBuffer(), limits);
    expect(fitted.mediaType).toBe(expected);
  });

  test("a model that takes nothing that can be written gets an error", async () => {
    const limits = { ...roomy, mediaTypes: ["image/gif"] };
    await expect(fitImage(await sharpOf(small).tiff().toBuffer(), limits)).rejects.toMatchObject({
      code: "too-large",
    });
  });
});

describe("alpha", () => {
  const ink = (colour: readonly number[]): Promise<Buffer> => {
    const data = Uint8Array.from({ length: 60 * 40 * 4 }, (_, at) => (at % 4 < 3 ? (colour[at % 4] ?? 0) : 0));
    for (let at = 0; at < data.length / 2; at += 4) data[at + 3] = 255;
    return sharp(data, { raw: { width: 60, height: 40, channels: 4 } })
      .tiff({ compression: "lzw" })
      .toBuffer();
  };
  const jpegOnly = { ...roomy, mediaTypes: ["image/jpeg"] };

  test("is kept where the model takes PNG", async () => {
    const fitted = await fitImage(await ink([200, 0, 0]), roomy);
    expect((await sharp(fitted.data).metadata()).hasAlpha).toBe(true);
  });

  test("is blended with white in formats without alpha", async () => {
    const fitted = await fitImage(await ink([200, 0, 0]), jpegOnly);
    expect(nameOf(await colourAt(fitted.data, 0.5, 0.2))).toBe("red");
    expect(nameOf(await colourAt(fitted.data, 0.5, 0.8))).toBe("white");
  });

  test("of a pale icon is laid on dark, so that it can be seen", async () => {
    const fitted = await fitImage(await ink([255, 255, 255]), jpegOnly);
    const [red] = await colourAt(fitted.data, 0.5, 0.8);
    expect(nameOf(await colourAt(fitted.data, 0.5, 0.2))).toBe("white");
    expect(red).toBeLessThan(80);
  });
});

describe("damage", () => {
  test.for(["png", "jpeg", "gif", "webp"] as const)(
    "what decodes of a cut %s is encoded anew, and said",
    async (format) => {
      const bytes = await sharpOf(noise(300, 200)).toFormat(format).toBuffer();
      const fitted = await fitImage(bytes.subarray(0, Math.floor(bytes.length * 0.6)), roomy);
      expect(fitted).toMatchObject({ isRepaired: true, isUntouched: false, widthPx: 300, heightPx: 200 });
      expect(await objections(fitted, roomy)).toEqual([]);
    },
  );

  test.for(["png", "jpeg"] as const)("a %s that lacks its last rows only is not passed on", async (format) => {
    const bytes = await sharpOf(noise(900, 600)).toFormat(format).toBuffer();
    const fitted = await fitImage(bytes.subarray(0, Math.floor(bytes.length * 0.99)), roomy);
    expect(fitted).toMatchObject({ isRepaired: true, isUntouched: false });
    expect(await objections(fitted, roomy)).toEqual([]);
  });

  test("of a small PNG in one chunk, the rows before the cut are kept", async () => {
    const bytes = await sharpOf(corners(60, 40)).png().toBuffer();
    const fitted = await fitImage(bytes.subarray(0, bytes.length - 30), roomy);
    expect(fitted).toMatchObject({ isRepaired: true, widthPx: 60, heightPx: 40 });
    expect(nameOf(await colourAt(fitted.data, 0.2, 0.1))).toBe("red");
  });

  test("of an animated WebP, the whole frames are kept", async () => {
    const drawn = [1, 2, 3, 4].map((step) =>
      pixelsOf(60, 40, (x, y) => [(x * 7 * step) % 256, (y * 11 * step) % 256, (x * y) % 256]),
    );
    const frames = await Promise.all(drawn.map((pixels) => sharpOf(pixels).png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
    expect((await describeImage(cut)).pages).toBe(2);
    expect(await fitImage(cut, roomy, { page: 1 })).toMatchObject({ isRepaired: true, widthPx: 60, heightPx: 40 });
  });

  test.for([
    ["a signature alone", Buffer.from("GIF89a")],
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("{}")],
  ] as const)("%s is corrupt", async ([, bytes]) => {
    await expect(fitImage(bytes, roomy)).rejects.toMatchObject({ code: "corrupt" });
  });

  test("a header without a pixel is corrupt", async () => {
    const bytes = await sharpOf(noise(300, 200)).png().toBuffer();
    await expect(fitImage(bytes.subarray(0, 60), roomy)).rejects.toMatchObject({ code: "corrupt" });
  });
});

describe("limits before decoding", () => {
  const header = (widthPx: number, heightPx: number): Buffer => {
    const bytes = Buffer.alloc(47);
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
    bytes.writeUInt32BE(widthPx, 16);
    bytes.writeUInt32BE(heightPx, 20);
    bytes.set([1, 0], 24);
    return bytes;
  };

  test.for([
    [2_000_000_000, 1, "maxSidePx"],
    [32_769, 1, "maxSidePx"],
    [20_000, 20_000, "maxMegapixels"],
  ] as const)("a PNG that says %i×%i is refused by its header (%s)", async ([widthPx, heightPx, name]) => {
    const error: unknown = await fitImage(header(widthPx, heightPx), roomy).catch((thrown: unknown) => thrown);
    expect(ReadError.is(error) && [error.code, error.details?.limit?.name]).toEqual(["too-large", name]);
  });

  test("a caller's own limit holds", async () => {
    const bytes = await sharpOf(noise(200, 200)).png().toBuffer();
    const input = { maxMegapixels: 0.03, maxSidePx: 1000 };
    await expect(fitImage(bytes, roomy, { input })).rejects.toMatchObject({ code: "too-large" });
  });

  test("an abort is honoured", async () => {
    const signal = AbortSignal.abort(new DOMException("No more.", "AbortError"));
    const bytes = await sharpOf(small).tiff().toBuffer();
    await expect(fitImage(bytes, roomy, { signal })).rejects.toThrow("No more.");
  });
});

describe("drawings of lines", () => {
  const svg = (attributes: string, body = '<rect width="50%" height="50%" fill="#c00"/>'): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`,
    );

  test("an icon is rendered large enough to be seen, on white", async () => {
    const fitted = await fitImage(svg('width="24" height="24"'), roomy);
    expect(fitted).toMatchObject({ widthPx: 512, heightPx: 512, originalWidthPx: 24, mediaType: "image/png" });
    expect(nameOf(await colourAt(fitted.data, 0.2, 0.2))).toBe("red");
    expect(nameOf(await colourAt(fitted.data, 0.8, 0.8))).toBe("white");
  });

  test("one that says that it is huge is rendered as large as the model sees", async () => {
    const fitted = await fitImage(svg('width="900000" height="300000"'), roomy);
    expect([fitted.widthPx, fitted.heightPx]).toEqual([1568, 523]);
  });

  test("a region is rendered anew, sharp", async () => {
    const region = { xPx: 0, yPx: 0, widthPx: 40, heightPx: 40 };
    const fitted = await fitImage(svg('width="100" height="100"'), roomy, { region });
    expect([fitted.widthPx, fitted.originalWidthPx]).toEqual([1568, 40]);
    expect(nameOf(await colourAt(fitted.data, 0.9, 0.9))).toBe("red");
  });

  test.for(["file:///etc/hostname", "/etc/hostname", "../../package.json", "http://127.0.0.1:9/x.png"])(
    "nothing of %s comes into the image",
    async (href) => {
      const with_ = svg('width="50" height="50"', `<image width="50" height="50" xlink:href="${href}"/>`);
      const without = svg('width="50" height="50"', "<g/>");
      expect((await fitImage(with_, roomy)).data).toEqual((await fitImage(without, roomy)).data);
    },
  );
});

describe("every provider takes every result", () => {
  const sources: readonly (readonly [string, () => Promise<Buffer>])[] = [
    ["a large photo", () => sharpOf(noise(3300, 2100)).jpeg().toBuffer()],
    ["a tall screenshot", () => sharpOf(screenshot(700, 5000)).png().toBuffer()],
    [
      "a line of one pixel",
      () =>
        sharpOf(pixelsOf(9000, 1, (x) => [x % 256, 0, 0]))
          .png()
          .toBuffer(),
    ],
    ["a still GIF", () => sharpOf(corners(64, 64)).gif().toBuffer()],
    ["a WebP", () => sharpOf(noise(300, 300)).webp().toBuffer()],
    ["CMYK", () => sharpOf(small).toColourspace("cmyk").jpeg().toBuffer()],
    ["16 bits", () => sharpOf(small).toColourspace("rgb16").png().toBuffer()],
  ];
  describe.for(sources)("%s", ([, make]) => {
    let bytes: Buffer = Buffer.alloc(0);
    beforeAll(async () => {
      bytes = await make();
    });

    test.for(providers)("for %s", async ([, images]) => {
      expect(await objections(await fitImage(bytes, images), images)).toEqual([]);
    });
  });
});
