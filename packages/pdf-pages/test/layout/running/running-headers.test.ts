import { describe, expect, it } from "vitest";
import {
  createRepetitionCheck,
  createRunningHeaders,
  type NumberedPage,
} from "../../../src/layout/running/running-headers.ts";
import type { Box, PageContent } from "../../../src/model/page-content.ts";
import { block, column, line, type LineLook, page } from "../pages.ts";

const body = column(["some text", "of the page"], { y: 200 });

function strip(pages: readonly (readonly [number: number, header: string, y?: number])[]): readonly boolean[] {
  const running = createRunningHeaders();
  return pages.map(([number, header, y = 30]) => {
    const content = page(block(line(header, { y })), body);
    return running.strip(content, number) !== content;
  });
}

describe("a line at the edge of the page", () => {
  it("is removed if an earlier page had it", () => {
    expect(
      strip([
        [1, "Journal"],
        [2, "Journal"],
        [3, "Journal"],
      ]),
    ).toEqual([false, true, true]);
  });

  it("is removed if its number counts with the pages, in digits or Roman numerals", () => {
    expect(
      strip([
        [3, "Page 3 of 9"],
        [5, "Page 5 of 9"],
      ]),
    ).toEqual([false, true]);
    expect(
      strip([
        [4, "iv"],
        [5, "v"],
        [6, "vi"],
      ]),
    ).toEqual([false, true, true]);
  });

  it("is removed if it repeats left and right, or the foot repeats the top", () => {
    const running = createRunningHeaders();
    const [left, right] = [line("TAR(1)", { y: 30 }), line("TAR(1)", { x: 500, y: 30 })];
    const content = page(block(left, right), body, block(line("TAR(1)", { y: 760 })));
    running.strip(content, 1);
    running.strip(content, 2);
    expect(running.strip(content, 3).blocks).toEqual([body]);
    expect(running.count()).toBe(6);
  });

  it("is removed if it is the outermost line, even if left and right pages have it at another height", () => {
    expect(
      strip([
        [1, "Annual report", 30],
        [2, "Annual report", 39],
        [3, "Annual report", 30],
      ]),
    ).toEqual([false, true, true]);
    const running = createRunningHeaders();
    const below = (y: number) => page(block(line("Contents", { y: 10 })), block(line("Annual report", { y })), body);
    running.strip(below(40), 1);
    expect(running.strip(below(49), 2).blocks).toContainEqual(block(line("Annual report", { y: 49 })));
  });

  it("is removed in large type if it counts by two, as only left or right pages do", () => {
    const running = createRunningHeaders();
    const large = (text: string) => page(block(line(text, { y: 30, sizePt: 16 })), body);
    for (const [number, header] of [
      [2, "2 A. Author"],
      [3, "Title 3"],
      [4, "4 A. Author"],
      [5, "Title 5"],
      [6, "6 A. Author"],
      [7, "Title 7"],
    ] as const)
      expect(running.strip(large(header), number).blocks.length).toBe(number < 6 ? 2 : 1);
  });

  it("stays in large type if one page between has its number further down, as sections do", () => {
    const running = createRunningHeaders();
    const large = (text: string, y: number) => page(block(line(text, { y, sizePt: 16 })), body);
    running.strip(large("Exercise 1", 30), 1);
    running.strip(page(body, block(line("Exercise 2", { y: 400, sizePt: 16 }))), 2);
    const third = large("Exercise 3", 30);
    expect(running.strip(third, 3)).toBe(third);
  });

  it("is removed in large type at another height only if left and right pages alternate", () => {
    const running = createRunningHeaders();
    const large = (y: number) => page(block(line("Parameters", { y, sizePt: 16 })), body);
    running.strip(large(30), 1);
    expect(running.strip(large(39), 2).blocks).toHaveLength(2);
    expect(running.strip(large(30), 3).blocks).toEqual([body]);
  });

  it("is removed above a page full of small lines", () => {
    const running = createRunningHeaders();
    const table = column(
      Array.from({ length: 12 }, (_, row) => `cell ${row}`),
      { y: 60 },
    );
    const content = page(block(line("Journal", { y: 20 })), table);
    running.strip(content, 1);
    expect(running.strip(content, 2).blocks).toEqual([table]);
  });

  it("shows where the header of the next chapter is", () => {
    const running = createRunningHeaders();
    for (const number of [1, 2]) running.strip(page(block(line("1. Aims", { y: 30 })), body), number);
    expect(running.isRunning(line("2. Methods", { y: 30 }))).toBe(true);
    expect(running.isRunning(line("2. Methods", { y: 36 }))).toBe(false);
    expect(running.isRunning(line("2. Methods", { y: 30, sizePt: 16 }))).toBe(false);
  });

  it("does not show where the next title is, if it is the title of two slides", () => {
    for (const [sizePt, slides] of [
      [24, [body, body]],
      [10, [block(line("left", { y: 770 })), block(line("right", { y: 770 }))]],
    ] as const) {
      const running = createRunningHeaders();
      const title = (text: string) => line(text, { y: 30, sizePt });
      for (const [index, below] of slides.entries()) running.strip(page(block(title("Results")), below), index + 1);
      expect(running.count()).toBe(1);
      expect(running.isRunning(title("Outlook"))).toBe(false);
    }
  });

  it("stays with the other heads of a table that starts right below", () => {
    const running = createRunningHeaders();
    const table = (text: string) =>
      page(
        block(line("Item", { x: 72, y: 60 })),
        block(line("Remark", { x: 200, y: 60 })),
        block(line(text, { x: 200, y: 76 })),
        body,
      );
    running.strip(table("a remark"), 1);
    const second = table("goes on here");
    expect(running.strip(second, 2)).toBe(second);
  });

  it("stays if its number changes otherwise", () => {
    expect(
      strip([
        [1, "Invoice 10"],
        [2, "Invoice 20"],
      ]),
    ).toEqual([false, false]);
  });

  it("is removed if left and right pages alternate", () => {
    expect(
      strip([
        [1, "Left"],
        [2, "Right"],
        [3, "Left"],
        [4, "Right"],
      ]),
    ).toEqual([false, false, true, true]);
  });

  it("stays in another position, after a long pause, and on the same page read again", () => {
    expect(
      strip([
        [1, "Journal"],
        [2, "Journal", 60],
      ]),
    ).toEqual([false, false]);
    expect(
      strip([
        [1, "Journal"],
        [40, "Journal"],
      ]),
    ).toEqual([false, false]);
    expect(
      strip([
        [1, "Journal"],
        [1, "Journal"],
      ]),
    ).toEqual([false, false]);
  });

  it("stays if it is the number of a new heading", () => {
    const running = createRunningHeaders();
    const headed = (number: string, title: string) =>
      page(block(line(number, { y: 60 }), line(title, { x: 90, y: 60 })), body);
    running.strip(headed("3", "Problems"), 3);
    const next = headed("4", "Solutions");
    expect(running.strip(next, 4)).toBe(next);
  });

  it("stays if it is larger than the text and counts with the pages, like section headings", () => {
    const running = createRunningHeaders();
    const section = (number: number) => page(block(line(`Section ${number}`, { y: 40, sizePt: 16 })), body);
    running.strip(section(1), 1);
    const next = section(2);
    expect(running.strip(next, 2)).toBe(next);
  });

  it("stays if it is part of the text", () => {
    const running = createRunningHeaders();
    const rows = (name: string) => page(column(["Name  Amount", name], { y: 60 }), body);
    running.strip(rows("Alice 10"), 1);
    const second = rows("Bob 20");
    expect(running.strip(second, 2)).toBe(second);
  });
});

