import { describe, expect, test } from "vitest";
import { pptx } from "../../src/index.ts";
import { compound } from "../ppt/make-ppt.ts";
import { deckParts, links, makePptx, part, type DeckXml, type SlideXml } from "./deck-builder.ts";
import { formula } from "../support/formula.ts";
import { greyPng } from "../support/grey-png.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { body, frame, paragraph, image, shape, table, title } from "./shapes-xml.ts";
import { zipOf } from "../support/zip-of.ts";

const read = (deck: DeckXml, wish?: ReadingWish): Promise<Reading> => readBytes(pptx(), makePptx(deck), wish);

const textOf = async (...shapes: readonly string[]): Promise<string> => {
  const { text } = await read({ slides: [{ shapes: shapes.join("") }] });
  return text.replace("[slide 1]\n", "");
};

const long = "A paragraph of prose that starts with a tab and is longer than sixty characters, as is usual.";

const three: DeckXml = {
  slides: ["First", "Second", "Third"].map((name) => ({ shapes: title(name), notes: shape([`Say ${name}`]) })),
};

describe("the order of slides", () => {
  test("is that of the presentation, whatever the names of their parts", async () => {
    const { text } = await read(three);
    expect(text).toBe(
      [
        "[slide 1]\n## First\n\nNotes:\n\nSay First\n",
        "[slide 2]\n## Second\n\nNotes:\n\nSay Second\n",
        "[slide 3]\n## Third\n\nNotes:\n\nSay Third\n",
      ].join(""),
    );
  });

  test("can be cut by `pages`", async () => {
    expect((await read(three, { pages: [{ first: -1 }] })).text).toContain("[slide 3]\n## Third");
    expect((await read(three, { pages: [{ first: 2, last: 9 }] })).text).not.toContain("First");
    expect((await read(three, { pages: [{ first: 4 }] })).error).toBe(
      "out-of-range: deck has 3 slides and no slide 4.",
    );
  });

  test("can be cut by a title, in any case", async () => {
    expect((await read(three, { select: "second" })).text).toBe("[slide 2]\n## Second\n\nNotes:\n\nSay Second\n");
    expect((await read(three, { select: "Fourth" })).error).toBe(
      'out-of-range: deck has 3 slides and no slide titled "Fourth".',
    );
  });

  test("lets one slide be read without the parts of the others", async () => {
    const parts = { ...deckParts(three), "ppt/slides/slide3.xml": "<broken", "ppt/slides/slide1.xml": "<broken" };
    const { text, notices } = await readBytes(pptx(), zipOf(parts), { pages: [{ first: 2, last: 2 }] });
    expect(text).toBe("[slide 2]\n## Second\n\nNotes:\n\nSay Second\n");
    expect(notices).toEqual([]);
  });
});

