import { defaultBudget } from "@reader/core";
import { memorySource, mockContext } from "@reader/testkit";
import { expect, test, vi } from "vitest";
import { pdf } from "../../src/index.ts";
import { buildPdf, lines, type BuiltDocument } from "../pdf-builder.ts";

const page = { content: lines("A page of plain words.") };

async function factsOf(document: Partial<BuiltDocument>, documentTimeMs = 60_000): Promise<unknown> {
  const context = mockContext({ budget: { ...defaultBudget, documentTimeMs } });
  const source = memorySource("a.pdf", buildPdf({ pages: [page, page, page], ...document }));
  return (await pdf().info?.(source, context))?.facts;
}

test("returns the facts at hand if there is no time to look up more, and says so", async () => {
  const book = {
    info: "<< /Title (A Map) >>",
    catalog: "/Outlines 100 0 R",
    extra: ["<< /First 101 0 R /Last 101 0 R /Count 1 >>", "<< /Title (North) /Parent 100 0 R /Dest [12 0 R /Fit] >>"],
  };
  expect(await factsOf(book, 0)).toEqual({
    title: "A Map",
    pages: 3,
    pageSizes: ["210 × 297 mm (A4): 1"],
    pagesNotSeen: "2-3: their sizes, and files and scripts that belong to a single page, were not looked for",
    outline: [{ title: "North", depth: 1, page: 2 }],
    isTagged: false,
    text: "not looked at: that would take too long",
    version: "1.7",
  });
});

test("does not start a page whose content is too long for the remaining time", async () => {
  const map = { content: `${lines("A map.")} ${"0 0 m 9 9 l S ".repeat(10_000)}` };
  // A frozen clock, so that the speed of the machine does not matter.
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    expect(await factsOf({ pages: [page, map, page] }, 100)).toMatchObject({
      text: "1 of 1 pages looked at; more would take too long",
    });
  } finally {
    vi.useRealTimers();
  }
});

/** Returns an XMP property, as an attribute or an element. */
function withXmp(attributes: string, elements: string): Partial<BuiltDocument> {
  const data = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return { catalog: "/Metadata 100 0 R", extra: [{ dictionary: "/Type /Metadata /Subtype /XML", data }] };
}

test("returns values that are only in the XML metadata, in attributes or elements", async () => {
  const attributes = 'xmp:CreatorTool="Maker &amp; Co" xmp:CreateDate="2023-05-06T07:08:09+02:00"';
  const elements = [
    "<dc:description><rdf:Alt><rdf:li>About it</rdf:li></rdf:Alt></dc:description>",
    "<dc:subject><rdf:Bag><rdf:li>maps</rdf:li><rdf:li>seas</rdf:li></rdf:Bag></dc:subject>",
    "<dc:language><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:language>",
    "<xmp:ModifyDate>2024-01-02T03:04:05Z</xmp:ModifyDate><pdf:Producer>Press 1</pdf:Producer>",
  ];
  expect(await factsOf(withXmp(attributes, elements.join("")))).toMatchObject({
    subject: "About it",
    keywords: "maps, seas",
    application: "Maker & Co",
    producer: "Press 1",
    created: "2023-05-06T07:08:09+02:00",
    modified: "2024-01-02T03:04:05Z",
    language: "fr",
  });
});

test("ignores an invalid date in the XML metadata", async () => {
  expect(await factsOf(withXmp('xmp:CreateDate="some day"', ""))).not.toHaveProperty("created");
});

test("names the layers and says which are hidden", async () => {
  const catalog = "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [101 0 R] >> >>";
  const extra = ["<< /Type /OCG /Name (Roads) >>", "<< /Type /OCG /Name (Mines) >>"];
  expect(await factsOf({ catalog, extra })).toMatchObject({ layers: ["Mines (not shown)", "Roads"] });
});