it("is remembered after very many pages that each had another line", () => {
  const running = createRunningHeaders();
  const headed = (...headers: readonly string[]) =>
    page(block(...headers.map((header, index) => line(header, { y: 30 + 16 * index + (index > 0 ? 8 : 0) }))), body);
  const own = (number: number) =>
    Array.from({ length: 4 }, (_, index) => `${"abcdefgh".repeat(index + 1)}${"x".repeat(number)}`);
  for (let number = 1; number <= 100; number += 1) running.strip(headed("Journal", ...own(number)), number);
  expect(running.count()).toBe(99);
});

it("is counted when removed", () => {
  const running = createRunningHeaders();
  const content = page(block(line("Header", { y: 30 })), body, block(line("Footer", { y: 770 })));
  for (const number of [1, 2, 3]) running.strip(content, number);
  expect(running.count()).toBe(4);
});

describe("an edge where a table starts", () => {
  const rows = (from: number, words: string) =>
    Array.from({ length: 6 }, (_, index) =>
      block(
        line(`${words} ${index}`, { y: from + 14 * index }),
        line("Oslo", { x: 200, y: from + 14 * index }),
        line("12", { x: 300, y: from + 14 * index }),
      ),
    );

  it("loses a header in smaller type outside of the table, but none of its lines", () => {
    const running = createRunningHeaders();
    const header = () =>
      block(line("11/22/26, 2:47 PM", { y: 15, sizePt: 8 }), line("Report", { x: 300, y: 15, sizePt: 8 }));
    running.strip(page(header(), ...rows(32, "one"), body), 1);
    const table = rows(32, "two");
    expect(running.strip(page(header(), ...table, body), 2).blocks).toEqual([...table, body]);
  });

  it("keeps the first line of a table that every page repeats in the type of the others", () => {
    const running = createRunningHeaders();
    running.strip(page(...rows(32, "one"), body), 1);
    const content = page(...rows(32, "one"), body);
    expect(running.strip(content, 2)).toBe(content);
  });

  it("keeps column heads that every page repeats, once they were in a table", () => {
    const running = createRunningHeaders();
    const heads = () => block(line("Code", { y: 40 }), line("Remarks", { x: 200, y: 40 }));
    for (const number of [1, 2, 3]) {
      const content = page(heads(), column(["P-1", "P-2"], { y: 70 }), body);
      expect(running.strip(content, number)).toBe(content);
      const lines = new Set(content.blocks.flatMap((one) => one.lines));
      running.keep(content, { box: { x0: 72, y0: 40, x1: 400, y1: 300 }, rows: [], headerRows: 1, lines });
    }
  });

  it("keeps column heads far above the rows, once they were in a table", () => {
    const running = createRunningHeaders();
    const rows = column(["P-1", "P-2"], { y: 150 });
    const heads = () => block(line("Code", { y: 100 }), line("Remarks", { x: 200, y: 100 }));
    for (const number of [1, 2]) {
      const content = page(heads(), rows);
      expect(running.strip(content, number)).toBe(content);
      const lines = new Set(content.blocks.flatMap((one) => one.lines));
      running.keep(content, { box: { x0: 72, y0: 100, x1: 400, y1: 300 }, rows: [], headerRows: 1, lines });
    }
  });

  it("loses a header in columns that was detected as a table", () => {
    const running = createRunningHeaders();
    const heads = () => block(line("Journal", { y: 20 }), line("Volume", { x: 200, y: 20 }), line("Issue", { y: 34 }));
    const content = page(heads(), body);
    running.strip(content, 1);
    const lines = new Set(content.blocks[0]?.lines);
    running.keep(content, { box: { x0: 72, y0: 20, x1: 300, y1: 46 }, rows: [], headerRows: 1, lines });
    expect(running.strip(page(heads(), body), 2).blocks).toEqual([body]);
  });
});

