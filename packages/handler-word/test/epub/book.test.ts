import { readdirSync, readFileSync } from "node:fs";
import { anthropic, ReadError } from "@reader/core";
import { bitFlips, collect, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { epub } from "../../src/index.ts";
import { greyPng } from "../support/grey-images.ts";
import { readBytes } from "../support/read-bytes.ts";
import { zipOf, type Parts } from "../support/zip-of.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

interface MadeBook {
  /** Bodies of chapters, by their names. */
  readonly chapters: Readonly<Record<string, string>>;
  /** Their order; that of the names where not given. */
  readonly spine?: readonly string[];
  readonly description?: string;
  readonly parts?: Parts;
}

function makeBook({ chapters, spine = Object.keys(chapters), description = "", parts = {} }: MadeBook): Uint8Array {
  const items = Object.keys(chapters).map(
    (name) => `<opf:item id="${name}" href="text/${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const order = spine.map((name) => `<opf:itemref idref="${name}"/>`);
  const book = `<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd"><opf:package xmlns:opf="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><opf:metadata><dc:title>Bees</dc:title><dc:creator>Ada</dc:creator><dc:creator>Grace</dc:creator><dc:description>${description}</dc:description></opf:metadata><opf:manifest>${items.join("")}<opf:item id="toc" href="toc.xhtml" properties="nav" media-type="application/xhtml+xml"/></opf:manifest><opf:spine><opf:itemref idref="toc"/>${order.join("")}</opf:spine></opf:package>`;
  const texts = Object.entries(chapters).map(([name, body]): [string, string] => [`OPS/text/${name}.xhtml`, body]);
  return zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": container,
    "OPS/book.opf": book,
    "OPS/toc.xhtml": "<html><body><h1>Contents</h1></body></html>",
    ...Object.fromEntries(texts),
    ...parts,
  });
}

const encryption = (part: string): string =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${part}"/></enc:CipherData></enc:EncryptedData></encryption>`;

describe("a book", () => {
  test("is read in spine order, without its table of contents", async () => {
    const chapters = { last: "<h1>Last</h1><p>End.</p>", first: "<h1>First</h1><p>Start.</p>" };
    const { text } = await readBytes(epub(), makeBook({ chapters, spine: ["first", "last"] }));
    expect(text).toBe(
      "Title: Bees\nAuthor: Ada, Grace\n\n[section 1 · First]\n# First\n\nStart.\n[section 2 · Last]\n# Last\n\nEnd.\n",
    );
  });

  test("has the names of metadata that OEB writes with capitals", async () => {
    const metadata =
      '<metadata><dc-metadata xmlns:dc="http://purl.org/dc/elements/1.0/"><dc:Title>Wasps</dc:Title><dc:Creator>Mary</dc:Creator></dc-metadata></metadata>';
    const spine = '<spine><itemref idref="a"/></spine>';
    const manifest = '<manifest><item id="a" href="a.html" media-type="text/x-oeb1-document"/></manifest>';
    const parts = {
      "OPS/book.opf": `<package>${metadata}${manifest}${spine}</package>`,
      "OPS/a.html": "<html><body><p>x</p></body></html>",
    };
    const { text } = await readBytes(epub(), makeBook({ chapters: {}, parts }));
    expect(text).toContain("Title: Wasps\nAuthor: Mary\n");
  });

  test("has metadata once that are written in both cases", async () => {
    const metadata =
      '<metadata><dc:Title xmlns:dc="http://purl.org/dc/elements/1.0/">Bees</dc:Title><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">Bees</dc:title></metadata>';
    const spine = '<spine><itemref idref="a"/></spine>';
    const manifest = '<manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest>';
    const parts = {
      "OPS/book.opf": `<package>${metadata}${manifest}${spine}</package>`,
      "OPS/a.html": "<html><body><p>x</p></body></html>",
    };
    const { text } = await readBytes(epub(), makeBook({ chapters: {}, parts }));
    expect(text).toContain("Title: Bees\n");
  });

  test("has a description without its tags, but with other angle brackets", async () => {
    const description = "If 2 &lt; 3 bees &lt;i&gt;fly&lt;/i&gt;";
    const { text } = await readBytes(epub(), makeBook({ chapters: { a: "<p>x</p>" }, description }));
    expect(text).toContain("Description: If 2 < 3 bees fly\n");
  });

  test("marks what a style raises or lowers", async () => {
    const css =
      "p{margin:0} .up, span.note {font-size:.7em; vertical-align: super;} .down{position:relative;top:0.2em}";
    const body =
      '<p>x<span class="a up">2</span> H<span class="down">2</span>O, a<span class="note">1</span> ' +
      'n<span style="vertical-align:sub">i</span> <span class="b">3</span></p>';
    const { text } = await readBytes(epub(), makeBook({ chapters: { a: body }, parts: { "OPS/a.css": css } }));
    expect(text).toContain("x² H₂O, a¹ n_i 3\n");
  });

  test("is refused if a style sheet is larger than may be unpacked, and read if it is damaged", async () => {
    const css = new Uint8Array(100_000).fill(97);
    const book = makeBook({ chapters: { a: "<p>Here.</p>" }, parts: { "OPS/a.css": css } });
    const budget = { ...mockContext().budget, maxInflatedBytes: 50_000 };
    // Nothing is shown before the style sheet has been read.
    const { text, error } = await readBytes(epub(), book, { budget });
    expect([text, error]).toEqual(["", expect.stringMatching(/^too-large: /)]);
    book[Buffer.from(book).indexOf(css)] = 98;
    expect((await readBytes(epub(), book)).text).toContain("Here.");
  });

  test("shows links to files that are not part of it", async () => {
    const body =
      '<p><a href="b.xhtml#x">in</a> <a href="../files/c.pdf#y">beside</a> <a href="#z">here</a> <a href="https://d.e/">out</a></p>';
    const { text } = await readBytes(epub(), makeBook({ chapters: { a: body, b: "<p>b</p>" } }));
    expect(text).toContain("in [beside](../files/c.pdf#y) here [out](https://d.e/)\n");
  });

  test("keeps all text after self-closing elements", async () => {
    const body = '<html><head><title/><script src="a.js"/></head><body><p>One<i/> two<a id="x"/>.</p></body></html>';
    expect((await readBytes(epub(), makeBook({ chapters: { a: body } }))).text).toContain("One two.");
  });

  test("names images by their parts, and shows a cover inside an SVG drawing", async () => {
    const body = '<svg><image xlink:href="../images/cover%20page.jpg"/></svg><img src="data:image/png;base64,AAAA"/>';
    const { text } = await readBytes(epub(), makeBook({ chapters: { a: body } }));
    expect(text).toContain("(OPS/images/cover page.jpg)");
    expect(text).not.toContain("AAAA");
  });

  test("with a corrupt image shows the text and the other images", async () => {
    const body = '<img src="../images/broken.png"/><p>Here.</p><img src="../images/grey.png"/>';
    const parts = { "OPS/images/broken.png": new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]), "OPS/images/grey.png": greyPng };
    const bytes = makeBook({ chapters: { a: body }, parts });
    // The sum that stands in the directory is that of other bytes.
    const at = Buffer.from(bytes).indexOf(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));
    bytes[at] = 9;
    const { text, error } = await readBytes(epub(), bytes, { capabilities: anthropic });
    expect(error).toBeUndefined();
    expect(text).toContain("Here.");
    expect(text).toContain("(image/png)");
  });

  test("shows the selected section, and refuses an unknown one", async () => {
    const bytes = makeBook({ chapters: { a: "<h1>One</h1><p>1</p><h2>Sub</h2><p>2</p>", b: "<h1>Two</h1><p>3</p>" } });
    expect((await readBytes(epub(), bytes, { select: "one" })).text).toBe(
      "[section 1 · One]\n# One\n\n1\n[section 2 · Sub]\n## Sub\n\n2\n",
    );
    expect((await readBytes(epub(), bytes, { select: "Three" })).error).toContain("out-of-range");
  });

  test("with a missing or damaged chapter shows the others", async () => {
    const bytes = makeBook({ chapters: { a: "<p>Here.</p>" }, spine: ["a"] });
    const missing = makeBook({ chapters: { a: "<p>Here.</p>", b: "x" }, parts: { "META-INF/encryption.xml": "<" } });
    expect((await readBytes(epub(), bytes)).text).toContain("Here.");
    expect((await readBytes(epub(), missing)).text).toContain("Here.");
  });

  test("with encrypted fonts is read; with encrypted chapters it is refused", async () => {
    const chapters = { a: "<p>Here.</p>" };
    const of = (part: string): Uint8Array =>
      makeBook({ chapters, parts: { "META-INF/encryption.xml": encryption(part) } });
    expect((await readBytes(epub(), of("OPS/fonts/a.otf"))).text).toContain("Here.");
    expect((await readBytes(epub(), of("OPS/text/a.xhtml"))).error).toMatch(/^encrypted: The chapters of the book/);
  });

  test("without the part that lists its chapters is damaged", async () => {
    const bytes = zipOf({ mimetype: "application/epub+zip", "META-INF/container.xml": container });
    expect((await readBytes(epub(), bytes)).error).toMatch(/^corrupt: .* is not a complete EPUB book/);
  });
});

test("a damaged book gives a result or a typed error", async () => {
  const book = new Uint8Array(
    readFileSync(new URL("../../../../fixtures/epub/pandoc-book/input.epub", import.meta.url)),
  );
  for (const damaged of bitFlips(book, { count: 40, seed: 7 })) {
    const outcome = await collect(epub(), damaged).catch((error: unknown) => error);
    expect(outcome instanceof Error && !ReadError.is(outcome)).toBe(false);
  }
});

const documents = `${corpusPath}documents/`;

test.skipIf(!hasCorpus)(
  "every book of the corpus has words or a typed error (skipped without the corpus)",
  async () => {
    const names = readdirSync(documents, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".epub"),
    );
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const { text, error } = await readBytes(epub(), new Uint8Array(readFileSync(documents + name)), {
        name: "a.epub",
      });
      expect(error ?? text, name).not.toBe("");
    }
  },
);
