import { expect, test } from "vitest";
import { rtf } from "../../src/index.ts";
import { errorOf, noticesIn, readAll } from "../support/read-all.ts";

function document(content: string): Uint8Array {
  return Uint8Array.from(Buffer.from(`{\\rtf1\\ansi ${content}}`, "latin1"));
}

async function textOf(content: string): Promise<string> {
  return (await readAll(rtf(), document(content))).text;
}

test.for([
  ["a code page of the document", String.raw`\ansicpg1250 \'e8\par`, "č\n"],
  ["the character set of a font", String.raw`{\fonttbl{\f0\fcharset204 Arial;}}\f0 \'ef\'f0\par`, "пр\n"],
  ["characters of two bytes", String.raw`{\fonttbl{\f0\fcharset128 Mincho;}}\f0 \'93\'fa\'96\'7b\par`, "日本\n"],
  ["a second byte that is a letter", String.raw`{\fonttbl{\f0\fcharset128 Mincho;}}\f0 \'83A\par`, "ア\n"],
  ["a code page of DOS", String.raw`\pc \'84\par`, "ä\n"],
  ["Unicode with one byte of fallback", String.raw`\u228?x\par`, "äx\n"],
  ["Unicode with two bytes of fallback", String.raw`\uc2\u24180\'94\'4e x\par`, "年 x\n"],
  ["Unicode without fallback", String.raw`\uc0\u228 x\par`, "äx\n"],
  ["characters beyond 16 bits", String.raw`\u-10240?\u-8398?\par`, "𐌲\n"],
  ["the better one of two texts", String.raw`{\upr{a?}{\*\ud{\u228?}}}\par`, "ä\n"],
  ["a font of signs", String.raw`{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol;}}\f1 abg\f0  x\par`, "αβγ x\n"],
  ["private characters that stand for signs", String.raw`\u-3913?\par`, "•\n"],
  ["signs that have words", String.raw`\ldblquote a\rdblquote\emdash b\~c\_d\-e\par`, "“a”—b c-de\n"],
  ["characters that RTF needs itself", String.raw`\{a\\b\}\par`, String.raw`{a\b}` + "\n"],
  ["separators of lines", String.raw`a\u8232\'22b\par`, "a\nb\n"],
  ["separators of paragraphs between formats", String.raw`{\b a}\u8233 {\b b}\par`, "**a**\n**b**\n"],
  ["control characters, which are not visible", String.raw`a\'02b\u27 ?c\'0bd\u30 ?e\par`, "abc\nd\u2011e\n"],
  ["capitals that are only shown", String.raw`\caps abc\caps0 d\par`, "ABCd\n"],
] as const)("reads %s", async ([, content, expected]) => {
  expect(await textOf(content)).toBe(expected);
});

test.for([
  ["a byte", String.raw`a\'62`, "ab"],
  ["a brace", String.raw`a\}`, "a}"],
  ["a backslash", "a\\\\", "a\\"],
] as const)("ends a paragraph at a backslash before a line end after %s", async ([, content, expected]) => {
  for (const end of ["\n", "\r\n", "\r"]) {
    expect(await textOf(`${content}\\${end}c\\${end}`)).toBe(`${expected}\n\nc\n`);
  }
});

const wrapped = [
  "The licenses for most software are designed to take away your",
  "freedom to share and change it. By contrast, this license is",
  "intended to guarantee your freedom.",
];
const lines = wrapped.map((line) => String.raw`${line}\par `).join("");

test.for([
  ["empty paragraphs", String.raw`${lines}\par ${lines}`, `${wrapped.join("\n")}\n\n${wrapped.join("\n")}\n`],
  ["a cell", String.raw`${lines}\intbl a\cell\row\pard b\par`, `${wrapped.join("\n")}\n\n|a|\n|---|\n\nb\n`],
  ["a row", String.raw`${lines}\row b\par`, `${wrapped.join("\n")}\n\nb\n`],
  [
    "a note at its end",
    String.raw`${lines}a{\footnote ${lines}}`,
    `${wrapped.join("\n")}\n\na[^1]\n\n[^1]: ${wrapped.join("\n    ")}\n`,
  ],
  ["a list", String.raw`${lines}{\listtext 1.\tab}a\par`, `${wrapped.join("\n")}\n\n1. a\n`],
] as const)("keeps lines that are wrapped by hand together before %s", async ([, content, expected]) => {
  expect(await textOf(content)).toBe(expected);
});

