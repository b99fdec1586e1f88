import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadHtmlEngine } from "../../src/markdown/engine.ts";
import { createMarkdownBuilder, htmlToMarkdown, type MarkdownPiece } from "../../src/markdown/markdown-builder.ts";
import { loweredText, raisedText } from "../../src/markdown/raised-text.ts";

const readHtml = await loadHtmlEngine();
const convert = (html: string): string => htmlToMarkdown(html, readHtml);

describe("marks", () => {
  test.for<readonly [string, string, string]>([
    ["are told apart from asterisks at their start", "<b>*.log</b>", String.raw`**\*.log**`],
    ["are told apart from asterisks at their end", "<b>const char*</b> a", String.raw`**const char\*** a`],
    ["are told apart from asterisks around them", "a*<b>b</b>*c **<i>d</i>", String.raw`a\***b**\*c \*\**d*`],
    ["hold only asterisks", "<b>*</b><b>*</b> a", String.raw`**\*\*** a`],
    ["hold asterisks in pieces", "<b>a*<u>*</u></b><i>*<u>*b</u></i>", String.raw`**a\*\****\*\*b*`],
    [
      "leave rows of asterisks",
      `<b>${"*".repeat(9)}</b> <b>${"*".repeat(8)}</b>`,
      `**${"*".repeat(9)} ${String.raw`\*`.repeat(8)}**`,
    ],
    ["leave other asterisks", "*a* <b>b * c*d</b> *e * <i>f</i> *<br>**", "*a* **b * c*d** *e * *f* *\n**"],
    ["leave asterisks around other marks", "*<s>a*</s> *<code>b</code>", "*~~a*~~ *`b`"],
    ["are shared by neighbours", "<b>a</b><strong>b</strong> <b>c</b>", "**ab c**"],
    ["leave white space outside", "a<b> b </b>c", "a **b** c"],
    ["nest", "<b>a <i>b</i></b> c", "**a *b*** c"],
    ["end with their line", "<b>a<br>b</b>", "**a**\n**b**"],
    ["are left out around nothing", "a<b> </b><i></i>b", "a b"],
    ["are counted", "<b><b>a</b>b</b>c", "**ab**c"],
    ["strike through", "<del>a</del> <s>b</s>", "~~a b~~"],
    [
      "are left out of headings and headers",
      "<h1><b>a</b></h1><table><tr><th><b>b</b><th>c</table>",
      "# a\n\n|b|c|\n|---|---|",
    ],
    [
      "raise and lower",
      "x<sup>2</sup> H<sub>2</sub>O x<sup>n</sup> x<sub>max</sub> 1<sup>st</sup> <sup>whole</sup>",
      "x² H₂O xⁿ x_{max} 1st whole",
    ],
    ["insert quietly", "<ins>a</ins> <u>b</u>", "a b"],
  ])("%s", ([, html, markdown]) => {
    expect(convert(html)).toBe(markdown);
  });
});

test("a row of a hundred thousand asterisks in pieces is written in linear time", () => {
  const count = 100_000;
  expect(convert(`a${"<i></i>*".repeat(count)}<b>b</b>`)).toBe(`a${"*".repeat(count)}**b**`);
});

test.for<readonly [string, string, string]>([
  ["a date", "13-\u200eJan", "13-Jan"],
  ["a line before one of Hebrew", "a\u200eb<br>\u05d0\u200eb", "ab\n\u05d0\u200eb"],
  ["a line with a mark from right to left", "a\u200eb\u200f", "a\u200eb\u200f"],
  ["several in a row", "a\u200e\u200eb", "a\u200e\u200eb"],
  ["a heading", "<h1>a\u200eb</h1>", "# ab"],
])("removes left-to-right marks without an effect from %s", ([, html, markdown]) => {
  expect(convert(html)).toBe(markdown);
});

test("removes left-to-right marks without an effect from titles", () => {
  const builder = createMarkdownBuilder();
  readHtml("<h1>a\u200eb</h1>", builder);
  expect(builder.end()).toMatchObject([{ type: "heading", title: "ab" }]);
});

