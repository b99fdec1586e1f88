import { describe, expect, test } from "vitest";
import { readWord, textOfWord } from "./reading-docx.ts";
import { paragraph, part, run, styled, table } from "./word-builder.ts";

const bold = "<w:b/>";
const styles = `
  <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="Überschrift 1"/></w:style>
  <w:style w:type="character" w:styleId="Zeichen"><w:name w:val="Zeichen"/><w:link w:val="berschrift1"/></w:style>
  <w:style w:type="character" w:styleId="Knot"><w:name w:val="Knot"/><w:basedOn w:val="Knot"/><w:link w:val="Knot"/></w:style>
  <w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="Outlined"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Middle"><w:name w:val="Middle"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
  <w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
  <w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style>
  <w:style w:type="character" w:styleId="Verbatim"><w:name w:val="Verbatim Char"/></w:style>
  <w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Label"><w:name w:val="Label"/><w:rPr><w:b/><w:strike/><w:caps/></w:rPr></w:style>
  <w:style w:type="character" w:styleId="LabelChar"><w:name w:val="Label Char"/><w:rPr><w:b/><w:i/><w:strike/><w:caps/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>`;

describe("paragraphs with an outline level beside heading styles", () => {
  const level = '<w:outlineLvl w:val="1"/>';
  test.for<readonly [string, string, string]>([
    ["are headings if bold", paragraph(run("a", bold), level), "## a"],
    ["are headings if italic", paragraph(run("a", "<w:i/>"), level), "## a"],
    ["are headings if underlined", paragraph(run("a", '<w:u w:val="single"/>'), level), "## a"],
    ["are headings if in capitals", paragraph(run("a", "<w:caps/>"), level), "## A"],
    ["are headings if centered by their style", paragraph(run("a"), `<w:pStyle w:val="Middle"/>${level}`), "## a"],
    [
      "are text if aligned otherwise",
      paragraph(run("a"), `<w:pStyle w:val="Middle"/><w:jc w:val="left"/>${level}`),
      "a",
    ],
    ["are text if not underlined", paragraph(run("a", '<w:u w:val="none"/>'), level), "a"],
    ["are headings if large", paragraph(run("a", '<w:sz w:val="28"/>') + run(" "), level), "## a"],
    ["are headings if centered", paragraph(run("a"), `<w:jc w:val="center"/>${level}`), "## a"],
    ["are headings if in such a style", paragraph(run("a"), `<w:pStyle w:val="Outlined"/>${level}`), "## a"],
    ["are text if they look like text", paragraph(run("a ") + run("b", bold), level), "a **b**"],
    [
      "are text if their styles turn each other off",
      paragraph(
        run("a", '<w:rStyle w:val="LabelChar"/><w:i w:val="0"/><w:strike w:val="0"/>'),
        `<w:pStyle w:val="Label"/>${level}`,
      ),
      "a",
    ],
    ["are text if they are captions", paragraph(run("Table 8.2: x", bold), level), "**Table 8.2: x**"],
  ])("%s", async ([, body, expected]) => {
    const text = await textOfWord({ body: styled("Title", "Report") + body, styles });
    expect(text.split("\n").findLast((line) => line !== "")).toBe(expected);
  });
});

