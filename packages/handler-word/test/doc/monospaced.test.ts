import { describe, expect, test } from "vitest";
import { doc } from "../../src/index.ts";
import { readAll } from "../support/read-all.ts";
import { type BuiltParagraph, type BuiltRun, buildWordDocument, modifiers, paragraphOf } from "./word-builder.ts";

const fonts = ["Times New Roman", "Courier New"];
const courier = modifiers.font(1);
const words = "The program counts from one to nine and then ends.";

function code(text: string, own: readonly number[] = []): BuiltParagraph {
  return paragraphIn([{ text, modifiers: [...courier, ...own] }]);
}

function paragraphIn(runs: readonly BuiltRun[]): BuiltParagraph {
  return { runs: [...runs, { text: "\r" }] };
}

/** Returns the text of paragraphs after a paragraph of prose. */
async function afterProse(...paragraphs: readonly BuiltParagraph[]): Promise<string> {
  const file = await buildWordDocument({ fonts, paragraphs: [paragraphOf(words), ...paragraphs] });
  const { text } = await readAll(doc(), file);
  return text.slice(text.indexOf(words) + words.length).trim();
}

describe("monospaced paragraphs", () => {
  test.for<readonly [string, readonly BuiltParagraph[], string]>([
    [
      "are one block with their spaces",
      [code("if (a) {"), code("    b  = 1;"), code("}")],
      "```\nif (a) {\n    b  = 1;\n}\n```",
    ],
    ["have lines", [code("a\u000b  b")], "```\na\n  b\n```"],
    ["go on behind a blank line", [code("a"), paragraphOf(" "), code("b"), paragraphOf("c")], "```\na\n \nb\n```\n\nc"],
    ["show no emphasis", [code("for", [0x35, 0x08, 1])], "```\nfor\n```"],
    ["are text in part", [paragraphIn([{ text: "Type " }, { text: "ls", modifiers: courier }])], "Type ls"],
    ["keep marks of hidden text", [code("a", [0x3c, 0x08, 1])], "[hidden: a]"],
    [
      "keep their tracked changes",
      [code("a", [0x01, 0x08, 1])],
      "{++a++}\n\nTracked changes: unknown author (1 insertion)",
    ],
    ["keep text that is struck", [code("a", [0x37, 0x08, 1])], "~~a~~"],
    ["keep text that is raised", [code("2", [0x48, 0x2a, 1])], "²"],
    [
      "keep a bullet before a tab, and are no headings",
      [code("- \ta", []), { ...code("b"), style: 1 }],
      "```\n- \ta\n```\n# b",
    ],
    [
      "are text in cells",
      [
        { runs: [{ text: "a\u0007", modifiers: courier }], modifiers: [0x16, 0x24, 1] },
        { runs: [{ text: "\u0007" }], modifiers: [0x16, 0x24, 1, 0x17, 0x24, 1] },
      ],
      "|a|\n|---|",
    ],
  ])("%s", async ([, paragraphs, expected]) => {
    expect(await afterProse(...paragraphs)).toBe(expected);
  });

  test("are text if all text is monospaced", async () => {
    const file = await buildWordDocument({ fonts, paragraphs: [code("a  b"), code("c")] });
    expect((await readAll(doc(), file)).text).toBe("a b\n\nc\n");
  });

  test("are text if the font is that of prose", async () => {
    const long = "The letter says that all is well. ".repeat(5).trim();
    expect(await afterProse(code(long), code("Yours"))).toBe(`${long}\n\nYours`);
  });
});