describe("a row below the edge of the page", () => {
  const below = (text: string, look: Partial<LineLook> = {}) =>
    page(block(line(text, { y: 100, ...look })), column(["some text", "of the page"], { y: 140 }));

  it("is removed if white separates it from the text, as in the classes of TeX", () => {
    expect(stripped(below("1.2 Aims"), below("1.2 Aims"))).toBe(1);
  });

  it("stays right above the text", () => {
    const close = page(column(["Synopsis", "some text", "of the page"], { y: 100 }));
    expect(stripped(close, close)).toBe(0);
  });

  it("stays in large type, as the titles of slides do", () => {
    expect(stripped(below("Results", { sizePt: 16 }), below("Results", { sizePt: 16 }))).toBe(0);
  });

  it("stays if it is even further down", () => {
    const further = page(block(line("Aims", { y: 130 })), column(["some text"], { y: 200 }));
    expect(stripped(further, further)).toBe(0);
  });

  function stripped(...pages: readonly PageContent[]): number {
    const running = createRunningHeaders();
    for (const [index, content] of pages.entries()) running.strip(content, index + 1);
    return running.count();
  }
});

describe("the first header of its kind", () => {
  const headed = (text: string, look: Partial<LineLook> = {}) => page(block(line(text, { y: 30, ...look })), body);
  const box = { x0: 72, y0: 30, x1: 200, y1: 42 };
  const isRunningAt = (at: Box, on: NumberedPage, others: readonly NumberedPage[]) =>
    createRepetitionCheck(on, () => others)({ box: at });

  it("is known by the pages after it", () => {
    const first = { number: 2, content: headed("2 Author") };
    const others = [headed("Title 3"), headed("4 Author")].map((content, index) => ({ number: 3 + index, content }));
    expect(isRunningAt(box, first, others)).toBe(true);
    expect(isRunningAt(box, first, others.slice(0, 1))).toBe(false);
  });

  it("is known by the pages before it", () => {
    const last = { number: 3, content: headed("Title 3") };
    expect(isRunningAt(box, last, [{ number: 2, content: headed("Title 2") }])).toBe(true);
    expect(isRunningAt(box, last, [{ number: 2, content: headed("Title 7") }])).toBe(false);
  });

  it("is none if it has other type or another place there, as the title of a section above the headers of its pages", () => {
    const title = { number: 2, content: headed("Methods", { isBold: true, font: "Times-Bold", sizePt: 11 }) };
    const next = { number: 3, content: headed("Methods", { sizePt: 9 }) };
    expect(isRunningAt(box, title, [next])).toBe(false);
    expect(isRunningAt(box, title, [{ ...title, number: 3 }])).toBe(true);
  });

  it("is known by the heading that it repeats", () => {
    const below = (words: string, look: Partial<LineLook> = {}) =>
      page(block(line("1.2 SHORT METHODS", { y: 30 })), block(line(words, { y: 130, ...look })), body);
    const isRunning = (content: PageContent): boolean => isRunningAt(box, { number: 2, content }, []);
    expect(isRunning(below("1.2 Short methods", { sizePt: 14 }))).toBe(true);
    expect(isRunning(below("Short methods", { sizePt: 14 }))).toBe(true);
    expect(isRunning(below("Short stories", { sizePt: 14 }))).toBe(false);
    expect(isRunning(below("Short methods", { sizePt: 8 }))).toBe(false);
  });

  it("is looked for only at an edge", () => {
    const check = createRepetitionCheck({ number: 2, content: headed("Title") }, () => {
      throw new Error("No other page is read.");
    });
    expect(check({ box: { ...box, y0: 300, y1: 312 } })).toBe(false);
  });

  it("is none in large type, within the page or elsewhere on the next page", () => {
    const next = (content: PageContent) => [{ number: 3, content }];
    const large = headed("Results", { sizePt: 16 });
    expect(isRunningAt(box, { number: 2, content: large }, next(large))).toBe(false);
    const plain = { number: 2, content: headed("Results") };
    expect(isRunningAt({ ...box, y0: 200, y1: 212 }, plain, next(headed("Results")))).toBe(false);
    expect(isRunningAt(box, plain, next(headed("Results", { y: 60 })))).toBe(false);
  });
});
