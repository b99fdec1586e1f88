import type { PDFDocument, PDFPage } from "mupdf";
import { beforeAll, describe, expect, test } from "vitest";
import type { OpenedPdf } from "../../../src/document/opened-pdf.ts";
import { loadPdfEngine, type PdfEngine } from "../../../src/engine/engine.ts";
import { readByEngine } from "../../../src/extract/page/page-model.ts";
import {
  createEnginePages,
  type EnginePage,
  enginePageOf,
  type EnginePages,
} from "../../../src/extract/painting/engine-pages.ts";
import { recordPage } from "../../../src/extract/painting/engine-pages.ts";
import { markHidden } from "@reader/pdf-pages/quality";
import { onePagePdf } from "../../deadly/build-pdf.ts";
import { opened } from "../../page-models.ts";
import { clippingPages, hidingPages, openPages, textAt } from "../../quality/hidden-pages.ts";
import { withFirstPage } from "../../quality/with-first-page.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

function jsonOf(page: EnginePage): string {
  const text = page.text();
  try {
    return text.asJSON(10);
  } finally {
    text.destroy();
  }
}

async function seenIn(page: EnginePage): Promise<unknown> {
  const model = readByEngine(page);
  return { json: jsonOf(page), vectors: model.vectors(), marked: await markHidden(model) };
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
    await withFirstPage(engine, pdf, async (page, document) => {
      const list = recordPage(engine, page);
      const known = { page, isShortened: false, wasSeenAgain: false };
      try {
        const recorded = enginePageOf({ engine, document }, { ...known, list });
        expect(await seenIn(recorded)).toEqual(await seenIn(enginePageOf({ engine, document }, known)));
      } finally {
        list.destroy();
      }
    });
  });
});

/** A document that has the same page under every number. */
function repeated(page: (number: number) => PDFPage, document: PDFDocument): OpenedPdf {
  const nothing = (): void => undefined;
  return { ...opened(engine, document), pages: { load: page, reload: page, release: nothing, end: nothing } };
}

/** Reads a page as the engine's pages are read, once or again. */
function readPage(enginePages: EnginePages, number: number, times: "again" | "once"): void {
  const page = enginePages.open(number);
  enginePages.prepare(number);
  const model = readByEngine(page);
  if (times === "again") model.vectors();
  enginePages.release(number);
}

describe("a page is recorded", () => {
  /** Returns whether the page is recorded after pages of which some were used again. */
  const recordedAfter = (pagesBefore: readonly ("again" | "once")[]): Promise<boolean> =>
    withFirstPage(engine, onePagePdf(shapes), (page, document) => {
      let recorded = 0;
      const counting = new Proxy(page, {
        get(target, name) {
          if (name === "runPageContents") recorded += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
      const last = pagesBefore.length + 1;
      const enginePages = createEnginePages(repeated((number) => (number === last ? counting : page), document));
      for (const [index, times] of pagesBefore.entries()) readPage(enginePages, index + 1, times);
      readPage(enginePages, last, "once");
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

test("vectors are read once, however often they are used", async () => {
  await withFirstPage(engine, onePagePdf(shapes), (page, document) => {
    const model = readByEngine(enginePageOf({ engine, document }, { page, isShortened: false, wasSeenAgain: false }));
    expect(model.vectors().length).toBeGreaterThan(2);
    expect(model.vectors()).toBe(model.vectors());
  });
});

test("a page that cannot be recorded is read directly", async () => {
  await withFirstPage(engine, onePagePdf(shapes + textAt(72, 700, "Text")), (page, document) => {
    class BrokenDevice {
      constructor() {
        throw new Error("no device");
      }
    }
    const broken = { ...engine, DisplayListDevice: BrokenDevice } as unknown as PdfEngine;
    const enginePages = createEnginePages({ ...repeated(() => page, document), engine: broken });
    readPage(enginePages, 1, "again");
    const read = enginePages.open(2);
    enginePages.prepare(2);
    expect(jsonOf(read)).toBe(
      jsonOf(enginePageOf({ engine, document }, { page, isShortened: false, wasSeenAgain: false })),
    );
    enginePages.end();
  });
});