test("keeps a bold line apart from the lines below it", async () => {
  const [first = "", ...others] = wrapped;
  const content = [String.raw`{\b ${first}}`, ...others].map((line) => String.raw`${line}\par `).join("");
  expect(await textOf(content)).toBe(`**${first}**\n\n${others.join("\n\n")}\n`);
});

test("marks quotations", async () => {
  const styles = String.raw`{\stylesheet{\s1 Quotations;}{\s2 Block Text;}}`;
  expect(await textOf(String.raw`${styles}\s1 a\par\s2 b\par\s0 c\par`)).toBe("> a\n>\n> b\n\nc\n");
});

test("does not list a paragraph that was removed from the list of its style", async () => {
  const lists = String.raw`{\*\listtable{\list{\listlevel\levelnfc23{\leveltext \'01\u8226 ?;}}\listid1}}{\*\listoverridetable{\listoverride\listid1\ls1}}`;
  const label = String.raw`{\listtext\pard\plain \u8226\'95\tab}\ls1\li720`;
  expect(await textOf(String.raw`${lists}${label}\pard a\par${label} b\par\pard`)).toBe("a\n\n- b\n");
});

test("keeps check boxes that are drawn as bullets", async () => {
  const level = (label: string): string => String.raw`{\list{\listlevel\levelnfc23{\leveltext\'01${label};}\f3}`;
  const lists =
    String.raw`{\fonttbl{\f3\fcharset2 Wingdings;}}{\*\listtable${level(String.raw`\u-3928 ?`)}\listid1}` +
    String.raw`${level(String.raw`\'fe`)}\listid2}}` +
    String.raw`{\*\listoverridetable{\listoverride\listid1\ls1}{\listoverride\listid2\ls2}}`;
  expect(await textOf(String.raw`${lists}\pard\ls1 a\par\pard\ls2 b\par`)).toBe("- ☐ a\n- ☑ b\n");
});

test.for([
  ["a box without settings", String.raw`{\field{\*\fldinst FORMCHECKBOX}{\fldrslt }} a\par`, "☐ a\n"],
  [
    "symbols of fields without a result",
    String.raw`{\field{\*\fldinst SYMBOL 200 \\f "Symbol" \\s 11}{\fldrslt\f3\fs22}}\par`,
    "∪\n",
  ],
  ["symbols of fields with a result", String.raw`{\field{\*\fldinst SYMBOL 200 \\f "Symbol"}{\fldrslt a}}\par`, "a\n"],
  [
    "links to a place in another file",
    String.raw`{\field{\*\fldinst HYPERLINK "file.html" \\l "part"}{\fldrslt a}}\par`,
    "[a](file.html#part)\n",
  ],
  [
    "linked objects with their source",
    String.raw`{\object\objautlink{\*\objclass Excel.Sheet.8}{\*\objdata 0105000001000000020000004100` +
      String.raw`06000000622e786c7300030000005231000000000000000000}{\result a}}\par`,
    "[linked object, not loaded: Excel.Sheet.8 · b.xls!R1] a\n",
  ],
  [
    "linked objects with a long source in the code page of the document",
    String.raw`\ansicpg1251{\object\objautlink{\*\objdata 01050000010000000000000088130000${"ff".repeat(5000)}00000000}{\result a}}\par`,
    `[linked object, not loaded: ${"я".repeat(2000)}] a\n`,
  ],
] as const)("shows %s", async ([, content, expected]) => {
  expect(await textOf(content)).toBe(expected);
});

test("writes formatting with as few marks as possible", async () => {
  expect(await textOf(String.raw`\b a\i b\b0\i0  c {\super 2}\par`)).toMatch(/^\*\*a \*?b\*?\*\*|^\*\*a\*b\*\*\* c/);
  expect(await textOf(String.raw`{\strike old}\par`)).toBe("~~old~~\n");
});

test.for<readonly [string, string]>([
  [String.raw`{\stylesheet{\s1 heading 1;}}\s1 A\par`, "# A\n"],
  [String.raw`{\stylesheet{\s3 \'dcberschrift 2;}}\s3 A\par`, "## A\n"],
  [String.raw`{\stylesheet{\s5\outlinelevel2 Mine;}}\s5 A\par`, "### A\n"],
  [String.raw`\outlinelevel0 A\par`, "# A\n"],
  [String.raw`\outlinelevel9 A\par`, "A\n"],
])("finds the heading in %s", async ([content, expected]) => {
  expect(await textOf(content)).toBe(expected);
});

