import { describe, expect, test } from "vitest";
import { createTextWriter } from "@reader/pdf-pages/markdown";
import type { Box, PageContent, PageModel, PageSource, TextLine, Vector } from "@reader/pdf-pages";
import { assessPage, hasDrawing, markHidden, qualityChecksOf } from "@reader/pdf-pages/quality";
import { block, column, line, page } from "../support/pdf-pages.ts";

/** A page of an engine that knows nothing but data. */
function modelOf(content: PageContent, more: Partial<PageModel> = {}): PageModel {
  const vectors = more.vectors ?? ((): readonly Vector[] => []);
  return {
    content,
    isShortened: false,
    vectors,
    trueVectors: vectors,
    characterLines: () => [],
    links: () => [],
    figureAlternatives: () => [],
    hidingRisk: () => "none",
    withPaintLog: () => undefined,
    withPixels: () => undefined,
    greyPixels: () => undefined,
    ...more,
  };
}

function sourceOf(pages: readonly PageModel[]): PageSource {
  return { read: (number) => pages[number - 1] };
}

async function textOf(source: PageSource, numbers: readonly number[]): Promise<readonly string[]> {
  const writer = createTextWriter({
    pages: source,
    pageCount: numbers.length,
    outline: () => new Map(),
    tables: "auto",
  });
  const texts: string[] = [];
  for (const number of numbers) {
    const model = source.read(number);
    if (model !== undefined)
      texts.push((await writer.write({ page: model, content: await markHidden(model), number })).text);
  }
  return texts;
}

const prose = column(["The first line of some text that goes on", "and ends on the second line."], { y: 140 });

function rule(...[x0, y0, x1, y1]: readonly [number, number, number, number]): Vector {
  return { box: { x0, y0, x1, y1 }, isStroked: true, isRectangle: false, isPaper: false };
}

/** A ruled grid of two columns. */
function grid(rows: number, at: number): readonly Vector[] {
  const bottom = at + rows * 20;
  const across = Array.from({ length: rows + 1 }, (_, row) => rule(72, at + row * 20, 472, at + row * 20));
  return [...across, ...[72, 272, 472].map((x) => rule(x, at, x, bottom))];
}

const cells: readonly TextLine[] = ["Name", "Height", "Oak", "30 m", "Birch", "20 m"].map((text, index) =>
  line(text, { x: index % 2 === 0 ? 80 : 280, y: 204 + 20 * Math.floor(index / 2) }),
);

describe("pages of an engine other than MuPDF", () => {
  test("are written with headings and paragraphs", async () => {
    const title = block(line("The Title of All", { y: 80, sizePt: 20, isBold: true }));
    const source = sourceOf([modelOf(page(title, prose))]);
    expect(await textOf(source, [1])).toEqual([
      "# The Title of All\n\nThe first line of some text that goes on and ends on the second line.\n",
    ]);
  });

  test("are written with their links, figures and tables", async () => {
    const content = { ...page(prose, ...cells.map((one) => block(one))), hasVectors: true, images: [photo] };
    const link = { box: prose.lines[1]?.box ?? photo, uri: "https://example.org/" };
    const model = modelOf(content, {
      vectors: () => grid(3, 200),
      links: () => [link],
      figureAlternatives: () => ["A [big] map"],
    });
    const [text] = await textOf(sourceOf([model]), [1]);
    expect(text).toContain("[and ends on the second line.](https://example.org/)");
    expect(text).toContain("|Name|Height|\n|---|---|\n|Oak|30 m|\n|Birch|20 m|\n");
    expect(text).toContain(String.raw`![A \[big\] map](figure)`);
  });

  test("teach the sizes of headings, and are skipped if they cannot be read", async () => {
    const chapter = block(line("A Chapter", { y: 80, sizePt: 16, isBold: true }));
    const title = block(line("The Title of All", { y: 40, sizePt: 24, isBold: true }));
    const first = modelOf(page(title, prose));
    const last = modelOf(page(chapter, prose));
    const source: PageSource = { read: (number) => [first, undefined, last][number - 1] };
    expect((await textOf(source, [3]))[0]).toContain("## A Chapter\n");
  });

  test("are assessed", () => {
    const scan = { ...page(block(line("A stamp on a scan of print", { y: 80 }))), images: [sheet] };
    const withPaintLog: PageModel["withPaintLog"] = (use) =>
      use({
        texts: [{ order: 0, box: sheet, paint: undefined, isClippedAway: false, isWhole: true, glyphs: () => [] }],
        areas: [],
      });
    const inPart = modelOf(scan, { withPaintLog, greyPixels: () => printed });
    expect(assessPage(scan, qualityChecksOf(inPart)).layer).toBe("partial");
    expect(assessPage(scan, qualityChecksOf(modelOf(scan, { withPaintLog }))).layer).toBe("sound");
    expect(assessPage(scan, qualityChecksOf(modelOf(scan, { greyPixels: () => printed }))).layer).toBe("partial");
    expect(assessPage(scan, qualityChecksOf(modelOf(scan))).layer).toBe("sound");
  });

  test("are searched for drawings and hidden text", async () => {
    const labelled = { ...page(block(line("A label", { y: 700 }))), hasVectors: true };
    const curve = { ...rule(100, 100, 500, 600), isRectangle: false };
    expect(hasDrawing(modelOf(labelled, { vectors: () => [curve] }))).toBe(true);
    expect(hasDrawing(modelOf(labelled))).toBe(false);
    const [run] = labelled.blocks[0]?.lines[0]?.runs ?? [];
    const glyphs = Array.from("A label", (character, index) => ({
      character,
      at: { x: 74 + 5 * index, y: 706 },
      sizePt: 10,
    }));
    const covered = modelOf(labelled, {
      hidingRisk: () => "any",
      withPaintLog: (use) =>
        use({
          texts: [
            {
              order: 0,
              box: run?.box ?? sheet,
              paint: { color: [0, 0, 0], alpha: 1 },
              isClippedAway: false,
              isWhole: true,
              glyphs: () => glyphs,
            },
          ],
          areas: [{ order: 1, box: sheet, paint: undefined }],
        }),
    });
    const { blocks } = await markHidden(covered);
    expect(blocks[0]?.lines[0]?.runs.map(({ hidden }) => hidden)).toEqual(["covered"]);
  });
});

const photo: Box = { x0: 72, y0: 400, x1: 172, y1: 500 };
const sheet: Box = { x0: 0, y0: 0, x1: 612, y1: 792 };

/** Lines of short strokes on light paper, 850 by 1100 pixels. */
const printed = {
  data: Uint8Array.from({ length: 850 * 1100 }, (_, at) => {
    const [x, y] = [at % 850, Math.floor(at / 850)];
    return y > 200 && y % 20 < 10 && x % 6 < 2 ? 30 : 240;
  }),
  widthPx: 850,
  heightPx: 1100,
};