describe("runs", () => {
  test.for<readonly [string, string, string]>([
    ["are plain", run("a") + run("b "), "ab"],
    ["are bold and italic", run("a", bold) + run(" b ", "<w:i/>") + run("c"), "**a** *b* c"],
    ["share their marks", run("a", bold) + run("b", bold) + run(" c", bold), "**ab c**"],
    ["are switched off", run("a", '<w:b w:val="0"/><w:i w:val="false"/>'), "a"],
    ["are struck through", run("a", "<w:strike/>") + run("b", "<w:dstrike/>"), "~~ab~~"],
    ["are raised and lowered", run("m") + run("2", '<w:vertAlign w:val="superscript"/>'), "m²"],
    ["are raised by a distance", run("m") + run("2", '<w:position w:val="3"/>'), "m²"],
    ["are nudged by less", run("2020", '<w:position w:val="-1"/>') + run("21", '<w:position w:val="2"/>'), "202021"],
    [
      "are moved by a line",
      run("a") + run("2", '<w:position w:val="-24"/>') + run("3", '<w:position w:val="30"/>'),
      "a23",
    ],
    ["are lowered", run("H") + run("2", '<w:vertAlign w:val="subscript"/>') + run("O"), "H₂O"],
    ["are capitals", run("a", "<w:caps/>"), "A"],
    ["are code by their style", run("x = 1", '<w:rStyle w:val="Verbatim"/>'), "`x = 1`"],
    ["are bold by their style", run("a", '<w:rStyle w:val="Strong"/>'), "**a**"],
    ["hold tabs and breaks", "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a b\nc"],
    [
      "hold page breaks as spaces",
      '<w:r><w:t>a</w:t><w:br w:type="page"/><w:lastRenderedPageBreak/><w:t>b</w:t></w:r>',
      "[page 1]\na b",
    ],
    ["hold hyphens", "<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t></w:r>", "a\u2011bc"],
    [
      "hold symbols",
      '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
      "α✓",
    ],
    ["hold symbols with numbers of control characters", '<w:r><w:sym w:font="Wingdings" w:char="0080"/></w:r>', "•"],
    [
      "hold hyphens as symbols",
      `${run("a")}<w:r><w:sym w:font="Arial Unicode MS" w:char="1E"/></w:r>${run("b")}<w:r><w:sym w:font="Arial Unicode MS" w:char="1F"/></w:r>${run("c")}`,
      "a\u2011bc",
    ],
    ["have separators of lines and paragraphs", run("a\u2028b\u2029c\u0085d"), "a\nb\nc\nd"],
    ["begin and end with a separator", run("\u2028a") + run("\u2028"), "a"],
    ["have no control characters", `<w:r><w:sym w:font="Arial" w:char="7"/><w:t>a\u007fb\u009dc</w:t></w:r>`, "abc"],
    [
      "hold how they are read",
      "<w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby></w:r>",
      "東(とう)",
    ],
    [
      "stand in controls and tags",
      `<w:sdt><w:sdtContent>${run("a")}</w:sdtContent></w:sdt><w:smartTag>${run("b")}</w:smartTag><w:customXml>${run("c")}</w:customXml>`,
      "abc",
    ],
    ["stand in fields", `<w:fldSimple w:instr=" PAGE ">${run("7")}</w:fldSimple>`, "7"],
    [
      "run from right to left",
      `<w:bdo w:val="rtl">${run("שלום", "<w:rtl/>")}</w:bdo>${run(" עולם", "<w:rtl/>")}`,
      "שלום עולם",
    ],
    ["are hidden", run("a ") + run("b", "<w:vanish/>") + run(" c"), "a [hidden: b] c"],
    ["hold characters of XML", run("a &lt;b&gt; &amp; \ufdd0 c"), "a <b> & \ufdd0 c"],
  ])("%s", async ([, content, expected]) => {
    expect(await textOfWord({ body: paragraph(content), styles })).toBe(`${expected}\n`);
  });

  test("tell what programs draw for a field, where its result is not written", async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const field = (code: string, result: string): string =>
      `${mark("begin")}<w:r><w:instrText>${code}</w:instrText></w:r>${result}${mark("end")}`;
    const fraction = field("EQ \\f(1,2)", "");
    const shown = field("EQ \\f(1,2)", mark("separate") + run("one half"));
    const symbol = field("SYMBOL 252 \\f Wingdings", mark("separate"));
    expect(await textOfWord(paragraph(run("a ") + fraction + run(" b ") + shown + run(" ") + symbol))).toBe(
      "a 1/2 b one half ✓\n",
    );
  });

  test("tell of the state of form fields", async () => {
    const field = (data: string, result = ""): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const list = '<w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/></w:ddList>';
    const box = '<w:checkBox><w:checked w:val="1"/></w:checkBox>';
    const dropdown = field(list).replace("FORMCHECKBOX", "FORMDROPDOWN");
    expect(await textOfWord(paragraph(field(box) + run(" done, ") + dropdown))).toBe("☒ done, yes\n");
  });
});

