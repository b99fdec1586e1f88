import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { buildPdf, firstExtra, lines, type BuiltDocument } from "../pdf-builder.ts";
import { asText, messagesOf, readPdfBytes } from "../reading.ts";

const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const page = { content: lines("A page of words.") };
const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /K ${script} /F ${script} >> >>`;

async function factsOf(document: BuiltDocument): Promise<unknown> {
  const info = await pdf().info?.(memorySource("a.pdf", buildPdf(document)), mockContext());
  return info?.facts["javaScript"];
}

test.for<readonly [string, BuiltDocument, unknown]>([
  ["nowhere", { pages: [page] }, undefined],
  ["on opening", { pages: [page], catalog: `/OpenAction ${script}` }, [{ where: "on opening", scripts: 1 }]],
  [
    "in a chain of actions",
    { pages: [page], catalog: `/OpenAction << /S /GoTo /D [10 0 R /Fit] /Next [${script} ${script}] >>` },
    [{ where: "on opening", scripts: 2 }],
  ],
  [
    "by name and on closing",
    {
      pages: [page],
      catalog: `/Names << /JavaScript << /Names [(a) ${script} (b) ${script}] >> >> /AA << /WC ${script} >>`,
    },
    [{ where: "of the document", scripts: 3 }],
  ],
  [
    "in a field",
    { pages: [page], catalog: `/AcroForm << /Fields [${firstExtra} 0 R] >>`, extra: [field] },
    [{ where: "of form fields", scripts: 2 }],
  ],
  [
    "on a page and on its annotations",
    { pages: [{ ...page, entries: `/AA << /O ${script} >> /Annots [<< /Subtype /Link /A ${script} >>]` }] },
    [
      { where: "of pages", scripts: 1 },
      { where: "of annotations", scripts: 1 },
    ],
  ],
])("scripts are counted: %s", async ([, document, expected]) => {
  expect(await factsOf(document)).toEqual(expected);
});

test("a circular chain of actions ends", async () => {
  const circle = `<< /S /JavaScript /JS (1) /Next ${firstExtra} 0 R >>`;
  const [counted] = (await factsOf({
    pages: [page],
    catalog: `/OpenAction ${firstExtra} 0 R`,
    extra: [circle],
  })) as readonly [{ readonly scripts: number }];
  expect(counted.scripts).toBeGreaterThan(0);
});

test("a read reports scripts and that they are not run", async () => {
  const { events } = await readPdfBytes(buildPdf({ pages: [page], catalog: `/OpenAction ${script}` }), asText);
  expect(messagesOf(events)).toEqual(["The document contains JavaScript, which is not run."]);
});
