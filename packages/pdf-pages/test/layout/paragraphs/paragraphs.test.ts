import { describe, expect, it } from "vitest";
import { buildFlow } from "../../../src/markdown/text-writer.ts";
import { paragraphsOf } from "../../../src/layout/paragraphs/paragraphs.ts";
import type { TextLine } from "../../../src/model/page-content.ts";
import { line, tag } from "../pages.ts";
import { below, full, parted } from "./parted.ts";

describe("lines are grouped into paragraphs", () => {
  it("that end at a short line", () => {
    expect(parted(below([full, "short end.", full, full]))).toEqual([
      "a line of te|short end.",
      "a line of te|a line of te",
    ]);
  });

  it("that go on in a narrow column, beside an image", () => {
    const narrow = [
      "For this, click with the",
      "left button of your mouse",
      "on the sign at the left of",
      "the address and hold the",
      "button down for a while.",
      "Drag the whole of it then",
      "to the menu of favourites",
      "that opens by itself.",
    ];
    const wide = below([full, full, full, full, full, full, full, full], 400);
    expect(parted([...below(narrow), ...wide])[0]).toBe(narrow.map((text) => text.slice(0, 12)).join("|"));
    const address = [
      "Library of the University",
      "Reading Room of Old Books",
      "Main Street of Old Town 7",
      "First Floor, Second Door",
      "Somewhere near the Border",
      "Post Office Box 120 and 7",
    ];
    expect(parted([...below(address), ...wide]).slice(0, 6)).toHaveLength(6);
  });

  it("that go on after a sentence between short lines of a narrow column", () => {
    const narrow = [
      "assignment of value to a",
      "temporary and the return",
      "from the function and is",
      "provided only for its own",
      "backwards compatibility.",
      "They produce the better",
      "diagnostics on a failure",
      "of the tests in question",
    ];
    expect(parted(below(narrow))).toEqual([narrow.map((text) => text.slice(0, 12)).join("|")]);
  });

  it("with wide leading on a page of large titles with little", () => {
    const capital = `A${full.slice(1)}`;
    const sizes = [18, 18, 18, 18].map((sizePt, index) => line("a title of it", { y: 60 + 22 * index, sizePt }));
    const texts = [capital, capital, capital, "Short end."].map((text, index) => line(text, { y: 200 + 22 * index }));
    const more = [capital, "Short end."].map((text, index) => line(text, { y: 310 + 22 * index }));
    expect(parted([...sizes, ...texts, ...more]).slice(-2)).toEqual([
      "A line of te|A line of te|A line of te|Short end.",
      "A line of te|Short end.",
    ]);
  });

  it("that begin with the same indent as a paragraph of one line", () => {
    const item = `${full.slice(2, -1)};`;
    const capital = `A${full.slice(1)}`;
    expect(parted(below([[item, 90], [capital, 90], full]))).toEqual(["line of text", "A line of te|a line of te"]);
    expect(parted(below([[full, 90], [capital, 90], full]))).toEqual(["a line of te|A line of te|a line of te"]);
  });

  it("that end before the next dictionary entry, even after a full line", () => {
    const hanging = full.slice(2);
    const ended = `${hanging.slice(0, -1)}.`;
    expect(parted(below([full, [ended, 82], full, [hanging, 82]]))).toEqual([
      "a line of te|line of text",
      "a line of te|line of text",
    ]);
  });

  it("that end before a bold line further out, even after a full line", () => {
    const lines = [line(full, { x: 100, y: 100 }), line("In short", { x: 72, y: 112, isBold: true })];
    expect(parted([line(full, { x: 100, y: 88 }), ...lines])).toEqual(["a line of te|a line of te", "In short"]);
  });

  it("that end before the bold words of the next entry, on a page of such entries", () => {
    const entry = (text: string, index: number): TextLine => {
      const bold = line(text.slice(0, 6), { y: 100 + 12 * index, isBold: true });
      const rest = line(text.slice(6), { x: bold.box.x1, y: 100 + 12 * index });
      return { ...rest, runs: [...bold.runs, ...rest.runs], box: { ...rest.box, x0: bold.box.x0 } };
    };
    expect(parted([full, full, full, full].map(entry))).toEqual([
      "a line of te",
      "+a line of te",
      "+a line of te",
      "+a line of te",
    ]);
    expect(parted([full, full].map(entry))).toEqual(["a line of te|a line of te"]);
  });

  it("that are lines if each has a number", () => {
    expect(parted(below([`1 ${full}`, `2 ${full}`, `3 ${full}`]))).toEqual([
      "1 a line of ",
      "+2 a line of ",
      "+3 a line of ",
    ]);
    expect(parted(below([`1 ${full}`, `7 ${full}`]))).toEqual(["1 a line of |7 a line of "]);
  });

  it("below the words of an item whose marker the tags separate", () => {
    const item = (role: string, element: number) => ({ tag: tag(role, element, { item: 1, listDepth: 1 }) });
    const lines = [
      line("2.", { x: 60, y: 100, ...item("Lbl", 1) }),
      line("The board", { x: 72, y: 100, ...item("LBody", 2) }),
      line("It has five members.", { x: 72, y: 124, ...item("P", 3) }),
    ];
    expect(parted(lines, true)).toEqual(["2. The board", "+It has five "]);
  });

  it("that end at a larger gap", () => {
    expect(parted([...below([full, full]), ...below([full], 135)])).toEqual([
      "a line of te|a line of te",
      "a line of te",
    ]);
  });

  it("that continue after a line that was manually ended early", () => {
    const early = full.slice(0, 54).trim();
    const two = "a line of te|a line of te";
    expect(parted(below([full, early, full]))).toEqual([`${two}|a line of te`]);
    expect(parted(below([full, `${early}.`, full]))).toEqual(["a line of te|a line of te", "a line of te"]);
    expect(parted(below([full, early, "Another."]))).toEqual([two, "Another."]);
    expect(parted(below([full, "short end", full]))).toEqual(["a line of te|short end", "a line of te"]);
  });

  it("that start with an indented line", () => {
    expect(parted(below([full, full, [full.slice(3), 87], full]))).toHaveLength(2);
  });

  it("with a hanging indent", () => {
    expect(parted(below([full, [full.slice(4), 92], [full.slice(4), 92]]))).toHaveLength(1);
  });

  it("and stay lines in a poem", () => {
    const poem = ["Beautiful is better than ugly.", "Simple is better.", "Flat is better than nested."];
    expect(parted([...below(poem), ...below([full, full], 200)])).toEqual([
      "Beautiful is",
      "+Simple is be",
      "+Flat is bett",
      "a line of te|a line of te",
    ]);
  });

  it("and list items, with their lines", () => {
    expect(parted(below(["• " + full.slice(2), [full.slice(4), 84], "• second"]))).toEqual([
      "• ne of text|ne of text t".replace("ne of text|", "line of te|"),
      "+• second",
    ]);
  });

  it("and rows if wide gaps separate a short word from its value, but not from the text that it marks or starts", () => {
    const pairs = (labels: readonly string[], x: number): readonly TextLine[] =>
      labels.flatMap((label, index) => [
        line(label, { x: 72, y: 100 + 12 * index }),
        line(`and ${index} values`, { x, y: 100 + 12 * index }),
      ]);
    expect(parted(pairs(["Unit", "Type", "Mes"], 172))).toEqual(["Unit  and 0 ", "+Type  and 1 ", "+Mes  and 2 v"]);
    expect(parted(pairs(["Unit", "Type", "Mes"], 104)).join("\n")).not.toContain("  ");
    expect(parted(pairs(["VIII", "tion", "42"], 172)).join("\n")).not.toContain("  ");
  });

  it("and rows if wide gaps separate the words", () => {
    const row = (y: number) => [line("Total amount", { y }), line("12.50", { x: 300, y }), line("EUR", { x: 400, y })];
    expect(parted([...row(100), ...row(112)])).toEqual(["Total amount", "+Total amount"]);
  });

  it("and not rows if a narrow justified column does", () => {
    const before = line(full, { y: 100, widthPt: 200 });
    const words = [72, 160, 242].map((x) => line("longer word", { x, y: 112, widthPt: 30 }));
    expect(parted([before, ...words, line("the end.", { y: 124 })])).toHaveLength(1);
  });

  it("for a quotation indented on both sides", () => {
    const quotation = ["nothing that the sea took, said the master of the", "harbour to the committee."];
    const lines = [
      ...below([full, full]),
      ...below(
        quotation.map((one) => [one, 102] as const),
        140,
      ),
    ];
    expect(parted(lines)).toEqual(["a line of te|a line of te", "nothing that|harbour to t"]);
  });

  it("that end short of the column, although nothing nearby shows its width", () => {
    const lines = [
      ...below([full, full]),
      ...below(["A word that needs explaining."], 150),
      ...below(["Arrears"], 162),
    ];
    expect(parted(lines)).toEqual(["a line of te|a line of te", "A word that ", "+Arrears"]);
  });

  it("except for a bold heading right below a full line", () => {
    const heading = line("3.2 Arrears", { y: 124, isBold: true });
    expect(parted([...below([full, `${full.slice(0, -1)}.`]), heading])).toHaveLength(2);
  });

  it("and the points announced by a full line start separate lines", () => {
    const lines = below([`2. ${full.slice(0, -4)}:`, ["a. those of the office", 92], ["b. those of others", 92]]);
    expect(parted(lines)).toEqual(["2. a line of", "+a. those of ", "+b. those of "]);
  });

  it("and vertical lines continue in the next, each a block", () => {
    const down = (text: string, x: number, heightPt: number) => {
      const one = line(text, { x, y: 100, direction: "vertical" });
      return { ...one, box: { x0: x, x1: x + 10, y0: 100, y1: 100 + heightPt } };
    };
    const lines = [
      down("何でも薄暗い", 200, 300),
      down("所で泣いて", 182, 300),
      down("いた。", 164, 60),
      down("次の段落", 146, 90),
    ];
    const flow = buildFlow(
      lines.map((one, block) => ({ line: one, block })),
      [],
    );
    const found = paragraphsOf(flow, false).map((part) => (part.kind === "table" ? 0 : part.lines.length));
    expect(found).toEqual([3, 1]);
  });

  it("and continue in the next column", () => {
    const left = below([full.replace("allows it to", "allows them")], 700);
    const right = [line("and goes on here with more words than one", { x: 420, y: 100 })];
    expect(parted([...left, ...right])).toHaveLength(1);
  });

  it("as the tags define, if they are used", () => {
    const tagged = [1, 1, 2].map((element, index) => line(full, { y: 100 + 12 * index, tag: tag("P", element) }));
    expect(parted(tagged, true)).toEqual(["a line of te|a line of te", "a line of te"]);
    expect(parted(tagged, false)).toHaveLength(1);
  });

  it("and the label of a tagged item is joined with its body", () => {
    const label = line("1.", { y: 100, tag: tag("Lbl", 2, { item: 1, listDepth: 1 }) });
    const body = line("the item", { x: 150, y: 112, tag: tag("LBody", 3, { item: 1, listDepth: 1 }) });
    expect(parted([label, body], true)).toEqual(["1.|the item"]);
  });

  it("and the lines of a centred title are joined", () => {
    const title = [
      line("A Title That Is Long", { x: 200, y: 100, sizePt: 20 }),
      line("And Centred", { x: 245, y: 124, sizePt: 20 }),
    ];
    expect(parted(title)).toHaveLength(1);
  });

  describe("and the lines of a title are joined", () => {
    const text = below([full, full, full], 300);
    const bold = { isBold: true, font: "Times-Bold" };

    it("if they are as wide as each other, or aligned at the left", () => {
      const [first, second] = ["Generalized Models:", "A guide to a package"];
      for (const x of [203, 205])
        expect(
          parted([
            line(first ?? "", { x: 205, y: 100, sizePt: 17 }),
            line(second ?? "", { x, y: 122, sizePt: 17 }),
            ...text,
          ])[0],
        ).toBe("Generalized |A guide to a");
    });

    it("but not with a heading below it in its type, which has more white or a number", () => {
      const two = (gap: number, second: string): readonly string[] =>
        parted([
          line("First Level", { y: 100, sizePt: 17 }),
          line(second, { y: 100 + 20.4 + gap, sizePt: 17 }),
          ...text,
        ]);
      expect(two(3, "Second Level")[0]).toBe("First Level|Second Level");
      expect(two(12, "Second Level")[0]).toBe("First Level");
      expect(two(3, "1 Second Level")[0]).toBe("First Level");
    });

    it("but not the lines of an address, of code or of a list in larger type", () => {
      const lines = (texts: readonly string[], look: Partial<Parameters<typeof line>[1]>): number =>
        parted([...texts.map((one, at) => line(one, { y: 100 + 17 * at, sizePt: 14, ...look })), ...text]).length - 1;
      expect(lines(["Jane Smith", "Director of Sales", "Springfield"], {})).toBe(3);
      expect(lines(["Acme Corporation", "Elm Street", "Springfield"], { sizePt: 12, isBold: true })).toBe(3);
      expect(lines(["npm install", "npm run build"], { sizePt: 18, isMonospaced: true })).toBe(2);
    });

    it("if they are bold, in the middle and far apart", () => {
      const lines = (look: Partial<typeof bold>): readonly string[] =>
        parted([
          line("Predicting Gene Terms", { x: 200, y: 100, sizePt: 20, ...look }),
          line("(GO) on Sequence", { x: 225, y: 146, sizePt: 20, ...look }),
          ...text,
        ]);
      expect(lines(bold)[0]).toBe("Predicting G|(GO) on Sequ");
      expect(lines({})[0]).toBe("Predicting G");
    });

    it("if they are bold and the first one has a number, in the size of the text", () => {
      const lines = (first: string): readonly string[] =>
        parted([
          line(first, { x: 150, y: 100, ...bold }),
          line("WAS FORCED BY THE AUTHOR HERE", { x: 132, y: 112, ...bold }),
          ...text,
        ]);
      expect(lines("I. A HEADING: THE LINE")[0]).toBe("I. A HEADING|WAS FORCED B");
      expect(lines("XI A HEADING: THE LINE")[0]).toBe("XI A HEADING");
    });

    it("if some words of a large title are in another font", () => {
      const lines = (font: string, sizePt: number): readonly string[] =>
        parted([
          line("letterhead:", { y: 100, sizePt: 17, font: "Mono" }),
          line("Sheets of paper", { y: 122, sizePt, font }),
          ...text,
        ]);
      expect(lines("Serif", 17)[0]).toBe("letterhead:|Sheets of pa");
      expect(lines("Serif", 16)[0]).toBe("letterhead:");
    });
  });
});

