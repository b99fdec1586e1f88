import { readFileSync } from "node:fs";
import { anthropic } from "@reader/core";
import { concat, mockContext } from "@reader/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fb2, mobi, xps } from "../src/index.ts";
import { readHeader } from "../src/mobi/book-header.ts";
import { openDatabase } from "../src/mobi/palm-database.ts";
import { readPageElements } from "../src/xps/page-elements.ts";
import { fixtureFiles } from "./fixture-files.ts";
import { cdicRecord, databaseOf, huffRecord, longs, makeMobi } from "./make-mobi.ts";
import { line, makeXps, xpsParts } from "./make-xps.ts";
import { greyPng } from "./support/grey-png.ts";
import { readBytes, type Reading } from "./support/read-bytes.ts";
import { zipOf } from "./support/zip-of.ts";

type Wish = Parameters<typeof readBytes>[2];

const readMobi = (bytes: Uint8Array, wish: Wish = {}): Promise<Reading> =>
  readBytes(mobi(), bytes, { name: "book.mobi", ...wish });
const readXps = (bytes: Uint8Array, wish: Wish = {}): Promise<Reading> =>
  readBytes(xps(), bytes, { name: "paper.xps", ...wish });
const readFb2 = (xml: string, wish: Wish = {}): Promise<Reading> =>
  readBytes(fb2(), new TextEncoder().encode(xml), { name: "book.fb2", ...wish });

const small = { ...mockContext().budget, maxInflatedBytes: 1024 * 1024 };

/** Replaces the two Huffman tables of a book. */
function withTables(phrases: Uint8Array, text: readonly number[]): Uint8Array {
  const header = new Uint8Array(248);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode("MOBI"), 16);
  view.setUint16(0, 17_480);
  view.setUint16(8, 1);
  for (const [at, value] of [
    [20, 232],
    [28, 65_001],
    [36, 6],
    [108, 4],
    [112, 2],
    [116, 2],
  ] as const) {
    view.setUint32(at, value);
  }
  return databaseOf([header, Uint8Array.from(text), huffRecord(), phrases]);
}

