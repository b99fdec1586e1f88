// The pages of layouts.mjs: some are written here, of the prose of this repository's documents, and some are files of the
// corpus, which is no part of this repository.
import { readFileSync } from "node:fs";

/** The prose of a document, without the marks of Markdown. */
function prose(name, characters) {
  const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
  return text
    .replaceAll(/[<>&|`#*[\]]/g, " ")
    .replaceAll(/\s+/g, " ")
    .slice(0, characters);
}

const paragraphs = `<p>${prose("security", 5200)}</p><p>${prose("architecture", 4200)}</p>`;

const rows = Array.from({ length: 24 }, (_, at) => {
  const row = at + 1;
  const price = `${(row * 311) % 97}.${((row * 7) % 90) + 10}`;
  const cells = [`PX-${1000 + row * 37}`, `Bearing ${row} mm`, ((row * 7) % 13) + 1, price, `${(row * 17) % 29} days`];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
});

function page(style, body, language = "en") {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${style}</style>${body}</html>`;
}

function columns(count) {
  const style = `@page{size:A4;margin:18mm}body{font:10pt "Liberation Serif"}div{columns:${count};column-gap:7mm;text-align:justify;hyphens:auto}`;
  return page(style, `<h1>The reader in ${count} columns</h1><div>${paragraphs}</div>`);
}

function table(cellStyle) {
  const style = `@page{size:A4;margin:18mm}body{font:10pt "Liberation Sans"}table{border-collapse:collapse;width:100%}td,th{padding:3px;text-align:left;${cellStyle}}`;
  const head = "<tr><th>Part</th><th>Name</th><th>Count</th><th>Price</th><th>Delivery</th></tr>";
  return page(
    style,
    `<h2>Stock list of the western depot</h2><table>${head}${rows.join("")}</table><p>Prices in pounds without tax.</p>`,
  );
}

const poster = page(
  `@page{size:A4;margin:0}body{margin:0;background:#ffd9a0;font:14pt "Liberation Sans";-webkit-print-color-adjust:exact}.a{background:#15406a;color:#fff;padding:30px;font-size:60pt;font-weight:bold}.b{background:#c33;color:#ff0;padding:20px;font-size:28pt}.c{padding:30px}`,
  `<div class="a">Harbour Festival</div><div class="b">Saturday 14 June, from 10 o'clock</div><div class="c"><p>Boats, music and food along the quay. Admission is free for children below twelve; adults pay five pounds.</p><p>Ferries leave every twenty minutes from the north pier.</p></div><div class="b">Tickets: 0161 496 0182</div>`,
);

const german = page(
  `@page{size:A4;margin:20mm}body{font:11pt "Liberation Serif"}`,
  `<h2>Über die Prüfung großer Straßenbrücken</h2><p>Während der jährlichen Überprüfung wurden an der größeren Brücke mehrere Risse entdeckt. Die Behörde für Verkehr äußerte sich zunächst nicht. Schließlich erklärte ein Sprecher, daß die Maßnahmen im März begännen und bis Spätsommer dauern würden.</p><p>Anwohner beklagen Lärm, Schmutz und überfüllte Züge; die Bürgermeisterin kündigte zusätzliche Busse an. Für Fußgänger bleibt der südliche Weg geöffnet. Die Kosten betragen höchstens 12,5 Millionen Euro.</p><p>The second lane stays open. Weitere Auskünfte erteilt das Bürgerbüro, Königsallee 7, 40212 Düsseldorf.</p>`,
  "de",
);

function small(points) {
  return page(`@page{size:A4;margin:15mm}body{font:${points}pt "Liberation Sans"}`, paragraphs);
}

/** HTML that is printed, by name. */
export const written = {
  columns2: columns(2),
  columns3: columns(3),
  small7: small(7),
  small6: small(6),
  a3: page(`@page{size:A3;margin:20mm}body{font:12pt "Liberation Serif"}`, `<h1>A poster page</h1>${paragraphs}`),
  poster,
  table: table("border:1px solid #000"),
  tablePlain: table(""),
  german,
};

/** PDF files with text in the corpus, of which the first page is taken. */
export const collected = {
  paper: "docling-project+docling/tests/data/pdf/sources/2305.03393v1-pg9.pdf",
  handbook: "docling-project+docling/tests/data/pdf/sources/amt_handbook_sample.pdf",
  form: "apache+tika/tika-parsers/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-pdf-module/src/test/resources/test-documents/testPDF_XFA_govdocs1_258578.pdf",
  receipt: "microsoft+markitdown/packages/markitdown/tests/test_files/RECEIPT-2024-TXN-98765_retail_purchase.pdf",
  booking: "microsoft+markitdown/packages/markitdown/tests/test_files/movie-theater-booking-2024.pdf",
};