describe("short lines", () => {
  it("are one item if the first line is mostly in another type", () => {
    const first = line(`• ${full.slice(2)}`, { y: 100, font: "Times-Bold" });
    const second = line("this case is below.", { x: 82, y: 112 });
    expect(parted([first, second, ...below([full, full], 200)])[0]).toBe("• line of te|this case is");
    const numbered = line(`1. ${full.slice(3)}`, { y: 100, font: "Times-Bold" });
    expect(parted([numbered, second, ...below([full, full], 200)])[0]).toBe("1. ine of te");
  });

  it("are separate if each is one word, as in a list of names", () => {
    const names = ["find_addr_broadcast()", "find_addr_hostmax()", "find_addr_hostmin()", "find_addr_network()"];
    expect(parted(below(names))).toHaveLength(4);
    expect(parted(below(["Zürich-Nord", "Genève", "Unterwalden", "Appenzell"]))).toHaveLength(4);
  });

  it("are joined if a word or an address goes on below", () => {
    expect(parted(below(["http://example.org/a/long/", "address/that/goes/on"]))).toHaveLength(1);
    const pieces = [
      "www.example.org/with/a/very",
      "_long_name_that_goes_on_and",
      "_on_without_any_space_in_it",
      "_at_all",
    ];
    expect(parted(below(pieces))).toHaveLength(1);
    expect(parted(below(["Donaudampfschifffahrts-", "kapitänsmützenabzeichen"]))).toHaveLength(1);
  });

  it("are separate if each has its own start, as in an address", () => {
    expect(parted(below(["Acme Widgets Ltd.", "12 Harbour Street", "Bristol BS1 4ST"]))).toEqual([
      "Acme Widgets",
      "+12 Harbour S",
      "+Bristol BS1 ",
    ]);
  });

  it("are one paragraph if they continue, are bold, or are a title", () => {
    expect(parted(below(["some words of a column", "which is this narrow, so", "that they go on below"]))).toHaveLength(
      1,
    );
    const heads = [100, 112].map((y) => line("The Heading Of A Part", { y, isBold: true }));
    expect(parted(heads)).toHaveLength(1);
    expect(parted([100, 124].map((y) => line("The Title Of A Book", { y, sizePt: 20 })))).toHaveLength(1);
  });
});