describe("books of Mobipocket that mean harm", () => {
  test("may have phrases that contain themselves", async () => {
    const loop = { bytes: Uint8Array.of(255), isPlain: false };
    expect((await readMobi(withTables(cdicRecord([loop]), [255]))).error).toMatch(
      /^corrupt: .*phrase that does not exist/,
    );
  });

  test("may double each phrase, which ends at the size of a record", async () => {
    const word = { bytes: new TextEncoder().encode("bees "), isPlain: true };
    const doubled = Array.from({ length: 30 }, (_, index) => ({
      bytes: Uint8Array.of(255 - index, 255 - index),
      isPlain: false,
    }));
    const error = (await readMobi(withTables(cdicRecord([word, ...doubled]), [255 - 30]))).error ?? "";
    expect(error).toMatch(/^corrupt: .*unpacks to too many bytes/);
  });

  test("may have phrases that share their bytes, and make work but no text", async () => {
    const count = 300;
    const offsets = new Uint8Array(count * 2);
    const view = new DataView(offsets.buffer);
    // The first phrase is empty, and each other one is 32 000 times the first.
    for (let index = 0; index < count; index += 1)
      view.setUint16(index * 2, index === 0 ? offsets.length : offsets.length + 2);
    const shared = concat([Uint8Array.of(0x80, 0, 32_000 >> 8, 32_000 & 0xff), new Uint8Array(32_000).fill(255)]);
    const phrases = concat([new TextEncoder().encode("CDIC"), longs(16, count, 10), offsets, shared]);
    const text = Array.from({ length: count - 1 }, (_, index) =>
      index < 254 ? [254 - index] : [0, 509 - index],
    ).flat();
    expect((await readMobi(withTables(phrases, text))).error).toMatch(/^corrupt: .*phrases unpack to too many bytes/);
  });

  test("may have records of codes for nothing", async () => {
    const nothing = cdicRecord([{ bytes: new Uint8Array(), isPlain: true }]);
    const text = Array.from({ length: 70_000 }, () => 255);
    expect((await readMobi(withTables(nothing, text))).error).toMatch(/^corrupt: .*record of text has too many bytes/);
  });

  test("may have codes that no table lists", async () => {
    expect((await readMobi(withTables(cdicRecord([]), [1, 2, 3]))).error).toMatch(/^corrupt: /);
  });

  test("may claim any number of records, and any offsets", async () => {
    const bytes = makeMobi({ html: "<p>Bees.</p>" });
    const view = new DataView(bytes.buffer);
    view.setUint16(76, 0xffff);
    expect((await readMobi(bytes)).error).toMatch(/^corrupt: /);
    view.setUint32(78, 0xffff_fff0);
    expect((await readMobi(bytes)).error).toMatch(/^corrupt: /);
  });

  test("may have a description of angle brackets without end", async () => {
    const long = "<".repeat(20_000);
    const { text } = await readMobi(makeMobi({ html: "<p>x</p>", metadata: [[103, `If 2 < 3 <i>bees</i> ${long}`]] }));
    expect(text).toContain("Description: If 2 < 3 bees <<<");
    const header = readHeader(openDatabase(makeMobi({ html: "x", metadata: [[103, long]] }), "a.mobi"), "a.mobi");
    expect(header.metadata.get(103)?.map(({ length }) => length)).toEqual([16 * 1024]);
  });

  test("say what is missing if they are cut off", async () => {
    const bytes = makeMobi({ html: `<p>${"bees ".repeat(5000)}</p>` });
    const { notices, text } = await readMobi(bytes.subarray(0, bytes.length / 2));
    expect(text).toContain("bees bees");
    expect(notices).toEqual([expect.stringMatching(/^The book is damaged or cut off: it states 25007 bytes of text/)]);
  });

  test("end at the budget of the file", async () => {
    const html = `<p>${"bees ".repeat(500_000)}</p>`;
    expect((await readMobi(makeMobi({ html }), { budget: small })).error).toMatch(/^too-large: /);
  });

  test("have an index that leads into itself, and texts without end", async () => {
    const index = concat([new TextEncoder().encode("INDX"), longs(192, 0, 0, 0, 24, 0xffff_ffff), new Uint8Array(200)]);
    const bytes = makeMobi({ html: "<p>Bees.</p>", images: [index] });
    const start = new DataView(bytes.buffer).getUint32(78);
    new DataView(bytes.buffer).setUint32(start + 244, 2);
    expect((await readMobi(bytes)).text).toContain("Bees.");
  });

  test("may have a table of contents whose titles all point to one place, without a tag before it", async () => {
    const tags = concat([new TextEncoder().encode("TAGX"), longs(24, 1, 0x01_01_01_00, 0x03_01_02_00, 0x00_00_00_01)]);
    const header = new Uint8Array(192);
    header.set(new TextEncoder().encode("INDX"));
    for (const [at, value] of [
      [4, 192],
      [24, 1],
      [52, 1],
    ] as const) {
      new DataView(header.buffer).setUint32(at, value);
    }
    // Each entry: no name, both tags, position 127, text 0.
    const entry = Uint8Array.of(0, 3, 0xff, 0x80);
    const count = 20_000;
    const offsets = new Uint8Array(4 + count * 2);
    for (let index = 0; index < count; index += 1) new DataView(offsets.buffer).setUint16(4 + index * 2, 192);
    const records = new Uint8Array(192);
    records.set(new TextEncoder().encode("INDX"));
    new DataView(records.buffer).setUint32(20, 192 + entry.length);
    new DataView(records.buffer).setUint32(24, count);
    const texts = concat([Uint8Array.of(0x83), new TextEncoder().encode("One")]);
    const images = [concat([header, tags]), concat([records, entry, offsets]), texts];
    const bytes = makeMobi({ html: "bees ".repeat(200_000), images });
    const start = new DataView(bytes.buffer).getUint32(78);
    new DataView(bytes.buffer).setUint32(start + 244, new DataView(bytes.buffer).getUint16(76) - 3);
    const { text, error } = await readMobi(bytes, { select: "One" });
    expect(error).toBeUndefined();
    expect(text).toContain("[section 1 · One]");
  });

  test("say that they are locked", async () => {
    expect((await readMobi(makeMobi({ html: "x", encryption: 1 }))).error).toMatch(/^encrypted: /);
  });
});