test.for([
  [String.raw`m{\up6 2}H{\dn4 2}`, "m²H₂"],
  [String.raw`m{\up 2}`, "m²"],
  [String.raw`m{\up2 2}H{\dn1 3}`, "m2H3"],
  [String.raw`m{\super\up2 2}`, "m²"],
  [String.raw`m{\super 2\up0 3}`, "m²³"],
  [String.raw`m{\up6 2\up2 3}`, "m²3"],
  [String.raw`m{\up6 2\nosupersub 3}`, "m²3"],
  [String.raw`m{\up24 2}H{\dn30 3}`, "m2H3"],
] as const)("text is raised or lowered by a part of a line: %s", async ([content, expected]) => {
  expect((await textOf(String.raw`${content}\par`)).trim()).toBe(expected);
});

test("keeps code unchanged", async () => {
  expect(await textOf(String.raw`{\stylesheet{\s1 HTML Preformatted;}}\s1 a  b\par  c\par\pard d\par`)).toBe(
    "```\na  b\n c\n```\n\nd\n",
  );
});

const listTable =
  String.raw`{\*\listtable{\list{\listlevel\levelnfc0\levelstartat3{\leveltext\'02\'00.;}{\levelnumbers\'01;}}` +
  String.raw`{\listlevel\levelnfc4\levelstartat1{\leveltext\'03\'00\'01);}{\levelnumbers\'01\'02;}}\listid7}}` +
  String.raw`{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}}`;

test("shows the labels of lists as they are written", async () => {
  const item = (label: string, indent: number, text: string): string =>
    String.raw`{\listtext\pard\plain ${label}\tab}\ls1\li${indent} ${text}\par\pard`;
  const text = await textOf(
    item("1.", 360, "a") + item("1.1", 720, "b") + item(String.raw`\'b7`, 1080, "c") + item("2.", 360, "d"),
  );
  expect(text).toBe("1. a\n  1.1 b\n    - c\n2. d\n");
});

test("numbers items without a stored label", async () => {
  const text = await textOf(String.raw`${listTable}\ls1 a\par\ls1\ilvl1 b\par\ls1\ilvl1 c\par\ls1\ilvl0 d\par`);
  expect(text).toBe("3. a\n  3a) b\n  3b) c\n4. d\n");
});

test("detects list items by a label and a tab before a hanging indent", async () => {
  expect(await textOf(String.raw`{\pard\li360\fi-360 \bullet\tab a\par}{\pard\li360\fi-360 \bullet\tab b\par}`)).toBe(
    "- a\n- b\n",
  );
});

test("reads tables and nested tables", async () => {
  const row = (...cells: readonly string[]): string =>
    String.raw`\trowd\pard\intbl ${cells.map((cell) => String.raw`${cell}\cell`).join(" ")}\row`;
  expect(await textOf(`${row("a", "b")}${row("c", "")}\\pard d\\par`)).toBe("|||\n|---|---|\n|a|b|\n|c|\n\nd\n");
  const inner = String.raw`\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}`;
  const nested = await textOf(String.raw`\pard\intbl a\par ${inner}\pard\intbl\itap1\cell b\cell\row`);
  expect(nested).toContain("x / y");
  expect(nested).toMatch(/^\|a<br>x \/ y\|b\|/);
});

test("puts the cells of rows with merged cells into their columns", async () => {
  const row = (cells: readonly string[], edges: readonly number[]): string =>
    String.raw`\trowd${edges.map((edge) => String.raw`\cellx${edge}`).join("")}\pard\intbl ${cells.map((cell) => String.raw`${cell}\cell`).join(" ")}\row`;
  const rows = [
    row(["Name", "2024", "2025"], [1000, 3000, 5000]),
    row(["", "H1", "H2", "H1", "H2"], [1000, 2000, 3000, 4000, 5000]),
    row(["North", "1", "2", "3", "4"], [1010, 2010, 3010, 4010, 5010]),
    row(["No data", "5"], [3000, 5000]),
  ];
  expect(await textOf(`${rows.join("")}\\pard x\\par`)).toBe(
    "||||||\n|---|---|---|---|---|\n|Name|2024||2025|\n||H1|H2|H1|H2|\n|North|1|2|3|4|\n|No data|||5|\n\nx\n",
  );
});

