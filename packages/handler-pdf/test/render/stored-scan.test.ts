import type { ImagePart } from "@reader/core";
import { expect, test } from "vitest";
import { pageScale } from "@reader/pdf-pages/document";
import { isPlainJpeg } from "../../src/read/views/page-image.ts";
import { buildPdf, firstExtra, joinBytes, lines, type BuiltPage } from "../pdf-builder.ts";
import { readPdfBytes } from "../reading.ts";
import { loadPdfEngine } from "../../src/engine/engine.ts";

const mupdf = await loadPdfEngine();

function jpeg(widthPx: number, heightPx: number): Uint8Array {
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, [0, 0, widthPx, heightPx], false);
  const pixels = pixmap.getPixels();
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7) % 251;
  const bytes = pixmap.asJPEG(70).slice();
  pixmap.destroy();
  return bytes;
}

const scan = jpeg(300, 400);
const whole: BuiltPage = {
  mediaBox: "0 0 300 400",
  content: "q 300 0 0 400 0 0 cm /I Do Q",
  resources: `/XObject << /I ${firstExtra} 0 R >>`,
};

async function pictureOf(page: BuiltPage, data: Uint8Array = scan, entries = ""): Promise<ImagePart> {
  const dictionary = `/Type /XObject /Subtype /Image /Width 300 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode ${entries}`;
  const { events } = await readPdfBytes(buildPdf({ pages: [page], extra: [{ dictionary, data }] }), { view: "image" });
  const part = events.find((event) => event.type === "image");
  if (part?.type !== "image") throw new Error("no image");
  return part;
}

test("passes on the JPEG of a page that is a single scan", async () => {
  const picture = await pictureOf(whole);
  expect(Buffer.from(picture.data).equals(scan)).toBe(true);
  expect(picture).toMatchObject({ mediaType: "image/jpeg", widthPx: 300, heightPx: 400 });
});

test("passes on a scan with invisible text behind it", async () => {
  const content = `${whole.content ?? ""} BT 3 Tr /F 12 Tf 20 200 Td (recognised) Tj ET`;
  expect(Buffer.from((await pictureOf({ ...whole, content })).data).equals(scan)).toBe(true);
});

test.for<readonly [string, BuiltPage]>([
  ["has words on its scan", { ...whole, content: `${whole.content ?? ""} ${lines("Received.")}` }],
  ["is turned", { ...whole, entries: "/Rotate 90" }],
  ["shows its scan mirrored", { ...whole, content: "q -300 0 0 400 300 0 cm /I Do Q" }],
  ["shows its scan upside down", { ...whole, content: "q 300 0 0 -400 0 400 cm /I Do Q" }],
  ["shows its scan in a part of itself", { ...whole, content: "q 150 0 0 200 0 0 cm /I Do Q" }],
  ["shows a part of its scan", { ...whole, entries: "/CropBox [0 0 150 200]" }],
  ["shows its scan twice", { ...whole, content: `${whole.content ?? ""} ${whole.content ?? ""}` }],
  [
    "shows its scan half transparent",
    {
      ...whole,
      content: `/G gs ${whole.content ?? ""}`,
      resources: `${whole.resources ?? ""} /ExtGState << /G << /ca 0.5 >> >>`,
    },
  ],
])("draws a page that %s", async ([, page]) => {
  expect(Buffer.from((await pictureOf(page)).data).equals(scan)).toBe(false);
});

test("draws a page whose scan is stored inverted", async () => {
  expect(Buffer.from((await pictureOf(whole, scan, "/Decode [1 0 1 0 1 0]")).data).equals(scan)).toBe(false);
});

test("draws a page whose scan has an orientation, which documents ignore", async () => {
  const exif = Uint8Array.from(
    "Exif\0\0II*\0\u0008\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0\0\0\0\0",
    (character) => character.codePointAt(0) ?? 0,
  );
  const turned = joinBytes([
    scan.subarray(0, 2),
    new Uint8Array([0xff, 0xe1, 0, exif.length + 2]),
    exif,
    scan.subarray(2),
  ]);
  expect(isPlainJpeg(turned)).toBe(false);
  expect(await pictureOf(whole, turned)).toMatchObject({ widthPx: 1176, heightPx: 1568 });
});

test.for<readonly [string, Uint8Array]>([
  ["nothing", new Uint8Array(0)],
  ["a PNG", new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
  ["a cut JPEG", scan.subarray(0, 30)],
  ["a segment of no length", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
])("does not treat %s as a plain JPEG", ([, bytes]) => {
  expect(isPlainJpeg(bytes)).toBe(false);
});

test.for([
  ["a sheet to the long edge of the model", 595, 842, 1568 / 842],
  ["a poster to the same", 2384, 3370, 1568 / 3370],
  ["a stamp to 300 dots an inch", 72, 36, 300 / 72],
] as const)("scales %s", ([, width, height, expected]) => {
  expect(pageScale(width, height, { nativeSidePx: 1568, maxSidePx: 8000 })).toBeCloseTo(expected);
});
