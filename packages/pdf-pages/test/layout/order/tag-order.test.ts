import { describe, expect, it } from "vitest";
import { assessTags } from "../../../src/layout/order/tag-order.ts";
import { block, column, line, page, tag } from "../pages.ts";

const long = "a line of text that is long enough";

describe("the tags of a page", () => {
  it("are used if they contain the text", () => {
    const content = page(
      column([long, long], { y: 100, tag: tag("P", 1) }),
      column([long, long], { y: 200, tag: tag("P", 2) }),
    );
    expect(assessTags(content)).toEqual({ content, areTrusted: true });
  });

  it("are removed if much text has none", () => {
    const content = page(column([long], { y: 100, tag: tag("P", 1) }), column([long, long], { y: 200 }));
    const verdict = assessTags(content);
    expect(verdict.areTrusted).toBe(false);
    expect(verdict.content.blocks[0]?.lines[0]).not.toHaveProperty("tag");
  });

  it("are not paragraphs if each has one line", () => {
    const blocks = Array.from({ length: 10 }, (_, index) =>
      block(line(long, { y: 100 + 12 * index, tag: tag("P", index + 1) })),
    );
    expect(assessTags(page(...blocks)).areTrusted).toBe(false);
  });

  it("keep an untagged page number where it is displayed", () => {
    const number = block(line("7", { y: 30 }));
    const text = column([long, long], { y: 100, tag: tag("P", 1) });
    const footer = block(line("8", { y: 700 }));
    expect(assessTags(page(footer, text, number)).content.blocks).toEqual([number, text, footer]);
  });

  it("keep an untagged header above the title, although the title ends to its left", () => {
    const title = block(line("Title", { y: 60, tag: tag("H1", 1) }));
    const text = column([long, long], { y: 100, tag: tag("P", 2) });
    const header = block(line("Annual report", { x: 200, y: 30 }));
    expect(assessTags(page(title, text, header)).content.blocks).toEqual([header, title, text]);
  });

  it("put the rest of a column that is tagged only as document before its continuation", () => {
    const columns = block(
      line(long, { x: 60, y: 100, tag: tag("P", 2) }),
      line(long, { x: 330, y: 60, tag: tag("P", 2) }),
      line(long, { x: 330, y: 72, tag: tag("P", 2) }),
    );
    const text = column([long, long], { y: 200, tag: tag("P", 3) });
    const rest = block(line("the end of it", { x: 60, y: 60, tag: tag("Document", 1) }));
    expect(assessTags(page(columns, text, rest)).content.blocks).toEqual([rest, columns, text]);
  });

  it("keep the words of an item with its marker, although they are tagged only as document", () => {
    const item = (text: string, y: number, id: number) => [
      block(line(`${id}.`, { x: 60, y, tag: { ...tag("Lbl", 10 * id), item: id } })),
      block(line(text, { x: 80, y, tag: { ...tag("Document", 1), item: id } })),
    ];
    const blocks = [
      column([long, long, long, long], { y: 60, tag: tag("P", 2) }),
      ...item("one", 140, 3),
      ...item("two", 160, 4),
    ];
    expect(assessTags(page(...blocks)).content.blocks).toEqual(blocks);
  });

  it("name no heading that holds the text below it", () => {
    const heading = column(["Scope"], { y: 80, tag: tag("H1", 1) });
    const whole = [
      block(line("Method", { y: 100, tag: tag("H2", 2) })),
      column(
        Array.from({ length: 14 }, () => long),
        { y: 112, tag: tag("H2", 2) },
      ),
    ];
    const text = column(
      Array.from({ length: 60 }, () => long),
      { y: 300, tag: tag("P", 3) },
    );
    const { content } = assessTags(page(heading, ...whole, text));
    expect(content.blocks.map(({ lines: [first] }) => first?.tag?.role)).toEqual(["H1", undefined, undefined, "P"]);
  });
});
