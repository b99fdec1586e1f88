import { expect, test } from "vitest";
import { outlineMarkdown } from "../../src/formats/headings.ts";
import { createLineTable } from "../../src/model/line-table.ts";

/** A text that counts how often one of its characters is examined. */
class CountedText extends String {
  examined = 0;

  override charCodeAt(index: number): number {
    this.examined += 1;
    return super.charCodeAt(index);
  }
}

const blankLines = 20_000;

test.for([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
] as const)("Markdown of blank lines that end with %s is outlined in linear time", ([, ending]) => {
  const text = new CountedText(`# A${ending}${ending.repeat(blankLines)}# B${ending}`);
  // The declaration wants a primitive string; every method that it has is inherited.
  const { drafts } = outlineMarkdown(text as unknown as string);
  expect(drafts.map(({ first, last }) => [first, last])).toEqual([
    [1, blankLines + 1],
    [blankLines + 2, blankLines + 2],
  ]);
  // The line table examines a character or two, and the heading search reads a line up to three times.
  expect(text.examined).toBeLessThan(8 * text.length);
});

test("the lines of a text are without their line breaks", () => {
  const table = createLineTable("a\n\n\r\nb\r\rc\r\n\n\r");
  expect(Array.from({ length: table.count }, (_, at) => table.textOf(at + 1))).toEqual([
    "a",
    "",
    "",
    "b",
    "",
    "c",
    "",
    "",
  ]);
});
