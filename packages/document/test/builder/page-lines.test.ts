import { expect, test } from "vitest";
import { createDocumentBuilder } from "../../src/builder/index.ts";

test("writes the headings and cells of a page header as one line, without the empty ones", () => {
  const builder = createDocumentBuilder();
  const paragraph = (text: string, style = {}): void => {
    builder.startParagraph(style);
    builder.write(text);
    builder.endParagraph();
  };
  builder.beginAside();
  paragraph("Draft", { heading: 1 });
  builder.startTable();
  for (const row of [["", "Plan", "Page | 2"], ["one\ntwo"]]) {
    builder.startRow();
    for (const cell of row) {
      builder.startCell();
      for (const line of cell.split("\n")) paragraph(line);
      builder.endCell();
    }
    builder.endRow();
  }
  builder.endTable();
  paragraph("last");
  paragraph("line");
  const aside = builder.endAside();
  builder.pageLine("Header", aside);
  builder.pageLine("Header", aside);
  const text = builder.end().flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []));
  expect(text.join("").trim()).toBe("Header: Draft / Plan / Page | 2 / one two / last line");
});
