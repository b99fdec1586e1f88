import { Buffer } from "node:buffer";
import { greyPng } from "./support/grey-png.ts";
import { zipOf } from "./support/zip-of.ts";
import { makeMobi } from "./make-mobi.ts";
import { line, makeXps, ruledTable, xpsParts } from "./make-xps.ts";

const picture = greyPng;

/** A book as authors of FB2 write it: every element, notes, comments, and faults that programs leave in. */
const fb2 = `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description>
 <title-info>
  <genre>nonfiction</genre>
  <author><first-name>Ada</first-name><middle-name>B.</middle-name><last-name>Østergård</last-name></author>
  <author><nickname>grace</nickname></author>
  <book-title>Bees &amp; Hives</book-title>
  <annotation><p>A short book.</p><p>About bees.</p></annotation>
  <keywords>bees, honey</keywords>
  <date value="2024-05-01">May 2024</date>
  <coverpage><image l:href="#cover.png"/></coverpage>
  <lang>en</lang>
  <sequence name="Small animals" number="3"/>
 </title-info>
 <publish-info><publisher>Hive Press</publisher><year>2025</year></publish-info>
</description>
<body>
 <title><p>Ada Østergård</p><p>Bees &amp; Hives</p></title>
 <epigraph><p>Busy.</p><text-author>A proverb</text-author></epigraph>
 <section id="s1">
  <title><p>Part one</p></title>
  <section>
   <title><p>Chapter 1</p><empty-line/><p>The hive</p></title>
   <p>Bees live in <strong>hives</strong>, and <emphasis>many</emphasis> are workers.<a l:href="#n1" type="note">[1]</a> Salt & pepper are not < honey.&nbsp;See <a l:href="#s2">part two</a> and <a l:href="https://example.org/">the site</a>.</p>
   <image l:href="#hive.png" alt="A hive"/>
   <subtitle>* * *</subtitle>
   <poem><title><p>Song</p></title><stanza><v>Buzz, buzz,</v><v>all day.</v></stanza><text-author>A bee</text-author></poem>
   <cite><p>It is so.</p><text-author>Bob</text-author></cite>
   <p><code>let hives = 12;</code></p>
   <table><tr><th>Month</th><th>Hives</th></tr><tr><td>May</td><td>H<sub>2</sub>O, m<sup>2</sup></td></tr><tr><td colspan="2">both</td></tr></table>
  </section>
 </section>
 <section id="s2"><title><p>Part two</p></title><p>The end.<a l:href="#c1" type="note">*</a><a l:href="#n1" type="note">[1]</a></p></section>
</body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>In most months.</p><p>Not in winter.</p></section></body>
<body name="comments"><section id="c1"><p>A comment.</p></section></body>
<binary id="cover.png" content-type="image/png">${Buffer.from(picture).toString("base64")}</binary>
<binary id="hive.png" content-type="image/png">
${Buffer.from(picture).toString("base64").replace(/.{40}/g, "$&\n")}
</binary>
</FictionBook>
`;

const russian = `<?xml version="1.0" encoding="windows-1251"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><author><first-name>Ада</first-name></author><book-title>Пчёлы</book-title><lang>ru</lang></title-info></description><body><section><title><p>Глава 1</p></title><p>Пчёлы живут в ульях.</p></section></body></FictionBook>
`;

/** Encodes letters of Russian in Windows-1251. */
function windows1251(text: string): Uint8Array {
  const special: Readonly<Record<string, number>> = { Ё: 0xa8, ё: 0xb8 };
  const byteOf = (sign: string): number => {
    const code = sign.charCodeAt(0);
    return special[sign] ?? (code >= 0x410 ? code - 0x410 + 0xc0 : code);
  };
  return Uint8Array.from(Array.from(text, byteOf));
}

/** Some text with more than 255 different words, so that Huffman codes of both lengths are needed. */
const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
const html = `<html><head><guide></guide></head><body><h1>One</h1><p>Bees live in hives.</p><img recindex="00001" alt="A hive"/><mbp:pagebreak/><h1>Two</h1><p>${words}</p></body></html>`;

const shop = makeMobi({ html: "<p>Locked.</p>", encryption: 2, title: "Locked" });

const table = ruledTable(
  [
    ["Month", "Hives", "Honey"],
    ["May", "12", "30"],
    ["June", "15", "41"],
  ],
  400,
);
const body = [
  "Bees live in hives, and many of them are workers that carry nectar,",
  "pollen and water to the place where the others wait for it. They do",
  "this from May to September, and rest in winter.",
];
const paragraph = (y: number): string => body.map((words, index) => line(words, [96, y + index * 20])).join("");
const image = `<Path Data="M 96,600 L 496,600 L 496,800 L 96,800 Z"><Path.Fill><ImageBrush ImageSource="/Resources/hive.png" Viewbox="0,0,48,48" Viewport="96,600,400,200" TileMode="None" ViewboxUnits="Absolute" ViewportUnits="Absolute"/></Path.Fill></Path>`;
const fontLine = `<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="2,0,0,2,0,0"/></Canvas.RenderTransform><Glyphs FontUri="/Resources/11223344-5566-7788-99AA-BBCCDDEEFF00.odttf" OriginX="48" OriginY="60" FontRenderingEmSize="14" UnicodeString="THE HIVE" Indices="20;8;5;,60;8;9;22;5"/></Canvas>`;
const document = {
  pages: [
    `${fontLine}${paragraph(200)}${table}${image}`,
    `${line("The second page", [96, 120, 28])}${paragraph(200)}${line("{}{a brace}", [96, 300])}`,
    image,
  ],
  outline: [
    ["The hive", 1],
    ["The second page", 2],
  ],
  parts: { "Resources/hive.png": picture },
} as const;

/** The same document as a printer driver streams it: a page in two pieces. */
function inPieces(): Uint8Array {
  const { "Documents/1/Pages/2.fpage": page = "", ...parts } = xpsParts(document);
  const xml = String(page);
  return zipOf({
    ...parts,
    "Documents/1/Pages/2.fpage/[0].piece": xml.slice(0, 1000),
    "Documents/1/Pages/2.fpage/[1].last.piece": xml.slice(1000),
  });
}

/** The files of `fixtures` that this script writes, by their paths. */
export const fixtureFiles: Readonly<Record<string, Uint8Array | string>> = {
  "fb2/everything/input.fb2": fb2,
  "fb2/section-chosen/input.fb2": fb2,
  "fb2/section-chosen/request.json": '{ "select": "Part two" }\n',
  "fb2/windows-1251/input.fb2": windows1251(russian),
  "fb2/packed/input.fbz": zipOf({ "book.fb2": windows1251(russian), "readme.txt": "From a library." }),
  "fb2/broken/input.fb2": fb2.slice(0, 1800),
  "mobi/huffman/input.mobi": makeMobi({
    html,
    packing: "huffman",
    title: "Bees",
    metadata: [
      [100, "Ada Østergård"],
      [524, "en"],
    ],
    images: [picture],
  }),
  "mobi/copy-protected/input.azw": shop,
  "mobi/windows-1252/input.prc": makeMobi({ html: "<html><body><p>naïve façade</p></body></html>", codePage: 1252 }),
  "xps/three-pages/input.xps": makeXps(document),
  "xps/page-chosen/input.oxps": inPieces(),
  "xps/page-chosen/request.json": '{ "pages": "2" }\n',
  "xps/no-pages/input.xps": zipOf({ ...xpsParts({ pages: [] }) }),
};
