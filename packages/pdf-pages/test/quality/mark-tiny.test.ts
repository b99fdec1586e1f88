import { expect, test } from "vitest";
import { markTiny } from "../../src/quality/mark-hidden.ts";
import type { PageContent } from "../../src/model/page-content.ts";

/** A page of one line whose second run has size zero. */
function pageWith(text: string): PageContent {
  const style = { font: "Times", sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  const box = { x0: 50, y0: 50, x1: 90, y1: 60 };
  const none = { x0: 90, y0: 60, x1: 90, y1: 60 };
  const runs = [
    { text: "seen", box, style },
    { text, box: none, style: { ...style, sizePt: 0.1 } },
  ];
  const block = { box, lines: [{ box, direction: "ltr" as const, runs }] };
  return { widthPt: 600, heightPt: 800, blocks: [block], images: [] };
}

function secondOf(content: PageContent): unknown {
  return content.blocks[0]?.lines[0]?.runs[1];
}

test("letters at size zero are marked as hidden", () => {
  expect(secondOf(markTiny(pageWith("unseen")))).toMatchObject({ text: "unseen", hidden: "tiny" });
});

test.for([
  ["\u200C", ""],
  [" \u200B\u2060", " "],
] as const)("zero-width joiners are omitted and not reported as hidden", ([text, left]) => {
  expect(secondOf(markTiny(pageWith(text)))).toMatchObject({ text: left });
  expect(secondOf(markTiny(pageWith(text)))).not.toHaveProperty("hidden");
});