describe("XPS documents that mean harm", () => {
  test.for([
    [
      "pages that do not exist",
      { "Documents/1/FixedDoc.fdoc": '<FixedDocument><PageContent Source="../../../x"/></FixedDocument>' },
    ],
    ["a page with a document type", { "Documents/1/Pages/1.fpage": '<!DOCTYPE a [<!ENTITY b "c">]><FixedPage/>' }],
  ] as const)("may have %s", async ([, parts]) => {
    const { text } = await readXps(makeXps({ pages: [line("Bees", [96, 96])], parts }));
    expect(text).toContain("(this page is damaged and cannot be read)");
  });

  test("may place text and lines anywhere, and scale them to nothing and without end", async () => {
    const odd = [
      line("far", [1e300, -1e300]),
      `<Canvas RenderTransform="0,0,0,0,0,0">${line("none", [10, 10])}</Canvas>`,
      `<Canvas RenderTransform="1e308,0,0,1e308,0,0"><Canvas RenderTransform="1e308,0,0,1e308,0,0">${line("huge", [1, 1])}</Canvas></Canvas>`,
      '<Path Data="M 1,1 L" Fill="#000000"/><Path Data="H V L 9" Stroke="#000000" StrokeThickness="-9"/>',
      '<Glyphs UnicodeString="bad" FontRenderingEmSize="NaN" Indices="(9999:9999)1,2;;;,,,"/>',
      line("Bees", [96, 96]),
    ];
    expect((await readXps(makeXps({ pages: [odd.join("")] }))).text).toContain("Bees");
  });

  test("may have more text in one run than a page can have", () => {
    const page = `<FixedPage>${line("Bees", [96, 96])}${line("bees".repeat(500_000), [96, 120])}${line("fly", [96, 144])}</FixedPage>`;
    const { runs, isShortened } = readPageElements(new TextEncoder().encode(page), "1.fpage");
    expect(runs.map(({ attributes }) => attributes["UnicodeString"])).toEqual(["Bees"]);
    expect(isShortened).toBe(true);
  });

  test("end at the budget of the file", async () => {
    const page = `<FixedPage Width="1" Height="1">${" ".repeat(3_000_000)}</FixedPage>`;
    const { "Documents/1/Pages/1.fpage": _, ...parts } = xpsParts({ pages: [""] });
    const bytes = zipOf({ ...parts, "Documents/1/Pages/1.fpage": page }, "deflated");
    expect((await readXps(bytes, { budget: small })).error).toMatch(/^too-large: /);
  });
});

test("an image on many pages of an XPS document does not count on each against the budget", async () => {
  const image =
    '<Path Data="M 96,96 H 600 V 600 H 96 Z"><Path.Fill><ImageBrush ImageSource="/hive.png"/></Path.Fill></Path>';
  const parts = { "hive.png": concat([greyPng, new Uint8Array(300_000)]) };
  const bytes = makeXps({ pages: [image, image, image, image, image], parts });
  const { events, error } = await readXps(bytes, { budget: small, capabilities: anthropic });
  expect(error).toBeUndefined();
  expect(events.filter(({ type }) => type === "image")).toHaveLength(5);
});