test("keeps the cells of a row together whose edges are not known, or not as many", async () => {
  const known = String.raw`\trowd\cellx100\cellx200\cellx300 a\cell b\cell c\cell\row`;
  const other = String.raw`\trowd\cellx300 d\cell e\cell\row`;
  expect(await textOf(`${known}${other}\\pard x\\par`)).toContain("|a|b|c|\n|d|e|\n");
});

test("keeps the columns of a long table and of the rows around a nested one", async () => {
  const edges = String.raw`\trowd\cellx100\cellx200\cellx300`;
  const rows = String.raw`${edges} a\cell b\cell c\cell\row`.repeat(600);
  const inner = String.raw`\pard\intbl\itap2 x\nestcell{\*\nesttableprops\trowd\cellx50\nestrow}\pard\intbl\itap1`;
  const last = String.raw`\trowd\cellx200\cellx300 ${inner} d\cell e\cell\row`;
  expect(await textOf(`${rows}${last}\\pard y\\par`)).toMatch(/\|a\|b\|c\|\n\|x<br>d\|\|e\|\n\ny\n$/);
});

test("reads a table whose cells lack the table property", async () => {
  expect(await textOf(String.raw`\trowd a\cell b\cell\row c\par`)).toContain("|a|b|");
});

test("puts notes at their marks and numbers endnotes separately", async () => {
  const text = await textOf(String.raw`a{\super\chftn}{\footnote\chftn  first}b{\footnote\ftnalt last}\par`);
  expect(text).toBe("a[^1]b[^i]\n\n[^1]: first\n\n[^i]: last\n");
});

test("shows link targets, but not field codes", async () => {
  const link = String.raw`{\field{\*\fldinst{HYPERLINK "http://a.example/b"}}{\fldrslt{\b here}}}`;
  expect(await textOf(`${link}\\par`)).toBe("[**here**](http://a.example/b)\n");
  expect(await textOf(String.raw`{\field{\*\fldinst HYPERLINK \\l "mark"}{\fldrslt there}}\par`)).toBe("there\n");
  expect(await textOf(String.raw`{\field{\*\fldinst SYMBOL 97 \\f "Symbol"}}\par`)).toBe("α\n");
  const box = String.raw`{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1}}}}`;
  expect(await textOf(`${box} yes\\par`)).toBe("☒ yes\n");
  const entries = String.raw`{\*\formfield{\fftype2\ffhaslistbox1\ffres1{\*\ffl Red}{\*\ffl Blue}}}`;
  const list = String.raw`{\field{\*\fldinst {FORMDROPDOWN ${entries}}}{\fldrslt {}}}`;
  expect(await textOf(`${list} paint\\par`)).toBe("Blue paint\n");
});

test("marks tracked changes and hidden text", async () => {
  const { text, events } = await readAll(
    rtf(),
    document(
      String.raw`{\*\revtbl{Unknown;}{Ada;}}a {\revised\revauth1\revdttm1132036098 b}{\deleted\revauthdel1 c} {\v d}\par`,
    ),
  );
  expect(text).toContain("a {++b++}{--c--} [hidden: d]\n");
  expect(text).toContain("Tracked changes: Ada (1 insertion, 1 deletion, ");
  expect(noticesIn(events)).toEqual(["hidden-content 1"]);
});

test("leaves out hidden text beyond its share, and shows it on request", async () => {
  const source = document(String.raw`a\par {\v ${"b".repeat(400)}}\par`);
  const { text, events } = await readAll(rtf(), source);
  expect(text).toBe("a\n\n[hidden: 1 × text, 400 characters: left out]\n");
  expect(events).toContainEqual(expect.objectContaining({ code: "hidden-content", count: 1, select: "hidden" }));
  const asked = await readAll(rtf(), source, { select: "hidden" });
  expect(asked.text).toBe(`a\n\n[hidden: ${"b".repeat(400)}]\n`);
});

