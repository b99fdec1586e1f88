import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { buildPdf, firstExtra, lines, type BuiltDocument } from "../pdf-builder.ts";

async function namesOf(document: Omit<BuiltDocument, "pages">): Promise<unknown> {
  const bytes = buildPdf({ pages: [{ content: lines("A page of words.") }], ...document });
  const info = await pdf().info?.(memorySource("a.pdf", bytes), mockContext());
  const { title, author } = info?.facts ?? {};
  return { title, author };
}

function withXmp(properties: string): Pick<BuiltDocument, "catalog" | "extra"> {
  const data = new TextEncoder().encode(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
  return { catalog: `/Metadata ${firstExtra} 0 R`, extra: [{ dictionary: "/Type /Metadata /Subtype /XML", data }] };
}

const two =
  "<dc:creator><rdf:Seq><rdf:li>Ada &amp; Co</rdf:li><rdf:li>Gr\u00e4ce &#x48;.</rdf:li></rdf:Seq></dc:creator>";
const one = "<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>";
const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">On Engines</rdf:li></rdf:Alt></dc:title>';

test.for<readonly [string, Omit<BuiltDocument, "pages">, unknown]>([
  ["all of several authors", { info: "<< /Author (Ada) >>", ...withXmp(two) }, { author: "Ada & Co; Gr\u00e4ce H." }],
  [
    "the author of the dictionary before one author",
    { info: "<< /Author (A. L.) >>", ...withXmp(one) },
    { author: "A. L." },
  ],
  ["what only the XML says", withXmp(title + one), { title: "On Engines", author: "Ada" }],
  ["the title of the dictionary first", { info: "<< /Title (Short) >>", ...withXmp(title) }, { title: "Short" }],
  ["nothing of broken XML", { info: "<< /Title (T) >>", ...withXmp("<dc:creator><rdf:li") }, { title: "T" }],
  ["PDFDocEncoding", { info: "<< /Title (Caf\\351 \\204 \\240) >>" }, { title: "Caf\u00e9 \u2014 \u20ac" }],
  ["UTF-16", { info: "<< /Title <FEFF00C90074D83DDE00> >>" }, { title: "\u00c9t\u{1f600}" }],
  [
    "UTF-8 with its mark",
    { info: "<< /Title <EFBBBF5A61C5BCC3B3C5828420> >>" },
    { title: expect.stringMatching(/^Za\u017c\u00f3\u0142/) },
  ],
])("%s", async ([, document, expected]) => {
  expect(await namesOf(document)).toEqual({ title: undefined, author: undefined, ...(expected as object) });
});
