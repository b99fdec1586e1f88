import { beforeAll, describe, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { markHidden } from "@reader/pdf-pages/quality";
import type { PageContent, TextRun } from "@reader/pdf-pages";
import { modelOf } from "../page-models.ts";
import { onePagePdf } from "../deadly/build-pdf.ts";
import { clippingPages, hidingPages, openPages, textAt } from "./hidden-pages.ts";
import { withFirstPage } from "./with-first-page.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

function markedRuns(pdf: Uint8Array): Promise<readonly TextRun[]> {
  return withFirstPage(engine, pdf, async (page) => runsOf(await markHidden(modelOf(engine, page))));
}

function runsOf(content: PageContent): readonly TextRun[] {
  const lines = [...content.blocks.flatMap((block) => block.lines), ...(content.outside ?? [])];
  return lines.flatMap(({ runs }) => runs);
}

function compact(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text.replaceAll(/\s/g, "")).join("");
}

describe("hidden text is marked", () => {
  test.for(Object.entries(hidingPages))("%s", async ([, { pdf, hidden, reason }]) => {
    const runs = await markedRuns(pdf);
    const marked = runs.filter((run) => run.hidden !== undefined);
    expect(compact(marked)).toBe(hidden);
    expect(new Set(marked.map((run) => run.hidden))).toEqual(new Set([reason]));
    expect(compact(runs)).toContain(hidden);
  });

  test.for(Object.entries(clippingPages))("%s", async ([, { pdf, hidden, reason }]) => {
    const runs = await markedRuns(pdf);
    const marked = runs.filter((run) => run.hidden !== undefined);
    expect(compact(marked)).toBe(hidden);
    expect(marked.map((run) => run.hidden)).toEqual([reason]);
  });
});

describe("hidden punctuation", () => {
  const seen = textAt(72, 700, "Seen");

  test.for([
    ["in the colour of the paper", `1 g ${textAt(110, 700, ".")} 0 g`],
    ["that are not drawn", `3 Tr ${textAt(110, 700, "...")} 0 Tr`],
  ] as const)("is the gap between words: %s", async ([, signs]) => {
    const runs = await markedRuns(onePagePdf(`${seen}${signs} ${textAt(130, 700, "here")}`));
    expect(runs.filter(({ hidden }) => hidden !== undefined)).toEqual([]);
    expect(
      runs
        .map(({ text }) => text)
        .join("")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ).toBe("Seen here");
  });
});

describe("visible text is not marked", () => {
  test.for(Object.entries(openPages))("%s", async ([, pdf]) => {
    const runs = await markedRuns(pdf);
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.filter(({ hidden }) => hidden !== undefined)).toEqual([]);
  });

  test("and a page that hides nothing is returned unchanged", async () => {
    await withFirstPage(engine, onePagePdf(textAt(72, 600, "Seen")), async (page) => {
      const model = modelOf(engine, page);
      expect(await markHidden(model)).toBe(model.content);
    });
  });

  test("and a page that cannot be replayed keeps its text", async () => {
    const white = hidingPages["white on the paper"]?.pdf ?? onePagePdf("");
    class BrokenDevice {
      constructor() {
        throw new Error("no device");
      }
    }
    await withFirstPage(engine, white, async (page) => {
      const model = modelOf({ ...engine, Device: BrokenDevice } as unknown as PdfEngine, page);
      expect(await markHidden(model)).toBe(model.content);
    });
  });
});
