import { describe, expect, it } from "vitest";
import { flattenPage } from "../../src/lines/spans.ts";
import type { StextBlock, StextLine } from "../../src/lines/spans.ts";
import { untagMargins } from "../../src/lines/page-content.ts";

function span(text: string, y: number, x = 72): StextLine {
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 100 };
  const bbox = { x: x * 10, y: y * 10, w: text.length * 50, h: 120 };
  return { wmode: 0, bbox, font, x: bbox.x, y: bbox.y + 100, text };
}

function textBlock(...lines: readonly StextLine[]): StextBlock {
  return { type: "text", lines };
}

function structure(std: string, ...contents: readonly StextBlock[]): StextBlock {
  return { type: "structure", std, contents };
}

/** The words with a tag, after headers and footers have lost theirs. */
function taggedIn(...blocks: readonly StextBlock[]): readonly string[] {
  const spans = untagMargins(flattenPage({ blocks }).spans);
  return spans.filter(({ tag }) => tag !== undefined).map((one) => one.span.text);
}

const first = structure("P", textBlock(span("first", 100)));

describe("headers and footers that the engine assigns to the last element", () => {
  it("lose the tag of that element", () => {
    const last = structure(
      "LI",
      textBlock(span("last", 600)),
      textBlock(span("header", 20)),
      textBlock(span("foot", 770)),
    );
    expect(taggedIn(first, last)).toEqual(["first", "last"]);
  });

  it("do not include text that continues in the next column", () => {
    const column = structure("P", textBlock(span("to the end", 700)), textBlock(span("goes on", 100, 320)));
    expect(taggedIn(first, column)).toEqual(["first", "to the end", "goes on"]);
  });

  it("do not include a line that follows closely, although nothing is below it", () => {
    const two = structure("P", textBlock(span("one", 600)), textBlock(span("two", 614)));
    expect(taggedIn(first, two)).toEqual(["first", "one", "two"]);
  });

  it("do not include separate elements", () => {
    const footnote = structure("Note", textBlock(span("a footnote", 740)));
    expect(taggedIn(first, footnote)).toEqual(["first", "a footnote"]);
  });
});