test("finds a section called Hidden by a title with #", async () => {
  const source = document(String.raw`\outlinelevel0 One\par\pard a\par\outlinelevel0 Hidden\par\pard b {\v c}\par`);
  expect((await readAll(rtf(), source, { select: "# Hidden" })).text).toBe("# Hidden\n\nb [hidden: c]\n");
  expect((await readAll(rtf(), source, { select: "hidden" })).text).toContain("# One");
});

test("escapes text that would close the mark of a change or of hidden text", async () => {
  const said = String.raw`a {\revised\revauth1 b++\}}{\deleted\revauthdel1 c--\} }{\v d] Do this. [e}\par`;
  const { text } = await readAll(rtf(), document(String.raw`{\*\revtbl{Unknown;}{Ada;}}` + said));
  expect(text).toContain(String.raw`a {++b++\}++}{--c--\} --}[hidden: d\] Do this. \[e]`);
});

test("puts a comment at its place", async () => {
  const text = await textOf(
    String.raw`a{\*\atnid AB}{\*\atnauthor Ada}\chatn{\*\annotation{\*\atndate 1}So it is.} b\par`,
  );
  expect(text).toBe("a[comment · Ada: So it is.] b\n");
});

test("shows headers and footers once, after the metadata", async () => {
  const text = await textOf(
    String.raw`{\info{\title T}{\author A}{\creatim\yr2024\mo3\dy1}}{\header H\par}{\headerf H\par}{\footer F\par}a\par`,
  );
  expect(text).toBe("Title: T\nAuthor: A\nCreated: 2024-03-01\n\nHeader: H\n\nFooter: F\n\na\n");
});

test("writes a text box after its paragraph, and names images and objects that cannot be shown", async () => {
  const shape = String.raw`{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt in the box\par}}{\shprslt twice}}`;
  expect(await textOf(String.raw`a${shape}b\par`)).toBe("ab\n\nin the box\n");
  expect(await textOf(String.raw`{\pict\emfblip 00}\par`)).toBe("[EMF image, not shown]\n");
  expect(await textOf(String.raw`{\object\objemb{\*\objclass Sheet}{\*\objdata 00}{\result r}}\par`)).toBe(
    "[embedded object: Sheet] r\n",
  );
});

const png =
  "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da6368000000820081dd436af40000000049454e44ae426082";

test("shows images in hexadecimal and binary form", async () => {
  const digits = await readAll(
    rtf(),
    document(String.raw`{\*\shppict{\pict\pngblip ${png}}}{\nonshppict{\pict\wmetafile8 00}}\par`),
  );
  expect(digits.text).toBe("![](image 1)\n");
  expect(digits.events.filter(({ type }) => type === "image")).toMatchObject([{ mediaType: "image/png", widthPx: 1 }]);
  const bytes = Buffer.from(png, "hex");
  const binary = Buffer.concat([
    document(String.raw`{\pict\pngblip\bin${bytes.length} `).slice(0, -1),
    bytes,
    Buffer.from("}\\par}"),
  ]);
  const { events } = await readAll(rtf(), Uint8Array.from(binary));
  expect(events.filter(({ type }) => type === "image")).toHaveLength(1);
});

test("shows encapsulated HTML", async () => {
  const text = await textOf(
    String.raw`\fromhtml1{\*\htmltag64 <p>}{\*\htmltag84 <b>}\htmlrtf {\b\htmlrtf0 bold\htmlrtf }\htmlrtf0{\*\htmltag92 </b>} text{\*\htmltag72 </p>}`,
  );
  expect(text).toBe("**bold** text\n");
});

test("writes formulas as LaTeX", async () => {
  const formula = String.raw`{\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mnum{\mr a}}{\mden{\mr b}}}}}`;
  expect(await textOf(`${formula}\\par`)).toBe(String.raw`$\frac{a}{b}$` + "\n");
});

test.for([
  ["groups a hundred thousand deep", `${"{".repeat(100_000)}a${"}".repeat(100_000)}\\par`, "a\n"],
  ["groups that never end", `a\\par${"{\\b ".repeat(100_000)}`, "a\n"],
  ["more bytes than there are", String.raw`a\par{\pict\pngblip\bin4294967295 x}`, "a\n\n![](image 1)\n"],
  ["negative lengths", String.raw`a\bin-5 b\par`, "ab\n"],
  ["tables in tables in tables", String.raw`\pard\intbl\itap2000000000 a\nestcell\nestrow\par`, "|a|\n|---|\n"],
  ["destinations that nobody knows", String.raw`{\*\unheard of}{\*\of{\footnote x}}a\par`, "a\n"],
  ["a mark of such in the middle of a group", String.raw`{\b0\*\cs7 a}\par`, "a\n"],
  ["notes in notes in notes", `${"a{\\footnote ".repeat(3000)}${"}".repeat(3000)}\\par`, undefined],
] as const)("survives %s", async ([, content, expected]) => {
  const text = await textOf(content);
  if (expected === undefined) expect(text.startsWith("a")).toBe(true);
  else expect(text).toBe(expected);
});

