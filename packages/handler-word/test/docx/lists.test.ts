import { describe, expect, test } from "vitest";
import { textOfWord } from "./reading-docx.ts";
import { item, level, paragraph, run, styled, table } from "./word-builder.ts";

const numbering = `
  <w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "decimal", "%1.%2")}${level(2, "lowerLetter", "%3)")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, "bullet", "\uf0b7")}${level(1, "bullet", "o")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2">${level(0, "upperRoman", "%1.")}${level(1, "ordinal", "%2")}${level(2, "decimalZero", "(%3)")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="7">${level(0, "bullet", "\uf0a8", '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>')}${level(1, "bullet", "\uf052", '<w:rPr><w:rFonts w:ascii="Wingdings 2"/></w:rPr>')}${level(2, "bullet", "\u2612")}</w:abstractNum>
  <w:num w:numId="20"><w:abstractNumId w:val="7"/></w:num>
  <w:abstractNum w:abstractNumId="3">${level(0, "upperLetter", "Article %1", '<w:pStyle w:val="Article"/>')}${level(1, "decimal", "%1.%2", "<w:isLgl/>")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="4">${level(0, "none", "")}${level(1, "cardinalText", "%2.")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="MyList"/></w:abstractNum>
  <w:abstractNum w:abstractNumId="6"><w:styleLink w:val="MyList"/>${level(0, "decimal", "[%1]")}</w:abstractNum>
  ${[0, 1, 2, 3, 4, 5].map((id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`).join("")}
  <w:num w:numId="11"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
  <w:num w:numId="12"><w:abstractNumId w:val="0"/></w:num>`;

const styles = `
  <w:style w:type="paragraph" w:styleId="Article"><w:name w:val="Article"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
  <w:style w:type="character" w:styleId="H1Char"><w:name w:val="heading 1 Char"/><w:link w:val="H1"/></w:style>
  <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;

test.for<readonly [string, string, string]>([
  [
    "numbers and their parts",
    item(1, 0, "a") + item(1, 1, "b") + item(1, 1, "c") + item(1, 2, "d") + item(1, 0, "e"),
    "1. a\n  1.1 b\n  1.2 c\n    a) d\n2. e\n",
  ],
  ["check boxes", item(20, 0, "a") + item(20, 1, "b") + item(20, 2, "c"), "- ☐ a\n  - ☑ b\n    - ☒ c\n"],
  ["bullets", item(2, 0, "a") + item(2, 1, "b") + item(2, 0, "c"), "- a\n  - b\n- c\n"],
  [
    "numbers in other forms",
    item(3, 0, "a") + item(3, 0, "b") + item(3, 1, "c") + item(3, 2, "d"),
    "I. a\nII. b\n  1st c\n    (01) d\n",
  ],
  [
    "words around numbers, and numbers as law wants them",
    styled("Article", "a") + item(4, 1, "b"),
    "Article A a\n  1.1 b\n",
  ],
  [
    "items in the character style of a heading",
    item(2, 0, "a").replace("<w:t", '<w:rPr><w:rStyle w:val="H1Char"/></w:rPr><w:t'),
    "- a\n",
  ],
  ["no label", item(5, 0, "a"), "a\n"],
  ["the levels of another list", item(6, 0, "a") + item(6, 0, "b"), "[1] a\n[2] b\n"],
  [
    "a list that goes on after a paragraph",
    item(1, 0, "a") + paragraph(run("x")) + item(1, 0, "b"),
    "1. a\n\nx\n\n2. b\n",
  ],
  ["a list that goes on in another of the same kind", item(1, 0, "a") + item(12, 0, "b"), "1. a\n2. b\n"],
  ["a list that starts anew", item(1, 0, "a") + item(11, 0, "b") + item(11, 0, "c"), "1. a\n7. b\n8. c\n"],
  ["empty items, which count", item(1, 0, "a") + item(1, 0, "") + item(1, 0, "b"), "1. a\n3. b\n"],
  [
    "empty items that only end a section, which do not count",
    item(1, 0, "a") +
      paragraph(
        "",
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:sectPr><w:type w:val="continuous"/></w:sectPr>',
      ) +
      paragraph(
        run("b"),
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:sectPr><w:type w:val="continuous"/></w:sectPr>',
      ) +
      item(1, 0, "c"),
    "1. a\n2. b\n3. c\n",
  ],
  ["a level that leaves one out", item(1, 0, "a") + item(1, 2, "b"), "1. a\n  a) b\n"],
  ["a list that is not there", item(99, 0, "a"), "a\n"],
  [
    "a list that is taken away",
    paragraph(run("a"), '<w:pStyle w:val="Article"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
    "a\n",
  ],
  ["lists in cells", table([item(2, 0, "a") + item(2, 0, "b"), item(1, 0, "c")]), "|- a<br>- b|1. c|\n|---|---|\n"],
  [
    "headings with numbers",
    styled("H1", "a") + styled("H2", "b") + styled("H1", "c"),
    "[section 1 · 1. a]\n# 1. a\n[section 2 · 1.1 b]\n## 1.1 b\n[section 3 · 2. c]\n# 2. c\n",
  ],
])("shows %s as the author sees them", async ([, body, expected]) => {
  expect(await textOfWord({ body, numbering, styles })).toBe(expected);
});

describe("lists of their own", () => {
  const indented = (numId: number, left: number, text: string): string =>
    item(numId, 0, text).replace("</w:pPr>", `<w:ind w:left="${left}"/></w:pPr>`);
  const deep = `<w:abstractNum w:abstractNumId="8">${level(0, "lowerLetter", "%1.", '<w:pPr><w:ind w:left="1440"/></w:pPr>')}</w:abstractNum>
    <w:num w:numId="30"><w:abstractNumId w:val="8"/></w:num>`;

  const rest = indented(2, 1170, "c") + indented(1, 720, "d") + indented(2, 1170, "e");
  const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(run("box"))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

  test.for<readonly [string, string, string]>([
    [
      "are nested by their indentation",
      indented(1, 720, "a") + indented(2, 1170, "b") + indented(2, 1170, "c") + indented(1, 720, "d"),
      "1. a\n  - b\n  - c\n2. d\n",
    ],
    ["are nested by that of their level", indented(1, 720, "a") + item(30, 0, "b"), "1. a\n  a. b\n"],
    [
      "are nested twice",
      indented(1, 720, "a") + indented(2, 1080, "b") + item(30, 0, "c") + indented(2, 1080, "d"),
      "1. a\n  - b\n    a. c\n  - d\n",
    ],
    ["are not nested by a hair", indented(1, 720, "a") + indented(2, 760, "b"), "1. a\n- b\n"],
    [
      "go on around a text box",
      `${indented(1, 720, "a")}${indented(2, 1170, "b").replace("</w:p>", `${box}</w:p>`)}${rest}`,
      "1. a\n  - b\n\nbox\n\n- c\n\n2. d\n  - e\n",
    ],
    [
      "go on around a table",
      indented(1, 720, "a") + indented(2, 1170, "b") + table([paragraph(run("x")), paragraph(run("y"))]) + rest,
      "1. a\n  - b\n\n|x|y|\n|---|---|\n\n- c\n\n2. d\n  - e\n",
    ],
    [
      "are not nested in a list that has ended",
      indented(1, 360, "a") + paragraph(run("text")) + indented(2, 720, "b") + indented(1, 360, "c"),
      "1. a\n\ntext\n\n- b\n2. c\n",
    ],
  ])("%s", async ([, body, expected]) => {
    expect(await textOfWord({ body, numbering: numbering.replace("<w:num ", `${deep}<w:num `) })).toBe(expected);
  });
});
