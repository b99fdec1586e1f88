import { describe, expect, it } from "vitest";
import type { PageContent, Table } from "../../../src/model/page-content.ts";
import { readingOrder } from "../../../src/layout/order/reading-order.ts";
import { block, column, line, page, tag } from "../pages.ts";

const words = ["some words of a column of", "text that goes on for", "three lines at the least"];

function order(content: PageContent, tables: readonly Table[] = []): readonly string[] {
  return readingOrder(content, tables).map(({ line: one }) => one.runs.map((run) => run.text).join("")[0] ?? "");
}

function named(name: string, x: number, y: number) {
  return column(
    words.map((text) => `${name} ${text}`),
    { x, y },
  );
}

describe("the order of a page", () => {
  it("is that of the document if it runs down the columns", () => {
    expect(order(page(named("a", 60, 100), named("b", 60, 200), named("c", 330, 100)))).toEqual([..."aaabbbccc"]);
  });

  it("follows columns if the document jumps up and down", () => {
    const content = page(named("d", 330, 200), named("b", 60, 200), named("c", 330, 100), named("a", 60, 100));
    expect(order(content)).toEqual([..."aaabbbcccddd"]);
  });

  it("runs along the rows if the words of a drawing were painted from the right", () => {
    const placed = [..."abcdef"].map((name, index) =>
      block(line(name, { x: 60 + 90 * (index % 3), y: 100 + 40 * Math.floor(index / 3) })),
    );
    expect(order(page(...placed.toReversed()))).toEqual([..."abcdef"]);
  });

  it("follows columns if they were painted line by line", () => {
    const mixed = words.flatMap((text, index) => [
      line(`a ${text}`, { x: 60, y: 100 + 12 * index }),
      line(`b ${text}`, { x: 330, y: 100 + 12 * index }),
    ]);
    expect(order(page(block(...mixed)))).toEqual([..."aaabbb"]);
  });

  it("has a title across the columns first, although it was painted last", () => {
    const title = block(line("t".repeat(90), { x: 60, y: 60 }));
    expect(order(page(named("a", 60, 100), named("b", 330, 100), title))).toEqual([..."taaabbb"]);
  });

  it("moves a header painted last to the top, and a footer painted first to the end", () => {
    const header = block(line("h", { y: 30 }));
    const footer = block(line("f", { y: 760 }));
    expect(order(page(footer, named("a", 60, 100), header))).toEqual([..."haaaf"]);
  });

  it("keeps a column together beside a box, although its lines are wide", () => {
    const wide = (name: string, y: number) =>
      column(
        words.map((text) => `${name} ${text}`.padEnd(60, " word")),
        { x: 60, y },
      );
    const aside = column(["s box", "s beside", "s the text", "s at right"], { x: 400, y: 100 });
    const end = block(line("z".repeat(90), { x: 60, y: 300 }));
    expect(order(page(wide("a", 100), wide("b", 160), wide("c", 220), aside, end))).toEqual([..."aaabbbcccssssz"]);
  });

  it("puts a right-floated date after the words of its row, although it was painted first", () => {
    const dates = block(line("2021", { x: 500, y: 100 }), line("3 May 2016", { x: 500, y: 160 }));
    const content = page(
      dates,
      block(line("t", { y: 60 })),
      block(line("lead", { y: 100 })),
      named("a", 72, 112),
      block(line("more", { y: 160 })),
    );
    expect(order(content)).toEqual([..."tl2aaam3"]);
  });

  it("keeps a short line that ends the paragraph above it", () => {
    const right = block(line("b words of the right column", { x: 330, y: 100 }));
    const end = block(line("in 12", { x: 330, y: 112 }));
    expect(order(page(named("a", 60, 100), right, end))).toEqual([..."aaabi"]);
  });

  it("follows columns from the right on a Hebrew page", () => {
    const left = column(["bשורה של טקסט ארוך מאוד", "bשורה של טקסט ארוך מאוד"], { x: 60, y: 100, direction: "rtl" });
    const right = column(["aשורה של טקסט ארוך מאוד", "aשורה של טקסט ארוך מאוד"], { x: 330, y: 100, direction: "rtl" });
    const next = column(["cשורה של טקסט ארוך מאוד", "cשורה של טקסט ארוך מאוד"], { x: 330, y: 40, direction: "rtl" });
    const last = column(["dשורה של טקסט ארוך מאוד", "dשורה של טקסט ארוך מאוד"], { x: 60, y: 20, direction: "rtl" });
    expect(order(page(left, last, right, next))).toEqual([..."ccaaddbb"]);
  });

  it("follows a tagged paragraph from the foot of a column to the top of the next", () => {
    const first = named("a", 60, 100);
    const text = tag("P", 2);
    const across = block(
      ...column(["b some words at the foot", "b some words at the foot"], { x: 60, y: 700, tag: text }).lines,
      line("c which go on above", { x: 330, y: 100, tag: text }),
    );
    const last = named("d", 330, 140);
    expect(order(page(first, across, last))).toEqual([..."aaabbcddd"]);
  });

  it("keeps a table together in the position of its first line", () => {
    const cells = ["t1", "t2", "t3", "t4"].map((text, index) =>
      line(text, { x: 60 + 100 * (index % 2), y: 200 + 12 * Math.floor(index / 2) }),
    );
    const table: Table = { box: { x0: 60, y0: 200, x1: 200, y1: 230 }, rows: [], headerRows: 0, lines: new Set(cells) };
    const above = line("a", { x: 60, y: 180 });
    const below = line("z", { x: 60, y: 240 });
    expect(order(page(block(above, ...cells, below)), [table])).toEqual(["a", "t", "t", "t", "t", "z"]);
  });

  it("keeps the lines of a hanging item in order, although their boxes overlap", () => {
    const items = ["a", "c"].flatMap((name, index) => [
      block(line(`${name} ${"w".repeat(80)}`, { x: 60, y: 100 + 30 * index })),
      block(line(`${name === "a" ? "b" : "d"} the rest of it`, { x: 90, y: 110.5 + 30 * index })),
    ]);
    expect(order(page(...items))).toEqual([..."abcd"]);
  });

  it("is fast on a page with thousands of fragments in one row", () => {
    const pieces = Array.from({ length: 5000 }, (_, index) =>
      block(line("x", { x: 10_000 - index * 2, y: 100 + (index % 3) })),
    );
    expect(order(page(...pieces))).toHaveLength(5000);
  });
});

describe("text that browsers print at the edges of the paper", () => {
  it("is at the top and the foot, although the header comes right before the footer", () => {
    const title = block(line("t", { y: 45, sizePt: 20 }));
    const wide = block(line("w".repeat(90), { x: 60, y: 300 }));
    const header = block(line("h", { x: 24, y: 15 }), line("i", { x: 355, y: 15 }));
    const footer = block(line("f", { x: 24, y: 767 }), line("1", { x: 575, y: 767 }));
    expect(order(page(title, named("a", 60, 100), wide, header, footer))).toEqual([..."hitaaawf1"]);
  });
});