describe("FictionBooks that mean harm", () => {
  const book = (body: string, rest = ""): string => `<FictionBook><body>${body}</body>${rest}</FictionBook>`;

  test.for([
    ["another root", "<html><body>x</body></html>", /^corrupt: .*not the text of a FictionBook/],
    ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${book("<p>x</p>")}`, /^corrupt: /],
    ["sections without end", book("<section>".repeat(100_000)), /^corrupt: /],
  ] as const)("are refused with %s", async ([, xml, error]) => {
    expect((await readFb2(xml)).error).toMatch(error);
  });

  test("may have notes that cite themselves and each other", async () => {
    const cite = (id: string): string => `<a href="#${id}" type="note">[${id}]</a>`;
    const notes = `<body name="notes"><section id="a"><p>A ${cite("b")}</p></section><section id="b"><p>B ${cite("a")}</p></section></body>`;
    const { text } = await readFb2(book(`<p>x ${cite("a")} ${cite("b")} ${cite("a")}</p>`, notes));
    expect(text).toBe("x [^1] [^2] [a]\n\n[^1]: A [b]\n\n[^2]: B [a]\n");
  });

  test("have links to all places, but not to programs", async () => {
    const links = `<a href="c.pdf">a</a> <a href="ftp://x.example/">b</a> <a href="javascript:alert(1)">c</a>`;
    expect((await readFb2(book(`<p>${links}</p>`))).text).toBe("[a](c.pdf) [b](ftp://x.example/) c\n");
  });

  test("may have notes that only other notes cite, or none", async () => {
    const notes = [
      `<section id="n1"><title><p>1</p></title><p>One, see <a href="#n2" type="note">2</a></p></section>`,
      `<section id="n2"><title><p>2</p></title><p>Two</p></section>`,
      `<section><p>Without a name</p><section id="n3"><title><p>3</p></title><p>Three, see <a href="#n2">2</a></p></section></section>`,
    ];
    const bodies = `<body name="notes"><title><p>Remarks</p></title>${notes.join("")}</body><body name="comments"><title><p>Empty</p></title></body>`;
    const { text } = await readFb2(book('<p>x <a href="#n1" type="note">1</a></p>', bodies));
    expect(text).toBe(
      "x [^1]\n\n[^1]: One, see 2\n[section 1 · Remarks]\n# Remarks\n\n2\n\nTwo\n\nWithout a name\n\n3\n\nThree, see 2\n",
    );
  });

  test("are read up to the fault if they are damaged", async () => {
    const xml = "<FictionBook><body><section><title><p>One</p></title><p>Bees.</p><p";
    const { notices, text } = await readFb2(xml);
    expect(text).toBe("[section 1 · One]\n# One\n\nBees.\n");
    expect(notices).toEqual(["The book is damaged: what comes after the last text here is missing."]);
  });

  test("may have images that are none", async () => {
    const xml = book('<p>x<image href="#i"/><image href="#gone"/></p>', '<binary id="i">!!!!</binary>');
    const { notices, text } = await readFb2(xml, { capabilities: anthropic });
    expect(text).toContain("x");
    expect(notices.join(" ")).toContain("2 images of the document could not be found");
  });
});

const samples = Object.entries(fixtureFiles).filter(([path]) => /\.(?:mobi|azw|prc|fbz|fb2|o?xps)$/.test(path));
const calibre = readFileSync(new URL("../../../fixtures/mobi/calibre-azw3/input.azw3", import.meta.url));

test("damage gives text or a typed error, never a fault", async () => {
  const handlers = [
    [/\.(?:mobi|azw3?|prc)$/, mobi()],
    [/\.(?:fbz|fb2)$/, fb2()],
    [/xps$/, xps()],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples, ["mobi/x.azw3", calibre] as const),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      async ([path, content], changes) => {
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
        for (const [at, value] of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
        const handler = handlers.find(([pattern]) => pattern.test(path))?.[1] ?? mobi();
        // Throws for anything but a typed error.
        const { error } = await readBytes(handler, bytes, { name: path });
        expect(error ?? "").not.toMatch(/^handler-failed/);
      },
    ),
    { seed: 9, numRuns: 300 },
  );
});
