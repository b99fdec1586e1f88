import { describe, expect, it, test, vi } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { createPageSource } from "../../src/extract/page-source.ts";
import type { PageSource } from "@reader/pdf-pages";
import { createTextWriter } from "@reader/pdf-pages/markdown";
import { opened } from "../page-models.ts";
import { makeDocument, type Shown, shownLines, writeAll } from "./documents.ts";

const prose = [
  "The first paragraph of this page has several lines that are all of",
  "about the same length, so that each of them ends where the paper",
  "does and not where the author wished it to.",
];

describe("a page of text", () => {
  it("has one line per paragraph, separated by empty lines", async () => {
    const document = await makeDocument([
      [...shownLines(prose, { x: 72, y: 100 }), ...shownLines(prose, { x: 72, y: 170 })],
    ]);
    const [text] = await writeAll(document);
    expect(text).toBe(`${prose.join(" ")}\n\n${prose.join(" ")}\n`);
  });

  it("is empty for a blank page", async () => {
    const document = await makeDocument([[], shownLines(prose, { x: 72, y: 100 })]);
    const [blank, full] = await writeAll(document);
    expect(blank).toBe("");
    expect(full).toBe(`${prose.join(" ")}\n`);
  });

  it("has hyphenated words restored", async () => {
    const lines = [
      "This paragraph has a word that had to be divided for exam-",
      "ple here, and a well-known one that keeps its own hyphen.",
    ];
    const document = await makeDocument([shownLines(lines, { x: 72, y: 100 })]);
    expect(await writeAll(document)).toEqual([
      "This paragraph has a word that had to be divided for example here, and a well-known one that keeps its own hyphen.\n",
    ]);
  });

  it("ranks headings by size", async () => {
    const document = await makeDocument([
      [
        { x: 72, y: 80, text: "The Title", sizePt: 24, font: "bold" },
        { x: 72, y: 120, text: "A Chapter", sizePt: 16, font: "bold" },
        ...shownLines(prose, { x: 72, y: 145 }),
        { x: 72, y: 215, text: "A Section", font: "bold" },
        ...shownLines(prose, { x: 72, y: 235 }),
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text?.split("\n").filter((one) => one.startsWith("#"))).toEqual([
      "# The Title",
      "## A Chapter",
      "### A Section",
    ]);
  });

  it("has lists with markers and depth", async () => {
    const document = await makeDocument([
      [
        ...shownLines(prose, { x: 72, y: 100 }),
        { x: 80, y: 160, text: "* one" },
        { x: 80, y: 175, text: "- two" },
        { x: 100, y: 190, text: "a) nested" },
        { x: 80, y: 205, text: "- three" },
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text).toContain("- one\n- two\n  a) nested\n- three\n");
  });

  it("starts a list again after a heading and in the next column", async () => {
    const pointsAt = (x: number, y: number) => shownLines(["- one point of some", "- another point of it"], { x, y });
    const document = await makeDocument([
      [
        ...shownLines(prose, { x: 72, y: 60 }),
        { x: 72, y: 120, text: "For", sizePt: 16, font: "bold" },
        ...pointsAt(80, 150),
        { x: 330, y: 120, text: "Against", sizePt: 16, font: "bold" },
        ...pointsAt(340, 150),
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text?.split("\n").filter((one) => one.trimStart().startsWith("-"))).toEqual([
      "- one point of some",
      "- another point of it",
      "- one point of some",
      "- another point of it",
    ]);
  });

  it("has fenced code with indentation", async () => {
    const document = await makeDocument([
      [
        ...shownLines(prose, { x: 72, y: 100 }),
        { x: 72, y: 160, text: "if ready:", font: "mono", sizePt: 10 },
        { x: 96, y: 172, text: "go()", font: "mono", sizePt: 10 },
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text).toContain("```\nif ready:\n    go()\n```\n");
  });

  it("has its number last, wherever that was painted", async () => {
    const [first = "", ...others] = prose;
    const lines = [
      { x: 72, y: 100, text: first },
      { x: 300, y: 740, text: "32" },
      ...shownLines(others, { x: 72, y: 112 }),
    ];
    expect(await writeAll(await makeDocument([lines]))).toEqual([`${prose.join(" ")}\n\n32\n`]);
    const amount = lines.map((line) => (line.text === "32" ? { ...line, text: "32 of them" } : line));
    expect(await writeAll(await makeDocument([amount]))).not.toEqual([`${prose.join(" ")}\n\n32 of them\n`]);
  });

  it("has footnotes with addresses in the type of code as lines of text", async () => {
    const note = (mark: number, address: string, y: number) =>
      [
        { x: 72, y: y - 3, text: `${mark}`, sizePt: 6 },
        { x: 77, y, text: address, font: "mono", sizePt: 9 },
      ] as const;
    const document = await makeDocument([
      [
        ...shownLines(prose, { x: 72, y: 100 }),
        ...note(7, "https://example.org/index", 700),
        ...note(8, "https://example.org/cargo", 712),
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text).toMatch(/\n\n⁷ ?https:\/\/example.org\/index\n⁸ ?https:\/\/example.org\/cargo\n$/u);
  });

  it("keeps line numbers of code, including those of empty lines", async () => {
    const number = (count: number, y: number) => ({ x: 60, y, text: `${count}`, sizePt: 6 });
    const code = (text: string, x: number, y: number) => ({ x, y, text, font: "mono", sizePt: 10 }) as const;
    const document = await makeDocument([
      [
        ...shownLines(prose, { x: 72, y: 100 }),
        number(1, 160),
        code("if ready:", 72, 160),
        number(2, 172),
        code("go()", 96, 172),
        number(3, 184),
        number(4, 196),
        code("stop()", 72, 196),
      ],
    ]);
    const [text] = await writeAll(document);
    expect(text).toMatch(/```\n1 +if ready:\n2 +go\(\)\n3\n4 +stop\(\)\n```\n/u);
    const [first = "", second = ""] = text?.split("\n").filter((line) => /^[12] /u.test(line)) ?? [];
    expect(second.indexOf("go") - first.indexOf("if")).toBe(4);
  });

  it("has the left column before the right one, whatever the order of the document", async () => {
    const left = shownLines(
      ["The column at the left side has", "three lines that are to be read", "before those at the other side."],
      { x: 60, y: 100 },
    );
    const right = shownLines(
      ["On the other side there is", "a second column of text with", "some lines of its own as well"],
      { x: 330, y: 100 },
    );
    const mixed = left.flatMap((one, index) => [one, ...right.slice(index, index + 1)]);
    const [text] = await writeAll(await makeDocument([mixed]));
    expect(text?.indexOf("second column")).toBeGreaterThan(text?.indexOf("before those") ?? 0);
  });

  it("escapes a line that looks like a Markdown heading", async () => {
    const [text] = await writeAll(await makeDocument([[{ x: 72, y: 100, text: "# 5 apples and pears" }]]));
    expect(text).toBe("\\# 5 apples and pears\n");
  });
});

test("code in a paragraph goes on after a hyphen or an underscore without a space", async () => {
  const typed = (text: string, x: number, y: number): Shown => ({ x, y, text, font: "mono", sizePt: 10 });
  const document = await makeDocument([
    [
      ...shownLines(prose, { x: 72, y: 60 }),
      { x: 72, y: 100, text: "To list all the processes of this computer but those of this program, type", sizePt: 12 },
      typed("ps | grep -", 455, 100),
      typed("v name", 72, 114.4),
      { x: 112, y: 114.4, text: "and look for the name of the program in the first column", sizePt: 12 },
    ],
  ]);
  const [text] = await writeAll(document);
  expect(text).toContain("type ps | grep -v name and look");
});

describe("a line that begins with a star", () => {
  const note = { x: 72, y: 200, text: "* as defined in the terms." };

  it("is a note if a word before has the star", async () => {
    const word = { x: 72, y: 60, text: "Free for commercial use with attribution *" };
    const [text] = await writeAll(await makeDocument([[word, ...shownLines(prose, { x: 72, y: 100 }), note]]));
    expect(text).toContain("\n\\* as defined in the terms.\n");
  });

  it("is an item otherwise, or if there are several", async () => {
    const word = { x: 72, y: 60, text: "Free for commercial use* with attribution" };
    const other = { x: 72, y: 215, text: "* and here" };
    const pages = [
      [...shownLines(prose, { x: 72, y: 100 }), note],
      [word, note, other],
    ];
    const [first, second] = await writeAll(await makeDocument(pages));
    expect(first).toContain("\n- as defined in the terms.\n");
    expect(second).toContain("\n- as defined in the terms.\n- and here");
  });
});

test("a large name in the type of code is a heading, not the first line of the code below it", async () => {
  const document = await makeDocument([
    [
      ...shownLines([...prose, ...prose], { x: 72, y: 100 }),
      { x: 72, y: 210, text: "LineReader", font: "mono", sizePt: 18 },
      { x: 72, y: 240, text: "class LineReader{", font: "mono", sizePt: 10 },
      { x: 72, y: 252, text: "public:", font: "mono", sizePt: 10 },
    ],
  ]);
  const [text] = await writeAll(document);
  expect(text).toContain("# LineReader\n\n```\nclass LineReader{\npublic:\n```\n");
});

test("boxes drawn with characters are code, also where all text is in the type of code", async () => {
  const drawing = [
    "+------------------------------+",
    "| This document is intended to |",
    "| help, and is no standard.    |",
    "+------------------------------+",
  ];
  const typed = [...prose, ...prose].map((text, index) => ({ text, y: 100 + 12 * index }));
  const lines = [...typed, ...drawing.map((text, index) => ({ text, y: 190 + 12 * index }))];
  const document = await makeDocument([lines.map((line) => ({ x: 72, font: "mono" as const, sizePt: 10, ...line }))]);
  const [text] = await writeAll(document);
  expect(text).toContain(`\n\n\`\`\`\n${drawing.join("\n")}\n\`\`\`\n`);
  expect(text).toContain(prose.join(" "));
});

test("the title of a title page is known by the text of the next page", async () => {
  const cover = [
    { x: 72, y: 100, text: "A Guide to the Rivers", sizePt: 17, font: "bold" } as const,
    { x: 72, y: 200, text: "Ann Author", sizePt: 12 },
  ];
  const body = shownLines([...prose, ...prose, ...prose, ...prose], { x: 72, y: 100 });
  expect((await writeAll(await makeDocument([cover, body])))[0]).toBe("# A Guide to the Rivers\n\nAnn Author\n");
});

describe("reading from the middle", () => {
  const title = { x: 72, y: 60, text: "The Title", sizePt: 24, font: "bold" } as const;
  const chapter = { x: 72, y: 100, text: "A Chapter", sizePt: 16, font: "bold" } as const;
  const body = shownLines(prose, { x: 72, y: 130 });

  async function lastPage(pages: Parameters<typeof makeDocument>[0]) {
    const document = await makeDocument(pages);
    const engine = await loadPdfEngine();
    const source = createPageSource(opened(engine, document));
    const read = vi.fn<PageSource["read"]>(source.read);
    const writer = createTextWriter({
      pages: { read },
      pageCount: pages.length,
      outline: () => new Map(),
      tables: "auto",
    });
    const page = source.read(pages.length);
    if (page === undefined) throw new Error("The last page cannot be read.");
    const { text } = await writer.write({ page, content: page.content, number: pages.length });
    source.end();
    document.destroy();
    return { text, others: read.mock.calls.length };
  }

  it("ranks headings also by the first pages", async () => {
    const { text } = await lastPage([[title, chapter], body, body, [chapter, ...body]]);
    expect(text).toContain("## A Chapter");
  });

  it("takes the type of the page before for that of the text, not that of long contents", async () => {
    const contents = Array.from({ length: 40 }, (_, index) => ({
      x: 72,
      y: 40 + 12 * index,
      text: `${index}. The title of a chapter with many words in it .... ${index}`,
      sizePt: 7,
    }));
    const words = { x: 72, y: 200, text: "which is the same as" };
    const pages = [[title], contents, body, shownLines([...prose, ...prose, ...prose, ...prose], { x: 72, y: 100 })];
    const long = Array.from({ length: 12 }, (_, index) => shownLines(prose, { x: 72, y: 60 + 50 * index })).flat();
    const { text } = await lastPage([
      ...pages,
      long,
      [...body, words, { ...words, y: 240, font: "mono", text: "a + b" }],
    ]);
    expect(text).toContain("\n\nwhich is the same as\n");
  });

  it("looks for prose in more of the first pages if the page is code", async () => {
    const code = shownLines(["int main() {", "    return 0;", "}"], { x: 72, y: 100, font: "mono" });
    const pages = [[{ ...chapter, sizePt: 12 }, ...body], body, code, [...code, { ...chapter, sizePt: 12, y: 300 }]];
    const { text } = await lastPage([...pages, code, [...code, { x: 72, y: 300, text: "exit", font: "slanted" }]]);
    expect(text).toContain("```\nint main() {\n    return 0;\n}\n```");
  });

  it("reads no other pages than the one before and the first if they have the same sizes, and none from a page with one size", async () => {
    const pages = Array.from({ length: 5 }, () => [chapter, ...body]);
    expect(await lastPage(pages)).toMatchObject({ others: 2 });
    const plain = Array.from({ length: 20 }, (_, index) => shownLines(prose, { x: 72, y: 60 + 36 * index })).flat();
    expect(await lastPage([[chapter], plain])).toMatchObject({ others: 0 });
  });
});

describe("running headers and footers", () => {
  const pageOf = (number: number, header: string) => [
    { x: 72, y: 40, text: header },
    ...shownLines(prose, { x: 72, y: 100 }),
    { x: 300, y: 760, text: `Page ${number}` },
  ];

  it("are written once", async () => {
    const pages = await writeAll(await makeDocument([1, 2, 3].map((number) => pageOf(number, "The Journal"))));
    expect(pages.map((text) => text.includes("The Journal"))).toEqual([true, false, false]);
    expect(pages.map((text) => text.includes("Page"))).toEqual([true, false, false]);
  });

  it("stay if their number changes", async () => {
    const pages = await writeAll(
      await makeDocument([1001, 2002].map((id, index) => pageOf(index + 1, `Invoice ${id}`))),
    );
    expect(pages[1]).toContain("Invoice 2002");
  });

  it("stay if the page has nothing else", async () => {
    const pages = await writeAll(
      await makeDocument([1, 2, 3].map((number) => [{ x: 72, y: 40, text: `Page ${number}` }])),
    );
    expect(pages).toEqual(["Page 1\n", "Page 2\n", "Page 3\n"]);
  });
});

test("external links are Markdown links, and an address that is its own text is written once", async () => {
  const document = await makeDocument([[{ x: 72, y: 100, text: "See the manual or http://a.example for more." }]]);
  const page = document.loadPage(0);
  page.createLink([108, 88, 149, 104], "https://b.example/manual(1)");
  page.createLink([164, 88, 244, 104], "http://a.example/");
  page.destroy();
  const [text] = await writeAll(document);
  expect(text).toBe("See the [manual](https://b.example/manual%281%29) or http://a.example for more.\n");
});
