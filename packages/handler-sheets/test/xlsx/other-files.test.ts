import { collect, memorySource, mockContext } from "@reader/testkit";
import CFB from "cfb";
import { expect, test } from "vitest";
import { xlsx } from "../../src/index.ts";
import { relationship, relationshipsPart, row, workbook } from "./workbook-parts.ts";

const one = row(1, '<c r="A1"><v>1</v></c>');
const inner = new TextEncoder().encode("%PDF-1.4 inner");

function messagesOf(events: readonly { readonly type: string }[]): readonly string[] {
  return events.flatMap((event) => ("message" in event && typeof event.message === "string" ? [event.message] : []));
}

function wrapped(stream: string, content: Uint8Array): Uint8Array {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, stream, Buffer.from(content));
  return Uint8Array.from(CFB.write(file, { type: "buffer" }) as Uint8Array);
}

const book = workbook({
  sheets: [{ rows: one }],
  others: {
    "xl/embeddings/Report.docx": inner,
    "xl/embeddings/oleObject1.bin": wrapped("/CONTENTS", inner),
    "xl/embeddings/oleObject2.bin": wrapped("/Something", inner),
  },
});

test("embedded files are named in a notice", async () => {
  const { events } = await collect(xlsx(), book);
  expect(messagesOf(events)).toEqual([
    'The workbook has embedded files, to be read with `select`: "Report.docx", "oleObject1.pdf".',
  ]);
});

test.for([
  ["report.DOCX", "(nested Report.docx, 14 bytes)\n"],
  ["oleObject1.pdf", "(nested oleObject1.pdf, 14 bytes)\n"],
])("%s is read by its name, without what an old program wrapped it in", async ([select = "", expected]) => {
  const { text, error } = await collect(xlsx(), book, { select });
  expect([text, error]).toEqual([expected, undefined]);
});

test("info lists the embedded files of a workbook", async () => {
  const info = await xlsx().info?.(memorySource("book.xlsx", book), mockContext());
  expect(info?.facts).toMatchObject({ embeddedFiles: ["Report.docx", "oleObject1.pdf"] });
});

test("a wrapped object that is not a file is not listed as a file", async () => {
  const { error } = await collect(xlsx(), book, { select: "oleObject2.bin" });
  expect(error).toMatchObject({ code: "out-of-range" });
});

test("linked workbooks are listed with their numbers, in the order of the workbook", async () => {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const external = `<externalLink xmlns="${main}"/>`;
  const { events } = await collect(
    xlsx(),
    workbook({
      sheets: [{ rows: one }],
      relationships:
        relationship("e1", "externalLink", "externalLinks/b.xml") +
        relationship("e2", "externalLink", "externalLinks/a.xml"),
      others: {
        "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" r:id="s0"/></sheets><externalReferences><externalReference r:id="e2"/><externalReference r:id="e1"/></externalReferences></workbook>`,
        "xl/externalLinks/a.xml": external,
        "xl/externalLinks/b.xml": external,
        "xl/externalLinks/_rels/a.xml.rels": relationshipsPart(
          relationship("r1", "externalLinkPath", "file:///C:/first.xlsx"),
        ),
        "xl/externalLinks/_rels/b.xml.rels": relationshipsPart(
          relationship("r1", "externalLinkPath", "https://example.org/second.xlsx"),
        ),
      },
    }),
  );
  expect(messagesOf(events)).toEqual([
    'Its formulas refer to other files, which are not opened: [1] "file:///C:/first.xlsx", [2] "https://example.org/second.xlsx".',
  ]);
});

test("data connections are named with their kind and target, and passwords are left out", async () => {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const connections = [
    '<connection id="1" name="Rates" type="4"><webPr url="https://example.org/rates"/></connection>',
    '<connection id="2" name="Orders" type="5"><dbPr connection="Data Source=db;Password=hunter2;User=a"/></connection>',
    '<connection id="3" name="Import" type="6"><textPr sourceFile="C:\\a.txt"/></connection>',
    '<connection id="4" name="Odd" type="99"/>',
  ];
  const connected = workbook({
    sheets: [{ rows: one }],
    relationships: relationship("c1", "connections", "connections.xml"),
    others: {
      "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" r:id="s0"/></sheets></workbook>`,
      "xl/connections.xml": `<connections xmlns="${main}">${connections.join("")}</connections>`,
    },
  });
  const named = [
    '"Rates": web page "https://example.org/rates"',
    '"Orders": OLE DB source "Data Source=db;Password=…;User=a"',
    String.raw`"Import": text file "C:\\a.txt"`,
    '"Odd": connection',
  ];
  const { events } = await collect(xlsx(), connected);
  expect(messagesOf(events)).toEqual([`It has data connections, which are not refreshed: ${named.join(", ")}.`]);
  const info = await xlsx().info?.(memorySource("book.xlsx", connected), mockContext());
  expect(info?.facts).toMatchObject({ connections: named });
});
