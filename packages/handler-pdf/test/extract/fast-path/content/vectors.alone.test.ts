import { expect, test } from "vitest";
import { loadPdfEngine } from "../../../../src/engine/engine.ts";
import { readVectors } from "../../../../src/extract/painting/page-vectors.ts";
import type { Vector } from "@reader/pdf-pages";
import { formOf, run } from "./run.ts";

const engine = await loadPdfEngine();

/** What the engine reports for content, in the format of the log. */
function told(content: string): readonly string[] {
  const document = new engine.PDFDocument();
  document.insertPage(-1, document.addPage([0, 0, 600, 800], 0, {}, content));
  const text = document.loadPage(0).toStructuredText("vectors");
  return readVectors(text).map(worded);
}

function worded({ box: { x0, y0, x1, y1 }, isStroked, isRectangle, isPaper }: Vector): string {
  const kinds = [isStroked ? "stroked" : "filled", isRectangle ? "rectangle" : "shape", ...(isPaper ? ["paper"] : [])];
  return `${kinds.join(" ")} ${[x0, y0, x1, y1].map((number) => Math.round(number * 100) / 100).join(" ")}`;
}

test.for([
  "10 10 20 30 re f",
  "10 10 20 30 re 100 100 20 20 re f",
  "0 0 0 10 re f",
  "0 0 0 10 re S",
  "5 5 0 0 re S",
  "0 0 m 10 0 l S",
  "0 0 m 10 0 l f",
  "0 0 m 10 5 l S",
  "0 0 m 10 5 l 20 20 l S",
  "0 0 m 10 5 l 20 20 l 30 30 m 50 55 l 60 60 l S",
  "0 0 m 10 0 l 10 10 l 0 10 l h S",
  "0 0 m 10 0 l 10 10 l 0 10 l 0 0 l S",
  "0 0 m 0 10 l 10 10 l 10 0 l b",
  "0 0 m 10 0 l 20 0 l 20 5 l 0 5 l h f",
  "0 0 m 10 0 l 0 0 l h S",
  "0 0 m 10 0 l 5 0 l h S",
  "0 0 m 5 5 l 0 9 l s",
  "0 0 m 1 2 3 4 5 6 c f",
  "0 0 m 3 4 5 6 v 7 8 9 9 y h f",
  "0 0 m 0 0 3 3 3 3 c 3 0 l 0 0 l f",
  "0 0 m S",
  "5 5 m h S",
  "2 2 l 5 5 m 9 9 l S",
  "1 1 m 0 0 l 5 5 m 5 5 l S",
  "10 10 20 30 re 30 30 m 50 55 l 60 60 l S",
  "30 30 m 50 55 l 60 60 l 10 10 20 30 re S",
  "4 w 0 0 m 10 0 l S",
  "q 2 0 0 3 10 10 cm 4 w 0 0 m 10 0 l S Q",
  "q .7 .7 -.7 .7 100 100 cm 0 0 10 20 re f Q",
  "1 g 0 0 10 20 re f",
  "1 1 .999 rg 0 0 10 20 re B",
  "0 0 0 0 k 1 G 0 0 10 20 re B",
  ".98 g 0 0 10 20 re f",
  "/DeviceRGB cs 1 1 1 scn 0 0 10 20 re f",
  "0 0 10 20 re W n 0 0 5 5 re f",
  "-10 700 9999 200 re f",
  "-10 700 9999 200 re S",
  "900 900 10 10 re f",
  "50 50 100 100 re W n 0 0 120 60 re f",
  "50 50 100 100 re W n 0 0 20 20 re f 60 60 20 20 re f",
  "50 50 100 100 re W n 0 0 m 100 90 l 70 300 l f",
  "50 50 100 100 re W n 60 60 m 90 90 l 0 99 l h 200 200 m 300 300 l 250 400 l h f",
  "50 50 m 150 50 l 100 150 l W n 0 0 500 500 re f",
  "50 50 100 100 re W n 100 100 100 100 re W* n 0 0 500 500 re f",
  "50 50 100 100 re W n 200 200 100 100 re W n 0 0 500 500 re f",
  "q 50 50 100 100 re W n Q 0 0 500 500 re f",
  "4 w 50 50 100 100 re W B",
  "4 w 50 50 100 100 re W n 0 100 m 500 100 l S",
])("%s gives the same vectors as the engine", (content) => {
  expect(run(content).log).toEqual(told(content));
});

