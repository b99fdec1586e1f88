import { expect, test } from "vitest";
import { withUnderscores } from "../../src/lines/underscores.ts";
import { type PageContent, textOf } from "../../src/model/page-content.ts";
import type { Vector } from "../../src/model/page-model.ts";
import { pageOf, words } from "../tables/pages.ts";

function textsIn(content: PageContent, vectors: readonly Vector[]): readonly string[] {
  const { blocks } = withUnderscores({ ...content, hasVectors: true }, { trueVectors: () => vectors });
  return blocks.flatMap(({ lines }) => lines.map(({ runs }) => textOf(runs)));
}

/** A vector between two words with their top at 100, as wide as a character of a test page. */
const drawn = (x0: number, y0 = 108): Vector => ({
  box: { x0: x0 + 0.5, y0, x1: x0 + 4.5, y1: y0 + 0.4 },
  isStroked: true,
  isRectangle: true,
  isPaper: false,
});

test("words are joined at the underscores that TeX draws between them", () => {
  const lines = [
    words([50, 100], "log"),
    words([70, 100], "dialog"),
    words([105, 100], "box"),
    words([150, 100], "on"),
  ];
  expect(textsIn(pageOf(...lines), [drawn(65), drawn(100)])).toEqual(["log_dialog_box", "on"]);
});

test("words of one line are joined at their underscores", () => {
  const line = words([50, 100], "log");
  const joined = { ...line, runs: [...line.runs, ...words([70, 100], "dialog").runs] };
  expect(textsIn(pageOf(joined), [drawn(65)])).toEqual(["log_dialog"]);
});

test("words are joined at an underscore that is an image, on a page without drawings", () => {
  const content = pageOf(words([50, 100], "log"), words([70, 100], "dialog"));
  const trueVectors = () => {
    throw new Error("The page has none.");
  };
  const page = { ...content, images: [drawn(65).box], hasVectors: false };
  const { blocks } = withUnderscores(page, { trueVectors });
  expect(blocks.flatMap(({ lines }) => lines.map(({ runs }) => textOf(runs)))).toEqual(["log_dialog"]);
});

test.for([
  ["in the middle of the line", [drawn(65, 104)]],
  ["beside only one of them", [drawn(61)]],
  ["below another line", [drawn(65, 122)]],
  ["that is a part of an underline", [drawn(65), { ...drawn(65), box: { ...drawn(65).box, x0: 69.5, x1: 110 } }]],
] as const)("words are not joined at a rule %s", ([, rules]) => {
  const content = pageOf(words([50, 100], "log"), words([70, 100], "dialog"));
  expect(textsIn(content, rules)).toEqual(["log", "dialog"]);
});

test("drawings are not read for text without such gaps", () => {
  const trueVectors = () => {
    throw new Error("They are slow to read.");
  };
  for (const lines of [[words([50, 100], "log"), words([100, 100], "dialog")], [words([50, 100], "log")]]) {
    const content = { ...pageOf(...lines), hasVectors: true };
    expect(withUnderscores(content, { trueVectors })).toBe(content);
  }
});