describe("parts of a line that the engine separated", () => {
  it("are joined: words and the label at the right that was painted before them, in one block", () => {
    const label = line("[Function]", { x: 400, y: 100 });
    const words = line("void *malloc (size_t size)", { y: 100 });
    expect(parted([label, words, line("Allocates memory.", { x: 90, y: 112 })])).toEqual([
      "void *malloc",
      "+Allocates me",
    ]);
  });

  it("are separate if the words before a label go on below, as beside a drawing", () => {
    const label = line("Verdana", { x: 460, y: 100 });
    expect(parted([label, ...below([full, "the end of it."])])).toEqual(["Verdana", "a line of te|the end of i"]);
  });

  it("are joined: number and heading, whichever was painted first", () => {
    const words = line("Introduction", { x: 100, y: 100 });
    const number = line("1", { x: 72, y: 100 });
    expect(parted([number, words])).toEqual(["1 Introducti"]);
    expect(parted([words, number])).toEqual(["1 Introducti"]);
  });

  it("are joined without a space before a full stop", () => {
    const [end, next] = [line("the site", { y: 100, widthPt: 40 }), line(". And", { x: 112, y: 100 })];
    expect(parted([end, next])).toEqual(["the site. An"]);
  });

  it("are one word if the first letter is a drop cap", () => {
    const initial = line("T", { x: 72, y: 100, sizePt: 30 });
    expect(parted([initial, line("he story begins", { x: 88, y: 104 })])).toEqual(["The story be"]);
  });
});

