import { beforeAll, describe, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../../src/engine/engine.ts";
import { markHidden } from "../../../src/quality/mark-hidden.ts";
import { paintingOf, type Painting } from "../../../src/extract/painting/painting.ts";
import { createPaintings } from "../../../src/extract/painting/painting.ts";
import { recordPage } from "../../../src/extract/painting/painting-state.ts";
import { extractContent } from "../../../src/extract/extract-page.ts";
import { stextOptions } from "../../../src/model/spans.ts";
import { onePagePdf } from "../../deadly/build-pdf.ts";
import { clippingPages, hidingPages, openPages, textAt } from "../../quality/hidden-pages.ts";
import { withFirstPage } from "../../quality/with-first-page.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

function jsonOf(painting: Painting): string {
  const text = painting.structuredText(stextOptions);
  try {
    return text.asJSON(10);
  } finally {
    text.destroy();
  }
}

async function seenIn(painting: Painting): Promise<unknown> {
  return {
    json: jsonOf(painting),
    vectors: painting.vectors(),
    marked: await markHidden(painting, extractContent(painting)),
  };
}

const shapes = "q 20 20 100 100 re W n 0 0 400 60 re f Q 10 300 300 .5 re f 1 0 0 RG 10 400 m 90 480 l S ";
const spaces = "BT /F1 12 Tf 72 500 Td (one) Tj ( ) Tj 40 0 Td (   ) Tj 60 0 Td (two) Tj ET ";

const pages: Readonly<Record<string, Uint8Array>> = {
  ...Object.fromEntries(Object.entries({ ...hidingPages, ...clippingPages }).map(([name, { pdf }]) => [name, pdf])),
  ...openPages,
  "drawn shapes, some clipped": onePagePdf(shapes + textAt(72, 700, "Text")),
  "spaces that stand alone": onePagePdf(spaces),
  "text that is clipped away": onePagePdf(`q 0 0 10 10 re W n ${textAt(72, 700, "Away")} Q`),
  "nothing at all": onePagePdf(""),
};

describe("a recording gives the same as the page", () => {
  test.for(Object.entries(pages))("%s", async ([, pdf]) => {
    await withFirstPage(engine, pdf, async (page) => {
      const list = recordPage(engine, page);
      try {
        const recorded = paintingOf(engine, page, { list, wasSeenAgain: false });
        expect(await seenIn(recorded)).toEqual(await seenIn(paintingOf(engine, page)));
      } finally {
        list.destroy();
      }
    });
  });
});

describe("a page is recorded", () => {
  /** Returns whether the page is recorded after pages of which some were used again. */
  const recordedAfter = (pagesBefore: readonly ("again" | "once")[]): Promise<boolean> =>
    withFirstPage(engine, onePagePdf(shapes), (page) => {
      let recorded = 0;
      const counting = new Proxy(page, {
        get(target, name) {
          if (name === "runPageContents") recorded += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
      const paintings = createPaintings(engine);
      for (const [index, times] of pagesBefore.entries()) {
        const painting = paintings.begin(page, index + 1);
        if (times === "again") painting.vectors();
      }
      paintings.begin(counting, pagesBefore.length + 1);
      paintings.end();
      return recorded > 0;
    });

  test.for<readonly [words: string, before: readonly ("again" | "once")[], isRecorded: boolean]>([
    ["not if it is the first", [], false],
    ["not if none before was seen again", ["once", "once"], false],
    ["if the one before was seen again", ["again"], true],
    ["if one of the few before was", ["again", "once", "once"], true],
    ["not if that is long ago", ["again", ...Array.from({ length: 8 }, () => "once" as const)], false],
  ])("%s", async ([, before, isRecorded]) => {
    expect(await recordedAfter(before)).toBe(isRecorded);
  });
});

test("vectors are read once, however many users there are", async () => {
  await withFirstPage(engine, onePagePdf(shapes), (page) => {
    const paintings = createPaintings(engine);
    const vectors = paintings.begin(page, 1).vectors();
    expect(vectors.length).toBeGreaterThan(2);
    expect(paintings.of(page, 1).vectors()).toBe(vectors);
    expect(paintings.of(page, 2).vectors()).not.toBe(vectors);
    paintings.end();
  });
});

test("a page that cannot be recorded is read directly", async () => {
  await withFirstPage(engine, onePagePdf(shapes + textAt(72, 700, "Text")), (page) => {
    class BrokenDevice {
      constructor() {
        throw new Error("no device");
      }
    }
    const broken = { ...engine, DisplayListDevice: BrokenDevice } as unknown as PdfEngine;
    const paintings = createPaintings(broken);
    paintings.begin(page, 1).vectors();
    expect(jsonOf(paintings.begin(page, 2))).toBe(jsonOf(paintingOf(engine, page)));
    paintings.end();
  });
});
