import { describe, expect, it } from "vitest";
import { assessTags } from "../../../src/layout/order/tag-order.ts";
import { block, column, line, page, tag } from "../pages.ts";

const long = "a line of text that is long enough";

describe("the tags of a page", () => {
  it("are trusted where they hold the text", () => {
    const content = page(
      column([long, long], { y: 100, tag: tag("P", 1) }),
      column([long, long], { y: 200, tag: tag("P", 2) }),
    );
    expect(assessTags(content)).toEqual({ content, areTrusted: true });
  });

  it("are taken away where much text has none", () => {
    const content = page(column([long], { y: 100, tag: tag("P", 1) }), column([long, long], { y: 200 }));
    const verdict = assessTags(content);
    expect(verdict.areTrusted).toBe(false);
    expect(verdict.content.blocks[0]?.lines[0]).not.toHaveProperty("tag");
  });

  it("are no paragraphs where each line is one", () => {
    const blocks = Array.from({ length: 10 }, (_, index) =>
      block(line(long, { y: 100 + 12 * index, tag: tag("P", index + 1) })),
    );
    expect(assessTags(page(...blocks)).areTrusted).toBe(false);
  });

  it("let a page number without a tag stand where it is seen", () => {
    const number = block(line("7", { y: 30 }));
    const text = column([long, long], { y: 100, tag: tag("P", 1) });
    const footer = block(line("8", { y: 700 }));
    expect(assessTags(page(footer, text, number)).content.blocks).toEqual([number, text, footer]);
  });

  it("let a header without a tag stand above the title, though the title ends to its left", () => {
    const title = block(line("Title", { y: 60, tag: tag("H1", 1) }));
    const text = column([long, long], { y: 100, tag: tag("P", 2) });
    const header = block(line("Annual report", { x: 200, y: 30 }));
    expect(assessTags(page(title, text, header)).content.blocks).toEqual([header, title, text]);
  });

  it("let the rest of a column that only the document is named for stand before what goes on below it", () => {
    const columns = block(
      line(long, { x: 60, y: 100, tag: tag("P", 2) }),
      line(long, { x: 330, y: 60, tag: tag("P", 2) }),
      line(long, { x: 330, y: 72, tag: tag("P", 2) }),
    );
    const text = column([long, long], { y: 200, tag: tag("P", 3) });
    const rest = block(line("the end of it", { x: 60, y: 60, tag: tag("Document", 1) }));
    expect(assessTags(page(columns, text, rest)).content.blocks).toEqual([rest, columns, text]);
  });

  it("keeps the words of an item with its mark, where their own tag is only the document", () => {
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
});