describe("lines of a manuscript", () => {
  /** Lines at the given distances in points, in 10-point type. */
  const spaced = (lines: readonly (readonly [text: string, distancePt: number])[]): readonly TextLine[] => {
    let y = 60;
    return lines.map(([text, distancePt]) => line(text, { y: (y += distancePt) }));
  };
  const paragraph = (spacing: number, first: number): readonly (readonly [string, number])[] => [
    [full, first],
    [full, spacing],
    [full, spacing],
    ["short end.", spacing],
  ];

  it.for([
    ["single", 12],
    ["double", 26],
    ["triple", 38],
  ] as const)("are joined at %s spacing, and end at a larger gap", ([, spacing]) => {
    const two = [...paragraph(spacing, 12), ...paragraph(spacing, spacing + 8)];
    const one = "a line of te|a line of te|a line of te|short end.";
    expect(parted(spaced(two))).toEqual([one, one]);
  });

  it("are joined within sentences above more lines of notes in smaller type, and end at a larger gap", () => {
    const text = "and a long line in the middle of it all, which is much longer";
    const lines = (count: number): readonly (readonly [string, number])[] =>
      Array.from({ length: count }, () => [text, 22]);
    const body = spaced([...lines(6), ["it ends.", 22], ...lines(2).with(0, [text, 40])]);
    const notes = Array.from({ length: 12 }, (_, index) => line(`Note ${text}`, { y: 400 + index * 8.4, sizePt: 7 }));
    const parts = parted([...body, ...notes]).filter((part) => !part.startsWith("Note"));
    expect(parts.map((part) => part.split("|").length)).toEqual([7, 2]);
  });

  it("are not looked for between short lines far apart, nor if most gaps are narrow", () => {
    const items = ["First item", "Second item", "Third item", "Fourth item"].map((text) => [text, 30] as const);
    expect(parted(spaced(items))).toHaveLength(4);
    const rare = [...paragraph(12, 12), ...paragraph(12, 30), [full, 30], [full, 30]] as const;
    expect(parted(spaced(rare))).toHaveLength(4);
  });
});

describe("lines of a box drawn with characters", () => {
  const drawing = [
    "+--------------------+",
    "| A program that is  |",
    "| an example of many |",
    "+--------------------+",
  ];

  it("are separate lines", () => {
    expect(parted(below([full, ...drawing]))).toEqual([
      full.slice(0, 12),
      ...drawing.map((text) => `+${text.slice(0, 12)}`),
    ]);
  });

  it("are not short terms between bars, as in formulas", () => {
    expect(parted(below([full, "|f(y)|", "|y|", full]))).not.toContain("+|y|");
  });
});