describe("lists", () => {
  test.for<readonly [string, string, string]>([
    ["start where they say", '<ol start="3"><li>a<li value=7>b<li>c</ol>', "3. a\n7. b\n8. c"],
    [
      "show the labels of their author",
      '<ul><li data-label="1.1">a<li data-label="">b<li data-label="c)">c</ul>',
      "1.1 a\nb\nc) c",
    ],
    ["keep the paragraphs of an item together", "<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n- c"],
    [
      "hold lists, code and quotes",
      "<ul><li>a<ul><li>b<pre>c\nd</pre></ul><blockquote>e</blockquote></ul>",
      "- a\n  - b\n\n    ```\n    c\n    d\n    ```\n\n  > e",
    ],
    ["begin with lists", "<ul><li><ol><li>a<li>b</ol></ul>", "- 1. a\n  2. b"],
    ["have no empty items", "<ul><li><li>a</ul>", "- a"],
    ["stand in cells", "<table><tr><td><ul><li>a<li>b</ul><td>c</table>", "|- a<br>- b|c|\n|---|---|"],
  ])("%s", ([, html, markdown]) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe("blocks", () => {
  test.for<readonly [string, string, string]>([
    ["quotes", "<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc"],
    ["code of a language", '<pre><code class="language-ts">let a;\n</code></pre>', "```ts\nlet a;\n```"],
    ["code that holds fences", "<pre>```\na</pre>", "````\n```\na\n````"],
    ["code that is not closed", "<pre>a", "```\na\n```"],
    ["code in cells", "<table><tr><td><pre>a\n b</pre><td>c</table>", "|a<br> b|c|\n|---|---|"],
    ["boxes", '<input type=checkbox checked> a <input type="checkbox"> b <input>', "☒ a ☐ b"],
    ["rings", "<input type=radio checked>a <input type=radio>b", "◉a ○b"],
    ["text in fields", "Name<input value=Ann>, born<input type=date value=2001-02-03>", "Name Ann , born 2001-02-03"],
    [
      "no passwords and buttons",
      "a<input type=password value=b><input type=submit value=c><input type=hidden value=d>e",
      "ae",
    ],
    ["rules quietly", "a<hr>b", "a\nb"],
    ["headings in cells as strong text", "<table><tr><td><h2>a</h2>b<td>c</table>", "|**a**<br>b|c|\n|---|---|"],
  ])("show %s", ([, html, markdown]) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe("tables", () => {
  const long = "word ".repeat(500).trim();

  test.for<readonly [string, string, string]>([
    ["that are boxes around blocks are the blocks", "<table><tr><td><p>a<p>b</table>", "a\n\nb"],
    ["that hold pages of text are the pages", `<table><tr><td>a<td>${long}</table>`, `a\n\n${long}`],
    [
      "in cells are lines of their cell",
      "<table><tr><td>a<table><tr><td>b<td>c<tr><td>d<td>e</table><td>f</table>",
      "|a<br>b / c<br>d / e|f|\n|---|---|",
    ],
    ["in boxes are tables", "<table><tr><td><p>a</p><table><tr><td>b<td>c</table></table>", "a\n\n|b|c|\n|---|---|"],
    ["in lists are indented", "<ul><li>a<table><tr><td>b<td>c</table></ul>", "- a\n\n  |b|c|\n  |---|---|"],
  ])("%s", ([, html, markdown]) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe("links", () => {
  test.for<readonly [string, string, string]>([
    [
      "that are their own text are written once",
      '<a href="http://x/">http://x/</a> <a href="mailto:a@b.c">a@b.c</a>',
      "http://x/ a@b.c",
    ],
    ["without text are addresses", '<a href="http://x"></a>', "http://x"],
    ["around images keep them", '<a href="http://x"><img src=a alt=b></a>', "[![b](a)](http://x)"],
    ["with brackets stand between brackets", '<a href="http://x/(a) b">c</a>', "[c](<http://x/(a)%20b>)"],
  ])("%s", ([, html, markdown]) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe("a builder", () => {
  const none = new Map<string, string>();

  test("gives blocks as they are finished, and not before", () => {
    const builder = createMarkdownBuilder();
    builder.open("p", none);
    builder.text("a");
    expect(builder.take()).toEqual([]);
    builder.close("p");
    expect(builder.take()).toEqual([{ type: "text", markdown: "a\n" }]);
    builder.open("ul", none);
    builder.open("li", none);
    builder.text("b");
    builder.close("li");
    expect(builder.take()).toEqual([]);
    builder.close("ul");
    expect(builder.take()).toEqual([{ type: "text", markdown: "- b\n" }]);
    expect(builder.end()).toEqual([]);
  });

  test("gives headings with their plain titles, and images after their text", () => {
    const builder = createMarkdownBuilder();
    readHtml('<h2>a <b>b</b> <a href="http://x">c</a></h2><p><img src="image 1" alt="d">e', builder);
    const pieces: readonly MarkdownPiece[] = [
      { type: "heading", level: 2, title: "a b c", markdown: "## a b [c](http://x)\n" },
      { type: "text", markdown: "![d](image 1)e\n" },
      { type: "image", source: "image 1", alt: "d" },
    ];
    expect(builder.end()).toEqual(pieces);
  });

  test.for([
    ["a line break", "<h1>Sync<br>server</h1>", "Sync server", "# Sync server\n"],
    ["blocks", "<h1><div>Sync</div><div>server</div></h1>", "Sync server", undefined],
    ["an image", '<h1>Sync <img src="image 1" alt="a logo"></h1>', "Sync", "# Sync ![a logo](image 1)\n"],
    ["only an image", '<h1><img src="image 1" alt="A logo"></h1>', "A logo", "# ![A logo](image 1)\n"],
  ] as const)("separates the words of a title with %s", ([, html, title, markdown]) => {
    const builder = createMarkdownBuilder();
    readHtml(html, builder);
    const [heading] = builder.end();
    expect(heading).toMatchObject({
      type: "heading",
      level: 1,
      title,
      ...(markdown === undefined ? {} : { markdown }),
    });
  });

  test("takes an image without text as a paragraph, not as a heading", () => {
    const builder = createMarkdownBuilder();
    readHtml('<h1><img src="image 1"></h1><p>a', builder);
    expect(builder.end()).toEqual([
      { type: "text", markdown: "![](image 1)\n" },
      { type: "image", source: "image 1", alt: "" },
      { type: "text", markdown: "a\n" },
    ]);
  });

  test("takes a price between dollar signs as a heading", () => {
    const builder = createMarkdownBuilder();
    readHtml("<h2>$5 to 10$</h2>", builder);
    expect(builder.end()).toMatchObject([{ type: "heading", title: "$5 to 10$" }]);
  });

  test.for(["$$F=ma$$", "$a$ $b$"])("takes %s as a paragraph", (markdown) => {
    const builder = createMarkdownBuilder();
    builder.open("h2", new Map());
    for (const formula of markdown.split(" ")) {
      builder.text(" ");
      builder.raw(formula);
    }
    builder.close("h2");
    expect(builder.end()).toMatchObject([{ type: "text", markdown: `${markdown}\n` }]);
  });

  test("takes a formula alone as a paragraph, not as a heading", () => {
    const builder = createMarkdownBuilder();
    for (const words of ["", "Newton: "]) {
      builder.open("h2", new Map());
      builder.text(words);
      builder.raw("$F=ma$");
      builder.close("h2");
    }
    expect(builder.end()).toEqual([
      { type: "text", markdown: "$F=ma$\n" },
      { type: "heading", level: 2, title: "Newton: $F=ma$", markdown: "## Newton: $F=ma$\n" },
    ]);
  });

  test("takes Markdown as it is", () => {
    const builder = createMarkdownBuilder();
    builder.text("a ");
    builder.raw("[^1]");
    builder.text(" b");
    expect(builder.end()).toEqual([{ type: "text", markdown: "a [^1] b\n" }]);
  });

  test("gives the same in pieces as at once", () => {
    const parts = fc.constantFrom(
      "<p>a</p>",
      "<h1>b</h1>",
      "<ul><li>c</li></ul>",
      "<table><tr><td>d</td><td>e</td></tr></table>",
      "<pre>f</pre>",
      "g",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (html) => {
        const inPieces = createMarkdownBuilder();
        const pieces = html.flatMap((part) => {
          readHtml(part, inPieces);
          return inPieces.take();
        });
        const texts = [...pieces, ...inPieces.end()].flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []));
        expect(texts.join("\n").replace(/\n$/, "")).toBe(convert(html.join("")));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

test.for([
  "<blockquote>",
  "<table><tr><td>a<td>",
  "<ul><li>a",
  "<sup>",
  "<pre>",
  "<h1>",
  "<code>",
  "<table>",
  "<li><p>a",
  "<th rowspan=65000 colspan=999>a",
])("goes through 50 000 times %s in a length that is bounded", (piece) => {
  expect(convert(`start ${piece.repeat(50_000)}`).length).toBeLessThan(50_000 * 80);
});

test.for<readonly [string, string, string]>([
  ["12", "¹²", "₁₂"],
  ["-1", "⁻¹", "₋₁"],
  ["k", "^k", "_k"],
  ["[1]", "[1]", "[1]"],
  ["th", "th", "_{th}"],
  ["ASME", "ASME", "_{ASME}"],
  [",", ",", ","],
  ["E", "E", "E"],
  ["e", "e", "_e"],
  ["", "", ""],
])("raises and lowers %s", ([text, raised, lowered]) => {
  expect([raisedText(text), loweredText(text)]).toEqual([raised, lowered]);
});
