import { expect, test } from "vitest";
import {
  asksForHidden,
  createDocumentBuilder,
  hiddenNotices,
  type BuilderOptions,
  type ParagraphStyle,
} from "../../src/builder/index.ts";

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
  expect(text.match(/\[hidden: h+\]/g)).toHaveLength(4);
  expect(text).toContain("[hidden: 16 × text, 1440 characters: left out]");
  const marks = text.match(/\[hidden: [^\]]*\]/g) ?? [];
  expect(marks.join("").length).toBeLessThanOrEqual(0.05 * prose[0].length);
});

/** Writes one paragraph of several runs. */
function paragraphOf(texts: readonly Text[], style: ParagraphStyle = {}): string {
  const builder = createDocumentBuilder();
  builder.startParagraph(style);
  for (const [words, isHidden] of texts) builder.write(words, { isHidden });
  builder.endParagraph();
  return builder
    .end()
    .flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []))
    .join("\n");
}

const long = `${"x".repeat(300)} `;

test("words from either side of a gap in hidden text do not become one text", () => {
  const runs: readonly Text[] = [
    ["Pay ", true],
    [long, true],
    [" ", true],
    ["today", true],
    [" seen ", false],
    ["more", true],
  ];
  expect(paragraphOf(runs)).toBe(
    "[hidden: Pay …] seen [hidden: more]\n\n[hidden: 1 × text, 305 characters: left out]\n",
  );
});

test("hidden text that begins with a gap is left out, until visible text divides it", () => {
  const runs: readonly Text[] = [
    ["a ", false],
    [long, true],
    ["today", true],
  ];
  expect(paragraphOf(runs)).toBe("a\n\n[hidden: 1 × text, 305 characters: left out]\n");
});

test("a hidden heading is named by its start, and its section is not lost", () => {
  const heading: Text = ["t".repeat(150), true];
  const text = paragraphOf([heading, heading, heading], { heading: 1 });
  expect(text).toContain(`# [hidden: ${"t".repeat(200)}…]\n`);
  expect(text).toContain("[hidden: 1 × text, 250 characters: left out]");
  expect(paragraphOf([["𝒙".repeat(300), true]], { heading: 1 })).toContain(`# [hidden: ${"𝒙".repeat(100)}…]\n`);
});

test("passages are counted apart by whether they were left out", () => {
  const builder = createDocumentBuilder();
  const write = (words: string): void => {
    builder.startParagraph({});
    builder.write(words, { isHidden: true });
    builder.write(" and", { isHidden: true });
    builder.endParagraph();
  };
  for (const words of ["a", "b", long, long, long]) write(words);
  builder.end();
  expect(builder.hiddenPassages).toMatchObject({ shown: 2, omitted: 3 });
  expect(hiddenNotices(10, builder.hiddenPassages)).toEqual([
    { type: "notice", code: "hidden-content", what: "hidden text", count: 2 },
    { type: "notice", code: "hidden-content", what: "hidden text", count: 3, select: "hidden" },
  ]);
  expect(hiddenNotices(7, { shown: 5, omitted: 0 })).toEqual([
    { type: "notice", code: "hidden-content", what: "hidden text", count: 7 },
  ]);
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
  expect(builder.hiddenPassages).toMatchObject({ shown: 0, omitted: 2 });
  expect(text).toContain("|seen|");
  expect(text).toContain("[hidden: 2 × text, 500 characters: left out]");
});

test.for([
  ["hidden", true],
  [" Hidden ", true],
  ["Hidden costs", false],
  ["# Hidden", false],
  [undefined, false],
] as const)("a request for %s", ([select, expected]) => {
  expect(asksForHidden({ select })).toBe(expected);
});