test("reports a truncated file and shows its text", async () => {
  const { text, events } = await readAll(rtf(), document(String.raw`a\par b {\i c`).slice(0, -1));
  expect(text).toBe("a\n\nb *c*\n");
  expect(noticesIn(events)).toEqual([expect.stringContaining("truncated")]);
});

test("refuses files that are not RTF", async () => {
  expect(await errorOf(rtf(), new TextEncoder().encode("{\\html1 a}"))).toMatchObject({ code: "corrupt" });
});

test("describes a document without reading its text", async () => {
  const source = document(
    String.raw`{\info{\title T}}\outlinelevel0 One\par\outlinelevel1 Two\par\pard some words{\footnote n}\par`,
  );
  const { memorySource, mockContext } = await import("@reader/testkit");
  const info = await rtf().info?.(memorySource("a.rtf", source), mockContext());
  expect(info?.extents).toEqual([{ type: "extent", unit: "section", total: 2, exact: true }]);
  expect(info?.facts).toMatchObject({ title: "T", notes: 1, headings: ["One", "  Two"] });
});

test.for([
  ["explain all pages", 2, [1, 2]],
  ["do not explain all pages", 7, [undefined, undefined]],
] as const)("counts pages if the breaks %s", async ([, pages, expected]) => {
  const content = String.raw`{\info{\nofpages${pages}}}\outlinelevel0 A\par\outlinelevel9\page\outlinelevel0 B\par`;
  const { events } = await readAll(rtf(), document(content));
  expect(events.flatMap((event) => (event.type === "text" ? [event.at?.aboutPage] : []))).toEqual(expected);
});

test.for([
  ["at the start", String.raw`\pagebb A\par\pard B\page C\par`],
  ["in a header", String.raw`{\header H\page}A\par B\page C\par`],
] as const)("says that pages may be too low if a break %s makes as many breaks as stated", async ([, content]) => {
  const { events } = await readAll(rtf(), document(String.raw`{\info{\nofpages3}}${content}`));
  expect(noticesIn(events).join(" ")).toContain("The file stores no layout");
});

test.for([
  ["after an image", String.raw`{\pict\emfblip 00}\par\pard\pagebb\outlinelevel0 A\par`, 2],
  ["before an image", String.raw`a\par\pard\pagebb{\pict\emfblip 00}\par\pard\outlinelevel0 A\par`, 2],
  ["after an image in a header", String.raw`{\header{\pict\emfblip 00}}\pagebb\outlinelevel0 A\par B\par`, 1],
] as const)("counts a break %s", async ([, content, page]) => {
  const { events } = await readAll(rtf(), document(content));
  expect(events.find((event) => event.type === "text" && event.text.startsWith("# "))).toMatchObject({
    at: { aboutPage: page },
  });
});

test.for([
  ["paragraphs", String.raw`\pagebb\outlinelevel0 A\par B\par\pard C\par`, [1, 2]],
  ["sections", String.raw`\outlinelevel0 A\par\sect\sectd{\header H\par}B\par\sect\sectd\sbknone C\par`, [1, 2, 2]],
  ["sections of odd pages", String.raw`\outlinelevel0 A\par\sect\sectd\sbkodd B{\footnote n}\par`, [1, 3]],
  [
    "styles that are not used",
    String.raw`{\stylesheet{\s1\pagebb x;}}\outlinelevel0 A\par B\par`,
    [undefined, undefined],
  ],
] as const)("counts pages by %s that start on one, in a file that states no number", async ([, content, expected]) => {
  const { events } = await readAll(rtf(), document(content));
  const texts = events.filter((event) => event.type === "text" && event.text.startsWith("# "));
  const pages = texts.map((event) => (event.type === "text" ? event.at?.aboutPage : 0));
  expect(pages).toEqual(expected);
});
