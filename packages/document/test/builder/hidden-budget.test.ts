import { expect, test } from "vitest";
import { asksForHidden, createDocumentBuilder, type BuilderOptions } from "../../src/builder/index.ts";

type Text = readonly [words: string, isHidden: boolean];

/** Writes paragraphs of one run each. */
function markdownOf(texts: readonly Text[], options: BuilderOptions = {}): string {
  const builder = createDocumentBuilder(options);
  for (const [words, isHidden] of texts) {
    builder.startParagraph({});
    builder.write(words, { isHidden });
    builder.endParagraph();
  }
  return builder
    .end()
    .flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []))
    .join("\n");
}

test("a few hidden words of a short text stay in their place", () => {
  expect(
    markdownOf([
      ["a", false],
      ["b", true],
    ]),
  ).toBe("a\n\n[hidden: b]\n");
});

test("hidden text beyond its share is one mark with its amount, and is shown on request", () => {
  const texts: readonly Text[] = [
    ["a", false],
    ["x".repeat(300), true],
    ["b", false],
    ["y".repeat(200), true],
  ];
  expect(markdownOf(texts)).toBe("a\n\nb\n\n[hidden: 2 × text, 500 characters: left out]\n");
  expect(markdownOf(texts, { showsHidden: true })).toBe(
    `a\n\n[hidden: ${"x".repeat(300)}]\n\nb\n\n[hidden: ${"y".repeat(200)}]\n`,
  );
});

test("visible text before it makes room, so that all marks together take at most 5 %", () => {
  const prose: Text = ["word ".repeat(2000), false];
  const hidden: Text = ["h".repeat(90), true];
  const text = markdownOf([prose, ...Array.from({ length: 20 }, () => hidden)]);
  expect(text.match(/\[hidden: h+\]/g)).toHaveLength(5);
  expect(text).toContain("[hidden: 15 × text, 1350 characters: left out]");
});

test("a hidden heading is always shown, because it names its section", () => {
  const builder = createDocumentBuilder();
  builder.startParagraph({ heading: 1 });
  builder.write("t".repeat(300), { isHidden: true });
  builder.endParagraph();
  expect(builder.end()).toContainEqual(
    expect.objectContaining({ type: "heading", title: `[hidden: ${"t".repeat(300)}]` }),
  );
});

test("hidden text of notes and cells counts, too", () => {
  const builder = createDocumentBuilder();
  builder.startTable();
  builder.startRow();
  builder.startCell();
  builder.write("seen ", {});
  builder.write("u".repeat(250), { isHidden: true });
  builder.endCell();
  builder.endRow();
  builder.endTable();
  builder.beginAside();
  builder.write("v".repeat(250), { isHidden: true });
  builder.note(builder.endAside());
  builder.writeNotes();
  const text = JSON.stringify(builder.end());
  expect(builder.omitsHidden).toBe(true);
  expect(text).toContain("|seen|");
  expect(text).toContain("[hidden: 2 × text, 500 characters: left out]");
});

test.for([
  ["hidden", true],
  [" Hidden ", true],
  ["Hidden costs", false],
  [undefined, false],
] as const)("a request for %s", ([select, expected]) => {
  expect(asksForHidden({ select })).toBe(expected);
});