describe("text", () => {
  test("has the bullets that the master gives its placeholder, and none in a text box", async () => {
    const styles = `<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`;
    const shapes = shape(
      ["One", paragraph("Inner", `<a:pPr lvl="1"/>`), paragraph("Plain", "<a:pPr><a:buNone/></a:pPr>")],
      {
        placeholder: 'idx="1"',
      },
    );
    const { text } = await read({ slides: [{ shapes: shapes + shape(["Box"]) }], styles });
    expect(text).toBe("[slide 1]\n- One\n  - Inner\n\nPlain\n\nBox\n");
  });

  test("has numbers as the author sees them", async () => {
    const numbered = (words: string, scheme: string, level = 0): string =>
      paragraph(words, `<a:pPr lvl="${level}"><a:buAutoNum type="${scheme}" startAt="3"/></a:pPr>`);
    const shapes = shape([
      numbered("Three", "arabicPeriod"),
      numbered("Inner", "alphaLcParenR", 1),
      numbered("Four", "arabicPeriod"),
    ]);
    expect(await textOf(shapes)).toBe("3. Three\n  c) Inner\n4. Four\n");
  });

  test("keeps lines, and links that lead out of the document", async () => {
    const linked = `<a:p><a:r><a:rPr><a:hlinkClick r:id="out"/></a:rPr><a:t>the </a:t></a:r><a:r><a:rPr b="1"><a:hlinkClick r:id="out"/></a:rPr><a:t>site</a:t></a:r></a:p>`;
    const shapes = shape([linked, "<a:p><a:r><a:t>up</a:t></a:r><a:br/><a:r><a:t>down</a:t></a:r></a:p>"]);
    const { text } = await read({
      slides: [{ shapes, links: [["out", "hyperlink", "https://example.org/", "External"]] }],
    });
    expect(text).toBe("[slide 1]\n[the **site**](https://example.org/)\nup\ndown\n");
  });

  test("shows what its author stressed, struck, raised or lowered", async () => {
    const run = (text: string, look = "") => `<a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r>`;
    const words = [run("plain "), run("bold", 'b="1"'), run(" "), run("gone", 'strike="sngStrike"')].join("");
    const powers = [
      run("10"),
      run("2", 'baseline="30000"'),
      run(" H"),
      run("2", 'baseline="-25000"'),
      run("O"),
      run("3", 'baseline="5000"'),
      run(" CO"),
      run("2", 'baseline="-8000"'),
    ].join("");
    const { text } = await read({ slides: [{ shapes: shape([`<a:p>${words}</a:p>`, `<a:p>${powers}</a:p>`]) }] });
    expect(text).toBe("[slide 1]\nplain **bold** ~~gone~~\n10² H₂O3 CO₂\n");
  });

  test("shows signs of symbol fonts as what they mean, in titles too, and no hyphens that only show at the end of a line", async () => {
    const run = (text: string, font: string) => `<a:r><a:rPr>${font}</a:rPr><a:t>${text}</a:t></a:r>`;
    const words = [
      run("a \uf0e0 b ", '<a:latin typeface="Calibri"/><a:sym typeface="Wingdings"/>'),
      run("\uf061", '<a:latin typeface="Symbol"/>'),
      run(" \uf0e0", '<a:latin typeface="Calibri"/>'),
      run(" hy\u00adphen", ""),
    ];
    const line = `<a:p>${words.join("")}</a:p>`;
    const heading = shape([line], { placeholder: 'type="title"' });
    expect(await textOf(heading, shape([line]))).toBe("## a → b α \uf0e0 hyphen\n\na → b α \uf0e0 hyphen\n");
  });

  test("of groups is read in its place, and that of hidden shapes is marked", async () => {
    const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>${shape(["Inside"])}</p:grpSp>`;
    const slide: SlideXml = { shapes: shape(["Before"]) + group + shape(["Away"], { name: 'hidden="1"' }) };
    const { text, notices } = await read({ slides: [slide] });
    expect(text).toBe("[slide 1]\nBefore\n\nInside\n\n(hidden) Away\n");
    expect(notices).toEqual(["1 × hidden shape"]);
  });

  test("of one alternative is read, and not that of the other", async () => {
    const both = `<mc:AlternateContent><mc:Choice Requires="p14">${shape(["New"])}</mc:Choice><mc:Fallback>${shape(["Old"])}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(both)).toBe("New\n");
  });

  test("that stands above everything else is the title of a slide without one", async () => {
    const shapes = [shape(["Words", "More"], { place: [500, 300] }), shape(["Heading"], { place: [0, 100] })];
    expect(await textOf(...shapes)).toBe("## Heading\n\nWords\nMore\n");
  });

  test.for<[what: string, words: string, place: readonly [number, number, number, number]]>([
    ["narrow, such as the top label of a figure", "Label", [0, 100, 0, 40]],
    ["not above everything", "Label", [0, 220, 0, 100]],
    ["right at the next shape", "Label", [0, 200, 0, 100]],
    ["a sentence", "This ends here.", [0, 100, 0, 100]],
    ["an introduction", "As follows:", [0, 100, 0, 100]],
    ["code", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", [0, 100, 0, 100]],
  ])("is no title if it is %s", async ([, words, place]) => {
    const shapes = [1, 2].map((at) => shape([`Words ${at}`], { place: [200, 100, 200 * at - 200] }));
    expect(await textOf(shape([words], { place }), ...shapes)).toBe(`${words}\n\nWords 1\n\nWords 2\n`);
  });

  test("that is centred above a single shape is the title", async () => {
    const shapes = [shape(["Words"], { place: [200, 100] }), shape(["Heading"], { place: [0, 100, 40, 20] })];
    expect(await textOf(...shapes)).toBe("## Heading\n\nWords\n");
  });

  test.for<[what: string, lines: readonly string[], expected: string]>([
    ["indented code", ["if (a) {", "  b();", "    c();", "}"], "```\nif (a) {\n  b();\n    c();\n}\n```\n"],
    ["columns", ["one    1", "eleven 2", "two    3"], "```\none    1\neleven 2\ntwo    3\n```\n"],
    ["no single line", ["Words", "  and one more"], "Words\nand one more\n"],
    [
      "no prose with two wide gaps",
      ["One   two", "Three   four", "Five", "Six", "Seven", "Eight", "Nine"],
      "One two\nThree four\nFive\nSix\nSeven\nEight\nNine\n",
    ],
    ["no indented paragraphs of prose", [long, long, "Words"].map((line) => `\t${line}`), `${long}\n${long}\nWords\n`],
    ["no gaps after sentences", ["One.   Two", "Three!   Four"], "One. Two\nThree! Four\n"],
  ])("keeps its spaces where they lay it out: %s", async ([, lines, expected]) => {
    expect(await textOf(shape(lines))).toBe(expected);
  });

  test.for([
    ['strike="sngStrike"', "~~x~~"],
    ['baseline="30000"', "^x"],
  ] as const)("keeps the format %s instead of spaces", async ([format, expected]) => {
    const formatted = `<a:p><a:r><a:t>  a </a:t></a:r><a:r><a:rPr ${format}/><a:t>x</a:t></a:r></a:p>`;
    expect(await textOf(shape([formatted, "  b", "  c"]))).toBe(`a ${expected}\nb\nc\n`);
  });

  test("keeps no spaces of lists", async () => {
    const item = paragraph("  item", `<a:pPr><a:buChar char="•"/></a:pPr>`);
    expect(await textOf(shape([item, item]))).toBe("- item\n- item\n");
  });

  test("is read from top to bottom, and columns from left to right", async () => {
    const shapes = [
      title("Plan"),
      shape(["Code"], { place: [500, 100] }),
      shape(["Words", "More"], { place: [300, 100] }),
      shape(["Right"], { place: [300, 100, 200] }),
    ];
    expect(await textOf(...shapes)).toBe("## Plan\n\nWords\nMore\n\nCode\n\nRight\n");
  });

  test("of a group stays together, and is read in its own order", async () => {
    const box = `<a:xfrm><a:off x="0" y="300"/><a:ext cx="100" cy="100"/></a:xfrm>`;
    const inner = shape(["Lower"], { place: [50, 20] }) + shape(["Upper"], { place: [0, 20] });
    const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>${box}</p:grpSpPr>${inner}</p:grpSp>`;
    const shapes = [title("T"), group, shape(["Above"], { place: [100, 100] })];
    expect(await textOf(...shapes)).toBe("## T\n\nAbove\n\nUpper\n\nLower\n");
  });

  test("that lies on its side is where it is seen", async () => {
    const turned = shape(["Side"], { place: [400, 20, 150] }).replace("<a:xfrm>", '<a:xfrm rot="16200000">');
    // Turned, it is 20 wide and 100 high, right of the column.
    const shapes = [title("T"), turned, shape(["One"], { place: [350, 40] }), shape(["Two"], { place: [430, 40] })];
    expect(await textOf(...shapes)).toBe("## T\n\nOne\n\nTwo\n\nSide\n");
  });

  test.for([
    ["a shape", shape([]), "(a drawn shape without words)\n"],
    [
      "shapes and a line",
      `${shape([])}${shape([])}<p:cxnSp><p:nvCxnSpPr/><p:spPr/></p:cxnSp>`,
      "(3 drawn shapes without words)\n",
    ],
    ["a shape beside words", `${shape([])}${shape(["Words"])}`, "Words\n"],
  ] as const)("is told where there is none: %s", async ([, shapes, expected]) => {
    expect(await textOf(shapes)).toBe(expected);
  });

  test("of an empty placeholder is nothing", async () => {
    expect(await textOf(shape([], { placeholder: 'type="body"' }))).toBe("(empty)\n");
  });
});

describe("tables", () => {
  test("show merged cells once", async () => {
    const wide = `<a:tc gridSpan="2">${body("a:txBody", ["Both"])}</a:tc>`;
    const covered = `<a:tc hMerge="1">${body("a:txBody", ["ghost"])}</a:tc>`;
    expect(
      await textOf(
        table([
          [wide, covered, "C"],
          ["1", "2", "3"],
        ]),
      ),
    ).toBe("|Both||C|\n|---|---|---|\n|1|2|3|\n");
  });
});

describe("images", () => {
  const slide: SlideXml = { shapes: image("p1", "A grey square"), links: [["p1", "image", "../media/grey.png"]] };

  test("are images with their alternative text, once for the whole deck", async () => {
    const { text, events } = await read({ slides: [slide, slide], parts: { "ppt/media/grey.png": greyPng } });
    const line = "![A grey square](grey.png)\n";
    expect(text).toBe(`[slide 1]\n${line}(image/png)\n[slide 2]\n${line}`);
    expect(events.filter(({ type }) => type === "image")).toMatchObject([
      { widthPx: 8, heightPx: 8, alt: "A grey square" },
    ]);
  });

  test("that are linked are named and never opened", async () => {
    const linked: SlideXml = { shapes: image("p1"), links: [["p1", "image", "file:///etc/passwd", "External"]] };
    expect((await read({ slides: [linked] })).text).toBe("[slide 1]\n[image · linked: passwd]\n");
  });

  test("that are missing or damaged cost nothing else", async () => {
    const broken = { ...deckParts({ slides: [{ ...slide, shapes: title("Still here") + slide.shapes }] }) };
    expect((await readBytes(pptx(), zipOf(broken))).text).toContain("## Still here");
  });
});

describe("what stands around a slide", () => {
  test("is marked where a show leaves it out", async () => {
    const { text, notices } = await read({ slides: [{ shapes: title("Secret"), attributes: 'show="0"' }] });
    expect(text).toBe("[slide 1 · hidden]\n## Secret\n");
    expect(notices).toEqual(["1 × hidden slide"]);
  });

  test("is named by its section where that begins", async () => {
    const presentation = `<p:extLst><p:ext><p14:sectionLst><p14:section name="Intro"><p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>`;
    const { text } = await read({ ...three, presentation });
    expect(text.match(/\[.*\]/g)).toEqual(["[slide 1 · section Intro]", "[slide 2]", "[slide 3]"]);
  });

  test("is said once: footers, dates, and what the layout prints", async () => {
    const footer = shape(["Confidential"], { placeholder: 'type="ftr"' });
    const number = shape(['<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'], { placeholder: 'type="sldNum"' });
    const slide = { shapes: title("Same") + footer + number };
    const { text } = await read({ slides: [slide, slide], layout: shape(["ACME"]) });
    expect(text).toBe("[slide 1]\n## Same\n\nFooter: Confidential\nOn the layout: ACME\n[slide 2]\n## Same\n");
  });

  test("is the notes, without the image and the number of the slide", async () => {
    const notes = [
      shape([], { placeholder: 'type="sldImg"' }),
      shape(["Speak up"], { placeholder: 'type="body" idx="1"' }),
      shape(['<a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p>'], { placeholder: 'type="sldNum" idx="2"' }),
    ].join("");
    expect((await read({ slides: [{ shapes: title("Talk"), notes }] })).text).toBe(
      "[slide 1]\n## Talk\n\nNotes:\n\nSpeak up\n",
    );
  });

  test("is what a group shows, before what is in it", async () => {
    const named = '<p:nvGrpSpPr><p:cNvPr id="9" name="Group 1" descr="Two &amp; two"/></p:nvGrpSpPr>';
    const group = `<p:grpSp>${named}<p:grpSpPr/>${shape(["Inside"])}</p:grpSp>`;
    const { text } = await read({ slides: [{ shapes: title("T") + group }] });
    expect(text).toContain("[group · Two & two]\n\nInside\n");
  });

  test("is both forms of comments on one slide", async () => {
    const comment = (words: string): string => part("p:cmLst", `<p:cm authorId="0"><p:text>${words}</p:text></p:cm>`);
    const slide = {
      shapes: title("T"),
      links: [
        ["c", "comments", "../comments/comment1.xml"],
        ["d", "comments", "../comments/comment2.xml"],
      ],
    } as const;
    const parts = { "ppt/comments/comment1.xml": comment("One"), "ppt/comments/comment2.xml": comment("Two") };
    const { text } = await read({ slides: [slide], parts });
    expect(text).toContain("[comment: One]\n[comment: Two]\n");
  });

  test("is the comments, old and new, with who wrote them", async () => {
    const old = part("p:cmLst", `<p:cm authorId="0"><p:text>Why?</p:text></p:cm>`);
    const thread = `<p188:cm authorId="{A}"><p188:replyLst><p188:reply authorId="{B}">${body("p188:txBody", ["Done"])}</p188:reply></p188:replyLst>${body("p188:txBody", ["Fix it"])}</p188:cm>`;
    const slides: readonly SlideXml[] = [
      { shapes: title("Old"), links: [["c", "comments", "../comments/comment1.xml"]] },
      { shapes: title("New"), links: [["c", "comments", "../comments/modern.xml"]] },
    ];
    const { text } = await read({
      slides,
      links: [
        ["a1", "commentAuthors", "commentAuthors.xml"],
        ["a2", "authors", "authors.xml"],
      ],
      parts: {
        "ppt/comments/comment1.xml": old,
        "ppt/comments/modern.xml": part("p188:cmLst", thread),
        "ppt/commentAuthors.xml": part("p:cmAuthorLst", `<p:cmAuthor id="0" name="Ann"/>`),
        "ppt/authors.xml": part(
          "p188:authorLst",
          `<p188:author id="{A}" name="Bob"/><p188:author id="{B}" name="Cy"/>`,
        ),
      },
    });
    expect(text).toContain("## Old\n\n[comment · Ann: Why?]\n");
    expect(text).toContain("## New\n\n[comment · Bob: Fix it]\n[reply · Cy: Done]\n");
  });

  test("is the front matter, for a read of everything", async () => {
    const core = part("cp:coreProperties", "<dc:title>Plan</dc:title><dc:creator>Ann</dc:creator>");
    const deck: DeckXml = {
      ...three,
      parts: {
        "docProps/core.xml": core.replace(
          "<cp:coreProperties",
          '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"',
        ),
        "_rels/.rels": links([
          ["rId1", "officeDocument", "ppt/presentation.xml"],
          [
            "rId2",
            "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
            "docProps/core.xml",
          ],
        ]),
      },
    };
    expect((await read(deck)).text).toMatch(/^Title: Plan\nAuthor: Ann\n\n\[slide 1\]\n/);
    expect((await read(deck, { pages: [{ first: 1, last: 1 }] })).text).toMatch(/^\[slide 1\]\n/);
  });

  test("is that it has macros", async () => {
    const { notices } = await read({ ...three, links: [["m", "vbaProject", "vbaProject.bin"]] });
    expect(notices).toEqual(["The presentation contains macros, which are not run."]);
  });
});

describe("objects of other programs", () => {
  const object = frame(`<p:oleObj progId="Excel.Sheet.12" r:id="o1"><p:embed/></p:oleObj>`);
  const deck: DeckXml = {
    slides: [{ shapes: object, links: [["o1", "package", "../embeddings/Book1.xlsx"]] }],
    parts: { "ppt/embeddings/Book1.xlsx": "workbook" },
  };

  test("are named", async () => {
    expect((await read(deck)).text).toBe("[slide 1]\n[embedded object · Excel.Sheet.12 · Book1.xlsx]\n");
  });

  test("are read where `select` names one", async () => {
    expect((await read(deck, { select: "book1.xlsx" })).text).toBe("(nested Book1.xlsx, 8 bytes)\n");
  });

  test.for([
    ["written if they are formulas of Equation Editor", formula, "$x^{2}$"],
    ["named if they are formulas that cannot be read", Uint8Array.of(1), "[embedded object · Equation.3]"],
  ] as const)("are %s, without their preview", async ([, stream, expected]) => {
    const preview = image("i1", "");
    const formulas: DeckXml = {
      slides: [
        {
          shapes: frame(`<p:oleObj progId="Equation.3" r:id="o1"><p:embed/>${preview}</p:oleObj>`),
          links: [
            ["o1", "oleObject", "../embeddings/oleObject1.bin"],
            ["i1", "image", "../media/image1.wmf"],
          ],
        },
      ],
      parts: { "ppt/embeddings/oleObject1.bin": compound({ "Equation Native": stream }), "ppt/media/image1.wmf": "x" },
    };
    expect((await read(formulas)).text).toBe(`[slide 1]\n${expected}\n`);
    const shapes = (formulas.slides[0]?.shapes ?? "").replace('name="Frame"', 'name="Frame" hidden="1"');
    const hidden = { ...formulas, slides: formulas.slides.map((slide) => ({ ...slide, shapes })) };
    expect((await read(hidden)).text).toBe(`[slide 1]\n(hidden) ${expected}\n`);
  });

  test("that come in the form of an old program are named and read by what is in it", async () => {
    const pdf = new TextEncoder().encode("%PDF-1.4 inner");
    const wrapped: DeckXml = {
      slides: [
        {
          shapes: frame(`<p:oleObj progId="AcroExch.Document.11" r:id="o1"><p:embed/></p:oleObj>`),
          links: [["o1", "oleObject", "../embeddings/oleObject1.bin"]],
        },
      ],
      parts: { "ppt/embeddings/oleObject1.bin": compound({ CONTENTS: pdf }) },
    };
    const { text, notices } = await read(wrapped);
    expect(text).toBe("[slide 1]\n[embedded object · AcroExch.Document.11 · oleObject1.pdf]\n");
    expect(notices).toEqual(['The presentation has an embedded file, to be read with `select`: "oleObject1.pdf".']);
    expect((await read(wrapped, { select: "oleObject1.pdf" })).text).toBe("(nested oleObject1.pdf, 14 bytes)\n");
  });
});