test("colours of an unknown space are left to the engine", () => {
  const areKnown = (content: string): unknown => {
    const { outcome } = run(content);
    return outcome.kind === "done" && outcome.areVectorsKnown;
  };
  expect(areKnown("/Strange cs 1 scn BT ET")).toBe(true);
  expect(areKnown("/Strange cs 1 scn 0 0 9 9 re f")).toBe(false);
});

test.for<readonly [content: string, areKnown: boolean]>([
  ["0 0 10 1 re f 10 0 1 1 re f", false],
  ["0 0 1 10 re f 0 10 1 1 re f", false],
  ["0 0 10 1 re f 10 0 5 1 re f", true],
  ["0 0 10 1 re f BT /F 9 Tf (a) Tj ET 10 0 1 1 re f", true],
])("%s may be one vector in the engine", ([content, areKnown]) => {
  expect(run(content).outcome).toMatchObject({ kind: "done", areVectorsKnown: areKnown });
});

test("images are reported among text and vectors", () => {
  const { log } = run("q 50 0 0 40 10 20 cm /Picture Do Q 0 0 9 9 re f /Stencil Do");
  expect(log).toEqual(["picture 50 0 0 -40 10 780", "filled rectangle 0 791 9 800", "picture 1 0 0 -1 0 800"]);
});

test("images that are more than half transparent are omitted", () => {
  const states = { Faint: { fillAlpha: 0.4, endsText: true } };
  const forms = { Group: formOf("/Picture Do", { isGroup: true }) };
  expect(run("/Faint gs /Picture Do", { states }).log).toEqual([]);
  expect(run("/Faint gs /Group Do", { states, forms }).log).toHaveLength(1);
});

test("an inline image is skipped", () => {
  const { log } = run("q 9 0 0 9 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \u0000E\u0000\u00ff EI Q 0 0 9 9 re f");
  expect(log).toEqual(["picture 9 0 0 -9 0 800", "filled rectangle 0 791 9 800"]);
});

test("painting through a soft mask is left to the engine", () => {
  const states = { Mask: { hasSoftMask: true, endsText: true }, None: { hasSoftMask: false, endsText: true } };
  expect(run("/Mask gs 0 0 9 9 re f", { states }).outcome).toEqual({ kind: "bail", reason: "soft mask" });
  expect(run("/Mask gs /None gs 0 0 9 9 re f", { states }).outcome.kind).toBe("done");
});

test("an inline image with indexed colours is skipped", () => {
  const { log } = run("BI/CS[/I/RGB 3<ECEBEBECECECECECEDFF9933>]/I true/W 1/H 8/BPC 2 ID @@@@@EI@ EI 0 0 9 9 re f");
  expect(log).toEqual(["picture 1 0 0 -1 0 800", "filled rectangle 0 791 9 800"]);
});

test("a shading is an image of the visible area, in whole points", () => {
  expect(run("q 50.3 60.7 100 80 re W n /Endless sh Q").log).toEqual(["picture 101 0 0 81 50 659"]);
});

test.for<readonly [what: string, content: string, widths: readonly number[]]>([
  ["a stroke at its own size", "5 w 0 0 m 10 0 l S", []],
  [
    "strokes in tenths of a point, each width once",
    "q .1 0 0 .1 0 0 cm 5 w 0 0 m 99 0 l S 0 9 m 99 9 l S 8 w 0 0 9 9 re S Q",
    [5, 8],
  ],
  ["a stroke that is scaled up", "q 3 0 0 3 0 0 cm 5 w 0 0 m 9 0 l S Q", []],
  ["what is filled", "q .1 0 0 .1 0 0 cm 5 w 0 0 90 90 re f Q", []],
])("the widths of scaled-down strokes are known: %s", ([, content, scaledWidths]) => {
  expect(run(content).outcome).toMatchObject({ kind: "done", scaledWidths });
});