test("reports a layer as hidden on screen if the layer itself says so", async () => {
  const catalog = "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [101 0 R] >> >>";
  const usage = (state: string): string => `/Usage << /View << /ViewState /${state} >> >>`;
  const extra = [`<< /Type /OCG /Name (Print) ${usage("OFF")} >>`, `<< /Type /OCG /Name (Roads) ${usage("ON")} >>`];
  expect(await factsOf({ catalog, extra })).toMatchObject({ layers: ["Print (not shown)", "Roads"] });
});

test("says which pages were not checked, and which sizes are too many to list", async () => {
  const pages = Array.from({ length: 2001 }, (_, at) => ({ mediaBox: `0 0 100 ${100 + 10 * Math.min(at, 30)}` }));
  const facts = await factsOf({ pages });
  expect(facts).toMatchObject({ pagesNotSeen: expect.stringMatching(/^2001: /u) });
  expect((facts as { readonly pageSizes: readonly string[] }).pageSizes.at(-1)).toBe("other sizes: 20-30");
});

test("returns the targets of bookmarks outside the document", async () => {
  const bookmark = (title: string, rest: string): string => `<< /Title (${title}) /Parent 100 0 R ${rest} >>`;
  const extra = [
    "<< /Type /Outlines /First 101 0 R /Last 103 0 R /Count 3 >>",
    bookmark("Here", "/Next 102 0 R /Dest [10 0 R /Fit]"),
    bookmark("Site", "/Prev 101 0 R /Next 103 0 R /A << /S /URI /URI (https://a.example/) >>"),
    bookmark("Nowhere", "/Prev 102 0 R"),
  ];
  expect(await factsOf({ pages: [{}], catalog: "/Outlines 100 0 R", extra })).toMatchObject({
    outline: [
      { title: "Here", depth: 1, page: 1 },
      { title: "Site", depth: 1, address: "https://a.example/" },
      { title: "Nowhere", depth: 1 },
    ],
  });
});

test("keeps the space between the prefix of a label and its number", async () => {
  const catalog = "/PageLabels << /Nums [0 << /P (Appendix ) /S /A >> 1 << /P (Cover ) >>] >>";
  const pages = [{}, {}];
  expect(await factsOf({ pages, catalog })).toMatchObject({ labels: ["page 1 is Appendix A", "page 2 is Cover"] });
});

test("lists form fields with their values, but no passwords", async () => {
  const extra = [
    "<< /T (person) /Kids [101 0 R 102 0 R] >>",
    "<< /T (name) /Parent 100 0 R /FT /Tx /V (Ada) >>",
    "<< /T (pin) /Parent 100 0 R /FT /Tx /Ff 8192 /V (1234) >>",
    "<< /T (agree) /FT /Btn /V /Off >>",
    "<< /T (country) /FT /Ch /Opt [[(de) (Germany)] [(fr) (France)]] /V (fr) >>",
    "<< /T (colours) /FT /Ch /Ff 2097152 /V [(red) (blue)] >>",
    "<< /T (size) /FT /Btn /Ff 32768 /V /Large >>",
    "<< /T (send) /FT /Btn /Ff 65536 >>",
    "<< /T (note) /FT /Tx >>",
    "<< /T (fish) /FT /Btn /Ff 32768 /V /1 /Opt [(Trout) (Salmon)] >>",
  ];
  const catalog = "/AcroForm << /Fields [100 0 R 103 0 R 104 0 R 105 0 R 106 0 R 107 0 R 108 0 R 109 0 R] >>";
  expect(await factsOf({ catalog, extra })).toMatchObject({
    form: { kind: "acroform", fields: 8, filled: 6 },
    formFields: [
      "person.name (text): Ada",
      "person.pin (text): (a password, not shown)",
      "agree (checkbox): no",
      "country (choice): France",
      "colours (choice): red, blue",
      "size (choice): Large",
      "note (text): (empty)",
      "fish (choice): Salmon",
    ],
  });
});
