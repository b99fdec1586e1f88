import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { html } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

/** Reads one file in memory, and returns what a model sees. */
async function shown(name: string, content: string | Uint8Array, request: object = {}): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  const reader = createReader({ handlers: [html()], fileSystem, roots: ["/"] });
  return renderText(await reader.read({ path: name, ...request }));
}

const article = String(fixtureFiles["article/input.html"]);
const plain = "<!DOCTYPE html>\n<html>\n<body>\n<h1>Hello</h1>\n</body>\n</html>\n";

describe("a page without a mark of its origin", () => {
  test("is read as its source", async () => {
    expect(await shown("index.html", plain)).toContain("4\t<h1>Hello</h1>");
  });

  test("is a document on request", async () => {
    expect(await shown("index.html", plain, { view: "document" })).toContain("Hello");
    expect(await shown("index.html", plain, { view: "document" })).not.toContain("<h1>");
  });
});

describe("a page that names its address", () => {
  test("is a document, and says so", async () => {
    const text = await shown("page.html", article);
    expect(text).not.toContain("<p>");
    expect(text).toContain('view "text" its source');
  });

  test("is its source on request", async () => {
    expect(await shown("page.html", article, { view: "text" })).toContain("<h1>The mill turns again</h1>");
  });
});

test.for([
  ["Chromium, Edge and Internet Explorer", "<!-- saved from url=(0029)https://courier.example/mill -->"],
  ["SingleFile", "<!--\n Page saved with SingleFile \n url: https://courier.example/mill \n-->"],
  ["HTTrack", "<!-- Mirrored from courier.example/mill by HTTrack Website Copier/3.x -->"],
  ["monolith", "<!-- Saved from https://courier.example/ at 2026-05-04 using monolith v2.8.1 -->"],
  ["a server", '<link href="https://courier.example/mill" rel="canonical">'],
] as const)("the mark of %s is recognised", async ([, mark]) => {
  const page = `<!DOCTYPE html><html><head>${mark}</head><body><h1>Hello</h1></body></html>`;
  expect(await shown("page.html", page)).not.toContain("<h1>");
});

test.for([
  ["a template", '<link rel="canonical" href="https://courier.example/{{ page.path }}">'],
  ["the root of a site", '<link rel="canonical" href="https://courier.example/">'],
  ["a relative address", '<link rel="canonical" href="/mill">'],
  ["a style sheet", '<link rel="stylesheet" href="https://courier.example/a/b.css">'],
] as const)("%s is no mark", async ([, mark]) => {
  const page = `<!DOCTYPE html><html><head>${mark}</head><body><h1>Hello</h1></body></html>`;
  expect(await shown("page.html", page)).toContain("<h1>");
});

describe("hostile pages", () => {
  const page = (body: string): string => `<html><head><title>x</title></head><body>${body}</body></html>`;
  const request = { view: "document", limit: 20 };

  test.for([
    ["nested elements", page(`${"<div>".repeat(50_000)}the end`), "the end"],
    ["nested formatting that never closes", page(`${"<b><i><a href=x>".repeat(20_000)}the end`), "the end"],
    ["nested tables", page(`${"<table><tr><td>".repeat(20_000)}the end`), "the end"],
    ["many paragraphs", page("<p>word, word, and word</p>".repeat(100_000)), "word, word, and word"],
    ["a tag that never ends", page(`the end<p title="${"x".repeat(1_000_000)}`), "the end"],
    ["many attributes", page(`<p ${"a=b ".repeat(100_000)}>the end</p>`), "the end"],
    ["a frame set", "<html><frameset cols='1'><frame src='https://x.example/'></frameset></html>", "no text"],
  ] as const)("%s are read or named", async ([, content, words]) => {
    expect(await shown("x.html", content, request)).toContain(words);
  });

  test("scripts, styles, and addresses with programs are never shown", async () => {
    const body =
      '<script>steal()</script><style>p{}</style><p onclick="steal()">a <a href="javascript:steal()">b</a></p>';
    const text = await shown("x.html", page(body), { view: "document", select: "all" });
    expect(text).toContain("a b");
    expect(text).not.toContain("steal");
  });

  test("a link to the server ends the link before it", async () => {
    const body = '<p><a href="https://a.example/">first<a href="/x">second</a> third</p>';
    const text = await shown("x.html", page(body), { view: "document", select: "all" });
    expect(text).toContain("[first](https://a.example/)second third");
  });

  test("hidden text that is never closed does not hide the rest of the whole page", async () => {
    const body = '<p>first</p><div style="display:none">the end';
    expect(await shown("x.html", page(body), { view: "document", select: "all" })).toContain("the end");
  });

  test("embedded files do not appear as base64", async () => {
    const image = `<p>see <img alt="a square" src="data:image/png;base64,${"iVBORw0KGgo".repeat(10_000)}"></p>`;
    const text = await shown("x.html", page(image), { view: "document", select: "all" });
    expect(text).toContain("[image: a square]");
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100}/);
  });
});

describe("the main content", () => {
  const words = "The bridge over the river was closed for two weeks, because its bearings had to be replaced. ".repeat(
    4,
  );
  const page = (body: string): string =>
    `<!DOCTYPE html><html><head><title>x</title><link rel="canonical" href="https://example.org/news/x"></head><body>${body}</body></html>`;

  test("of a list of stories has their titles", async () => {
    const story = (index: number): string =>
      `<article class="teaser"><h3><a href="/${index}">Title of story ${index}</a></h3><p>What story ${index} is about, in a short sentence of its own, so that somebody may read on.</p></article>`;
    const stories = Array.from({ length: 12 }, (_, index) => story(index)).join("");
    expect(await shown("page.html", page(`<main>${stories}</main>`))).toContain("Title of story 7");
  });

  test("has the words of its sentences, whatever they link to", async () => {
    const other = '<p><a href="https://start.me/share/x">The list of bridges</a>: all of them.</p>';
    const sentence = '<p>Everybody may <a href="https://t.me/share?url=x">post this page</a> wherever they like.</p>';
    const text = await shown("page.html", page(`<article><p>${words}</p>${other}${sentence}<p>${words}</p></article>`));
    expect(text).toContain("The list of bridges");
    expect(text).toContain("post this page");
  });

  test("has a heading with bare text above or below a list of links", async () => {
    const links = '<ul><li><a href="/a">One story</a></li></ul>';
    const above = `<h2>Above</h2>Here is what was written about the bridge.${links}`;
    const below = `<h2>Below</h2>${links}There is more about the bridge.<h2>End</h2>`;
    const text = await shown("page.html", page(`<article><p>${words}</p>${above}${below}<p>${words}</p></article>`));
    expect(text).toContain("## Above\n");
    expect(text).toContain("## Below\n");
    expect(text).not.toContain("One story");
  });

  test("has no notice on cookies, no links to edit, no links to share and no heading without text", async () => {
    const heading = '<h2><span>History</span><span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>';
    const share = '<p>Whatever <a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a></p>';
    const contents = '<div><h2>In this article</h2><ul><li><a href="#a">History</a></li></ul></div>';
    const banner = '<div class="cookie-banner"><p>We use cookies.</p></div>';
    const body = `<article><p>${words}</p>${heading}<p>${words}</p>${share}${contents}${banner}</article>`;
    const text = await shown("page.html", page(body));
    expect(text).toContain("## History\n");
    expect(text).not.toMatch(/\[edit\]|We use cookies|Facebook|In this article/);
  });
});