describe("paragraphs", () => {
  test.for<readonly [string, string, string]>([
    ["stand apart", paragraph(run("a")) + paragraph("") + paragraph(run("b")), "a\n\nb\n"],
    ["are headings in any language", styled("berschrift1", "a"), "[section 1 · a]\n# a\n"],
    ["are headings by what their style is based on", styled("Kapitel", "a"), "[section 1 · a]\n# a\n"],
    ["are headings by their level", styled("Outlined", "a"), "[section 1 · a]\n### a\n"],
    ["are headings by their own level", paragraph(run("a"), '<w:outlineLvl w:val="1"/>'), "[section 1 · a]\n## a\n"],
    [
      "are headings by the style that all their runs are linked to",
      paragraph(run("a", '<w:rStyle w:val="Zeichen"/>') + run("b", '<w:rStyle w:val="Zeichen"/>')),
      "[section 1 · ab]\n# ab\n",
    ],
    [
      "are text in such a style if they are long",
      paragraph(run("a".repeat(201), '<w:rStyle w:val="Zeichen"/>')),
      `${"a".repeat(201)}\n`,
    ],
    ["have styles that are linked to themselves", paragraph(run("a", '<w:rStyle w:val="Knot"/>')), "a\n"],
    ["are text by the style of a part", paragraph(run("a", '<w:rStyle w:val="Zeichen"/>') + run("b")), "ab\n"],
    [
      "are no headings where that is taken back",
      paragraph(run("a"), '<w:pStyle w:val="Outlined"/><w:outlineLvl w:val="9"/>'),
      "a\n",
    ],
    ["are the title", styled("Title", "a"), "[section 1 · a]\n# a\n"],
    ["are code", styled("Code", "a") + styled("Code", "  b"), "```\na\n  b\n```\n"],
    ["are quoted", styled("Quote", "a"), "> a\n"],
    [
      "turn off what the style of a run repeats",
      paragraph(
        `${run("a", '<w:rStyle w:val="LabelChar"/>')}${run(" b", '<w:rStyle w:val="LabelChar"/><w:b/><w:caps/>')}${run("c")}`,
        '<w:pStyle w:val="Label"/>',
      ),
      "*a* ***B***~~C~~\n",
    ],
    ["have a style without end", styled("Loop", "a"), "a\n"],
    ["have a style that is not there", styled("Nowhere", "a"), "a\n"],
    [
      "start with a large letter",
      paragraph(run("O"), '<w:framePr w:dropCap="drop"/>') + paragraph(run("nce")),
      "Once\n",
    ],
    ["stand in controls", `<w:sdt><w:sdtContent>${paragraph(run("a"))}</w:sdtContent></w:sdt>`, "a\n"],
  ])("%s", async ([, body, expected]) => {
    expect(await textOfWord({ body, styles })).toBe(expected);
  });

  test("are read in a document without any other part", async () => {
    expect(await textOfWord(styled("Heading1", "a") + paragraph(run("b")))).toBe("a\n\nb\n");
  });

  test("are read in the Strict form", async () => {
    const uri = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    const text = `<x:document xmlns:x="${uri}"><x:body><x:p><x:r><x:rPr><x:b/></x:rPr><x:t>a</x:t></x:r></x:p></x:body></x:document>`;
    expect(await textOfWord({ body: "", parts: { "word/document.xml": text } })).toBe("**a**\n");
  });

  test.for<readonly [string, string]>([
    ["nothing in it", part("w:document", "<w:body/>")],
    ["no body", part("w:document", "")],
    ["nothing but empty paragraphs", part("w:document", `<w:body>${paragraph("")}<w:sectPr/></w:body>`)],
  ])("are missing in a document with %s, which is said", async ([, text]) => {
    const reading = await readWord({ body: "", parts: { "word/document.xml": text } });
    expect(reading).toMatchObject({ text: "", error: undefined, notices: ["The document has no text."] });
  });
});

