import { anthropic } from "@reader/core";
import { decodeImage } from "@reader/image-fit";
import { expect, test } from "vitest";
import { buildPdf, firstExtra, lines, type BuiltPage } from "../../pdf-builder.ts";
import { asText, codeOf, messagesOf, readPdfBytes } from "../../reading.ts";

/** A poster of 3000 points per side, with a green square whose corner is at 2000,1000 from the top left. */
const poster: BuiltPage = { mediaBox: "0 0 3000 3000", content: "0 1 0 rg 2000 1900 100 100 re f" };
const words: BuiltPage = { content: lines("A page of words, as there are many.") };

/** True if a part of the only page is entirely green. */
async function isGreen(bytes: Uint8Array, select: string): Promise<boolean> {
  const { events } = await readPdfBytes(bytes, { select });
  const picture = events.find((event) => event.type === "image");
  const { data } = await decodeImage(picture?.data ?? new Uint8Array(), { size: { widthPx: 1, heightPx: 1 } });
  const [red = 0, green = 0, blue = 0] = data;
  return red < 10 && green > 245 && blue < 10;
}

test("a part of a page is shown as large as the model sees it", async () => {
  const bytes = buildPdf({ pages: [words, poster] });
  const { events } = await readPdfBytes(bytes, { pages: [{ first: 2, last: 2 }], select: "2000,1000,200,100" });
  expect(events.map(({ type }) => type)).toEqual(["extent", "text", "image"]);
  expect(events[1]).toMatchObject({
    text: "(the part 2000,1000,200,100 of this page of 3000 × 3000 points, shown at 7.84 pixels a point)\n",
  });
  expect(events[2]).toMatchObject({ widthPx: anthropic.images?.nativeSidePx, heightPx: 784, at: { index: 2 } });
});

test("a part shows what is there, and ends at the edge of the page", async () => {
  const bytes = buildPdf({ pages: [poster] });
  expect(await isGreen(bytes, "2000,1000,100,100")).toBe(true);
  expect(await isGreen(bytes, "2080, 1080, 20.0, 20")).toBe(true);
  expect(await isGreen(bytes, "1900,1000,200,100")).toBe(false);
  const { events } = await readPdfBytes(bytes, { select: "2900,2900,9000,50" });
  expect(events).toContainEqual(
    expect.objectContaining({ type: "text", text: expect.stringContaining("2900,2900,100,50") }),
  );
});

test("a part outside the page, of several pages or for a model without images is rejected", async () => {
  const bytes = buildPdf({ pages: [poster] });
  expect(codeOf((await readPdfBytes(bytes, { select: "3000,0,10,10" })).error)).toBe("out-of-range");
  expect(codeOf((await readPdfBytes(bytes, { select: "0,0,0,10" })).error)).toBe("out-of-range");
  expect(codeOf((await readPdfBytes(bytes, { ...asText, select: "0,0,10,10" })).error)).toBe("invalid-request");
  const two = buildPdf({ pages: [poster, words] });
  expect(codeOf((await readPdfBytes(two, { select: "0,0,10,10" })).error)).toBe("invalid-request");
});

test("a page shown very small gives advice once on how to read its small print", async () => {
  const { events } = await readPdfBytes(buildPdf({ pages: [words, poster, poster] }));
  expect(messagesOf(events).filter((message) => message.includes("select"))).toEqual([
    'Page 2 has 3000 × 3000 points and is shown at 0.52 pixels a point: small print cannot be read at this size. Send pages "2" with select "0,0,1045,1045" (x,y,width,height in points) for that part at full size, then the others.',
  ]);
});

test("a part of a rotated page is a part as displayed", async () => {
  const turned: BuiltPage = { ...poster, mediaBox: "0 0 3000 2000", entries: "/Rotate 90" };
  expect(await isGreen(buildPdf({ pages: [turned] }), "1900,2000,100,100")).toBe(true);
});

test.for([
  [3000, 2, 0],
  [3000, 40, 1],
  [6400, 0, 1],
] as const)("an image of %i pixels on a poster-sized page with %i texts gives %i advice", async (row) => {
  const [side, texts, count] = row;
  const size = `/Width ${String(side)} /Height ${String(side)}`;
  const dictionary = `/Type /XObject /Subtype /Image ${size} /BitsPerComponent 1 /ColorSpace /DeviceGray`;
  const data = new Uint8Array((side / 8) * side).fill(0xff, 0, side * 20);
  const resources = `/XObject << /I ${String(firstExtra)} 0 R >>`;
  const words = Array.from({ length: texts }, (_, index) => lines(`Text ${String(index)}`));
  const content = `q 3000 0 0 3000 0 0 cm /I Do Q ${words.join(" ")}`;
  const page: BuiltPage = { mediaBox: "0 0 3000 3000", content, resources };
  const { events } = await readPdfBytes(buildPdf({ pages: [page], extra: [{ dictionary, data }] }));
  expect(messagesOf(events).filter((message) => message.includes("select"))).toHaveLength(count);
});
