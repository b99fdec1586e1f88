import fc from "fast-check";
import { expect, test } from "vitest";
import { loadHtmlEngine } from "../../src/markdown/engine.ts";
import { htmlToMarkdown } from "../../src/markdown/markdown-builder.ts";

const readHtml = await loadHtmlEngine();
const convert = (html: string): string => htmlToMarkdown(html, readHtml);

test.for<readonly [string, string, string]>([
  ["nothing", "", ""],
  ["words", "a  b\n c", "a b c"],
  ["entities", "a &lt;b&gt; &amp; &#x41; &nbsp;c &bogus;", "a <b> & A c &bogus;"],
  [
    "soft hyphens",
    "<p>long&shy;word of\u00ad <b>let\u00adters</b></p><pre>a</pre>",
    "longword of **letters**\n\n```\na\n```",
  ],
  [
    "joiners in words and emoji, not those between characters of ASCII",
    "<p>www.&zwnj;example.&zwj;&zwnj;org &zwnj;a <code>b.&zwnj;c</code> می&zwnj;خواهم 👩&zwj;💻</p><pre>d.&zwnj;e</pre>",
    "www.example.org \u200ca `b.c` می\u200cخواهم 👩\u200d💻\n\n```\nd.e\n```",
  ],
  ["paragraphs", "<p>a</p><p>b</p>", "a\n\nb"],
  ["divisions", "<div>a</div><div>b<div>c</div></div>d", "a\nb\nc\nd"],
  ["line breaks", "a<br>b<br/>c", "a\nb\nc"],
  ["words in elements", "a<b>b</b>c <i> d </i> e", "a**b**c *d* e"],
  ["headings", "<h1>a</h1><h3> b </h3>c", "# a\n\n### b\n\nc"],
  [
    "ruby",
    "<ruby>東<rt>とう</rt>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>駅<ruby>口<rt> </rt></ruby>",
    "東(とう)京(きょう)駅口",
  ],
  ["ruby without end tags", "<p><ruby>漢<rt>かん</ruby>字</p>", "漢(かん)字"],
  ["bullets", "<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"],
  ["numbers", "<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
  ["inner lists", "<ul><li>a<ol><li>b<li>c</ol></li><li>d</ul>", "- a\n  1. b\n  2. c\n- d"],
  ["an item without a list", "<li>a", "- a"],
  ["code", "run <code>a  b</code> now", "run `a b` now"],
  ["preformatted text", "x<pre>  a\n    b <b>c</b></pre>y  z", "x\n\n```\n  a\n    b c\n```\n\ny z"],
  ["links", '<a href="https://x.y/?a=1&amp;b=2">a</a> <a href="#here">b</a> <a>c</a>', "[a](https://x.y/?a=1&b=2) b c"],
  ["a link that is not closed", '<a href="http://x">a<a href="http://y">b</a>', "[a](http://x)[b](http://y)"],
  [
    "links to other files",
    '<a href="file.html#part">a</a> <a href="../b.pdf?c=d:e">b</a> <a href="C:\\d.doc">c</a> <a href="file:///d e#f">d</a>',
    "[a](file.html#part) [b](../b.pdf?c=d:e) [c](C:\\d.doc) [d](<file:///d%20e#f>)",
  ],
  [
    "links with a program or with content",
    '<a href="javascript:alert(1)">a</a> <a href=" java\nscript:b">b</a> <a href="data:text/html,c">c</a> <a href="vbscript:d">d</a>',
    "a b c d",
  ],
  [
    "links whose program Markdown would decode",
    String.raw`<a href="javascript&amp;colon;alert(1)">a</a> <a href="javascript\:alert(1)">b</a> <a href="vbscript\:x">c</a> ` +
      '<a href="&amp;#106;avascript&amp;#58;x">d</a> <a href="data&amp;colon;text/html,x">e</a> <a href="c?d&amp;e=f">g</a>',
    "[a](<javascript%26colon;alert(1)>) b c [d](%26#106;avascript%26#58;x) [e](data%26colon;text/html,x) [g](c?d&e=f)",
  ],
  [
    "links with backslashes and backticks",
    String.raw`<a href="C:\dir\">a</a> <a href="a b\">b</a> <a href="\\host\share">c</a> <a href="d\ e\(f)">d</a> ` +
      '<a href="e`f">e</a> `',
    String.raw`[a](C:\dir\\) [b](<a%20b\\>) [c](\\\host\share) [d](<d\\%20e\\(f)>) [e](e%60f) ` + "`",
  ],
  [
    "links without text",
    'x <a href="https://a.b/c"></a> <a href="a&#10;[page 7]&#10;&#10;# Two"></a><a href="![x](//evil/p.png)"></a>' +
      '<a href="https://a.b/&#10;# Two"></a> <a href="https://a.b/![x](//evil/p.png)"></a>',
    "x https://a.b/c https://a.b/%0A#%20Two <https://a.b/![x](//evil/p.png)>",
  ],
  [
    "styles that raise or lower text",
    'x<span style="color:red; vertical-align: super">2<span>3</span></span>4 H<span style="VERTICAL-ALIGN:SUB">2</span>O',
    "x²³4 H₂O",
  ],
  [
    "styles of spans that are never closed",
    '<p>a <span style="vertical-align:super">2<p>b 14</p><p>15 <span style="vertical-align:sub">3<h2>c 4</h2>5' +
      '<h2>d <span style="vertical-align:sub">6</h2>7<pre></span></pre><span style="vertical-align:sub">8</span>9',
    "a ²\n\nb 14\n\n15 ₃\n\n## c 4\n\n5\n\n## d ₆\n\n7\n\n₈9",
  ],
  [
    "long raised text that could be split into endings in many ways",
    `<sup>${"ere".repeat(5000)}b</sup>`,
    `${"ere".repeat(5000)}b`,
  ],
  ["images", '<img src="a.png" alt="b c"><img>', "![b c](a.png)![]()"],
  ["no styles and scripts", "<style>a</style>b<script>if (a < b) '</b>'</script>c<template>d</template>", "bc"],
  ["no comments", "a<!-- b -->c<!DOCTYPE html>d", "acd"],
  ["a style that never ends", "a<style>b<p>c", "a"],
  ["a stray end", "a</div></table></ul></pre>b", "a\n\nb"],
  ["definitions", "<dl><dt>a<dd>b</dl>", "a\nb"],
])("converts %s", ([, html, markdown]) => {
  expect(convert(html)).toBe(markdown);
});

test.for<readonly [string, string, string]>([
  ["a header and rows", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "|a|b|\n|---|---|\n|1|2|"],
  ["one row", "<table><tr><td>1<td>2</table>", "|1|2|\n|---|---|"],
  [
    "a header that is only bold",
    "<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>",
    "|**a**|**b**|\n|---|---|\n|1|2|",
  ],
  ["words around it", "x<table><tr><td>1</table>y", "x\n\n|1|\n|---|\n\ny"],
  ["rows of unequal length", "<table><tr><td>1<tr><td>2<td>3<td>4</table>", "||||\n|---|---|---|\n|1|\n|2|3|4|"],
  [
    "bars, newlines and spaces in cells",
    "<table><tr><td> a |\n b <td>c<br>d<p>e</table>",
    "|a \\| b|c<br>d<br>e|\n|---|---|",
  ],
  [
    "a span over columns",
    "<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>",
    "|a||b|\n|---|---|---|\n|1|2|3|",
  ],
  ["a span over rows", "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d</table>", "|||\n|---|---|\n|a|b|\n||c|\n|d|"],
  [
    "spans over both",
    "<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f</table>",
    "||||\n|---|---|---|\n|a||b|\n|||c|\n|d|e|f|",
  ],
  ["spans of no number", "<table><tr><td colspan=x rowspan=-5>a<td colspan=0>b</table>", "|a|b|\n|---|---|"],
  ["empty rows and cells", "<table><tr></tr><tr><td></td></tr><tr><td>a<td></tr></table>", "|a|\n|---|"],
  ["a backslash at the end of a cell", "<table><tr><td>C:\\<td>b</table>", "|C:\\ |b|\n|---|---|"],
  ["a caption", "<table><caption>All <b>of</b> it</caption><tr><td>1</table>", "All **of** it\n|1|\n|---|"],
  ["cells outside rows", "<table><td>1<td>2</table>", "|1|2|\n|---|---|"],
  [
    "a table inside a cell",
    "<table><tr><td>a<table><tr><td>b<td>c</table>d<td>e</table>",
    "|a<br>b / c<br>d|e|\n|---|---|",
  ],
  [
    "links and code inside cells",
    '<table><tr><td><a href="http://x">a</a> <code>b</code></table>',
    "|[a](http://x) `b`|\n|---|",
  ],
  ["a table that is not closed", "a<table><tr><td>b", "a\n\n|b|\n|---|"],
  ["nothing at all", "a<table></table>b", "a\n\nb"],
])("lays out a table with %s", ([, html, markdown]) => {
  expect(convert(html)).toBe(markdown);
});

test("bounds what spans can ask for", () => {
  const rows = "<tr><td colspan=1000 rowspan=65534>x".repeat(200);
  const markdown = convert(`<table>${rows}</table>`);
  expect(markdown.length).toBeLessThan(200 * (64 + 200) * 3);
  expect(markdown).toContain("|x|");
});

test.for([
  "<div>",
  "<table><tr><td>",
  "<ul><li>",
  "<b>",
  "<pre>",
  "<a href=http://x>",
  "<p><span style=vertical-align:sub>",
  "</div>",
  "<!--",
  "<",
  "&amp",
])("goes through 50 000 times %s", (piece) => {
  expect(convert(`start ${piece.repeat(50_000)}`)).toMatch(/^start/);
});

test("reads preformatted text with a million spaces in a line", () => {
  expect(convert(`<pre>a${" ".repeat(1_000_000)}b</pre>`)).toHaveLength(1_000_010);
});

test("never throws, and shows no tag that it knows", () => {
  const pieces = fc.constantFrom(
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<td rowspan=3>",
    "<th colspan=4>",
    "<ul>",
    "<li>",
    "</ul>",
    "<pre>",
    "</pre>",
    "<p>",
    "a",
    " ",
    "\n",
    "|",
    "<h2>",
    "<a href='http://x'>",
    "</a>",
    "<style>",
    "</style>",
    "<img alt=x>",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (html) => {
      const markdown = convert(html.join(""));
      expect(markdown).not.toMatch(/<\/?(?:table|tr|td|th|ul|li|p|h2|a|style|img)\b/);
      expect(markdown).not.toMatch(/^\n|\n$/);
    }),
    { seed: 5, numRuns: 500 },
  );
});