describe("links", () => {
  const fieldPart = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const links = [
    ["out", "hyperlink", "https://example.org/a"],
    ["in", "hyperlink", "other.xml"],
  ] as const;

  test.for<readonly [string, string, string]>([
    [
      "lead outside",
      `<w:hyperlink r:id="out">${run("a")}${run("b", bold)}</w:hyperlink>`,
      "[a**b**](https://example.org/a)",
    ],
    [
      "lead to a part",
      `<w:hyperlink r:id="out" w:anchor="part">${run("a")}</w:hyperlink>`,
      "[a](https://example.org/a#part)",
    ],
    ["lead nowhere inside", `<w:hyperlink w:anchor="x">${run("a")}</w:hyperlink>${run("b")}`, "ab"],
    ["lead to what is not there", `<w:hyperlink r:id="gone">${run("a")}</w:hyperlink>`, "a"],
    [
      "are fields",
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "http://b.c"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>b</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
      "[b](http://b.c)",
    ],
    [
      "are fields that Word tells in pieces, with a place and a tip",
      `${fieldPart("begin")}<w:r><w:instrText> HYPERLINK "http://</w:instrText></w:r><w:r><w:instrText>b.c/d" \\l "e" \\o "A tip"</w:instrText></w:r>${fieldPart("separate")}${run("b")}${fieldPart("end")}`,
      "[b](http://b.c/d#e)",
    ],
    ["are simple fields", `<w:fldSimple w:instr='HYPERLINK "http://b.c"'>${run("b")}</w:fldSimple>`, "[b](http://b.c)"],
    [
      "are their own text",
      `<w:hyperlink r:id="out">${run("https://example.org/a")}</w:hyperlink>`,
      "https://example.org/a",
    ],
  ])("%s", async ([, content, expected]) => {
    expect(await textOfWord({ body: paragraph(content), links })).toBe(`${expected}\n`);
  });
});

describe("tables", () => {
  const cell = (text: string, properties = ""): string =>
    (properties === "" ? "" : `<w:tcPr>${properties}</w:tcPr>`) + paragraph(run(text));

  test.for<readonly [string, string, string]>([
    ["have rows", table([cell("a"), cell("b")], [cell("1"), cell("2|3")]), "|a|b|\n|---|---|\n|1|2\\|3|\n"],
    [
      "have merged cells",
      table(
        [cell("a", '<w:gridSpan w:val="2"/>'), cell("b", '<w:vMerge w:val="restart"/>')],
        [cell("1"), cell("2"), cell("", "<w:vMerge/>")],
        [cell("3"), cell("4"), cell("5")],
      ),
      "|a||b|\n|---|---|---|\n|1|2|\n|3|4|5|\n",
    ],
    [
      "have tables in cells",
      table([cell("a") + table([cell("b"), cell("c")]), cell("d")]),
      "|a<br>b / c|d|\n|---|---|\n",
    ],
    [
      "have rows that were typed into one",
      table([cell("") + cell("gross") + cell("net"), cell("€") + cell("7") + cell("5") + cell(""), cell("")]),
      "||€|\n|---|---|\n|gross|7|\n|net|5|\n",
    ],
    [
      "have cells of several paragraphs",
      table([cell("a") + cell("b") + cell("c"), cell("1") + cell("2")]),
      "|a<br>b<br>c|1<br>2|\n|---|---|\n",
    ],
    ["are boxes of one cell", table([cell("a") + cell("b")]), "a\n\nb\n"],
    [
      "have rows and cells in controls",
      `<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent><w:tc>${cell("a")}</w:tc></w:sdtContent></w:sdt><w:tc>${cell("b")}</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>`,
      "|a|b|\n|---|---|\n",
    ],
    [
      "have rows that start late",
      `<w:tbl><w:tr><w:tc>${cell("a")}</w:tc><w:tc>${cell("b")}</w:tc></w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>${cell("c")}</w:tc></w:tr></w:tbl>`,
      "|||\n|---|---|\n|a|b|\n||c|\n",
    ],
  ])("%s", async ([, body, expected]) => {
    expect(await textOfWord(body)).toBe(expected);
  });
});
