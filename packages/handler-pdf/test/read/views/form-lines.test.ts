import type { TextPart } from "@reader/core";
import { expect, test } from "vitest";
import { buildPdf, lines, type PdfPart } from "../../pdf-builder.ts";
import { asText, messagesOf, readPdfBytes } from "../../reading.ts";

const field = (name: string, rest: string): string =>
  `<< /Type /Annot /Subtype /Widget /T (${name}) /Rect [72 500 300 520] /P 10 0 R ${rest} >>`;

/** The lines about the form fields of one page. */
async function fieldLines(...fields: readonly string[]): Promise<readonly string[]> {
  const references = fields.map((_, at) => `${100 + at} 0 R`).join(" ");
  const pages = [{ content: lines("A form."), entries: `/Annots [${references}]` }];
  const catalog = `/AcroForm << /Fields [${references}] >>`;
  const { events } = await readPdfBytes(buildPdf({ pages, catalog, extra: fields }), asText);
  const text = events.find((event): event is TextPart => event.type === "text")?.text ?? "";
  return text.split("\n").filter((line) => line.startsWith("- "));
}

test("a multiple choice has all values as displayed", async () => {
  const options = "/FT /Ch /Ff 2097152 /Opt [[(en) (English)] [(fr) (French)] [(de) (German)]]";
  expect(await fieldLines(field("langs", `${options} /V [(en) (de)]`), field("none", options))).toEqual([
    "- langs (choice, any of English, French, German): English, German",
    "- none (choice, any of English, French, German): (empty)",
  ]);
});

test("a long list is read up to a limit, and a choice beyond it is shown as stored", async () => {
  const options = Array.from({ length: 1500 }, (_, at) => `[(${at}) (option ${at})]`).join(" ");
  const choice = `/FT /Ch /Opt [${options}]`;
  const offered = Array.from({ length: 12 }, (_, at) => `option ${at}`).join(", ");
  expect(await fieldLines(field("near", `${choice} /V (999)`), field("far", `${choice} /V (1000)`))).toEqual([
    `- near (choice, one of ${offered}, …): option 999`,
    `- far (choice, one of ${offered}, …): 1000`,
  ]);
});

test.for([
  ["what is chosen", "/V /1", "Salmon"],
  ["that nothing is", "/V /Off", "(empty)"],
])("radio buttons show their options and %s", async ([, value, chosen]) => {
  const button = (state: string): string =>
    `<< /Type /Annot /Subtype /Widget /Parent 100 0 R /Rect [72 500 90 520] /P 10 0 R /AP << /N << /${state} 104 0 R /Off 104 0 R >> >> >>`;
  const extra = [
    `<< /T (fish) /FT /Btn /Ff 49152 /Opt [(Trout) (Salmon) (Pike)] /Kids [101 0 R 102 0 R 103 0 R] ${value} >>`,
    button("0"),
    button("1"),
    button("2"),
    { dictionary: "/Type /XObject /Subtype /Form /BBox [0 0 9 9]", data: "" },
  ];
  const pages = [{ content: lines("A form."), entries: "/Annots [101 0 R 102 0 R 103 0 R]" }];
  const bytes = buildPdf({ pages, catalog: "/AcroForm << /Fields [100 0 R] >>", extra });
  const { events } = await readPdfBytes(bytes, asText);
  const text = events.find((event): event is TextPart => event.type === "text")?.text ?? "";
  expect(text).toContain(`- fish (choice, one of Trout, Salmon, Pike): ${chosen}\n`);
});

test("a field that viewers hide is marked", async () => {
  const text = "/FT /Tx /V (words)";
  expect(await fieldLines(field("a", `${text} /F 2`), field("b", `${text} /F 32`), field("c", `${text} /F 4`))).toEqual(
    ["- a (text, hidden): words", "- b (text, hidden): words", "- c (text): words"],
  );
});

test("a signature is not shown as verified", async () => {
  expect(
    await fieldLines(field("sign", "/FT /Sig /V << /Type /Sig /Name (Ada) >>"), field("free", "/FT /Sig")),
  ).toEqual(["- sign (signature): signed by Ada, which was not verified", "- free (signature): (not signed)"]);
});

test.for<readonly [stored: string, xfa: string, extra: readonly PdfPart[], step: string]>([
  ["as one", "100 0 R", [{ dictionary: "", data: "<xdp/>" }], 'Send `select` "xfa.xml" for it.'],
  [
    "in parts",
    "[(template) 100 0 R (datasets) 101 0 R]",
    [
      { dictionary: "", data: "<template/>" },
      { dictionary: "", data: "<data/>" },
    ],
    'Send `select` "xfa/datasets.xml" for its values and `select` "xfa/template.xml" for its fields.',
  ],
])("an XFA form stored %s is reported with what can be selected", async ([, xfa, extra, step]) => {
  const catalog = `/AcroForm << /Fields [] /XFA ${xfa} >>`;
  const { events } = await readPdfBytes(buildPdf({ pages: [{ content: lines("Wait.") }], catalog, extra }), asText);
  expect(messagesOf(events).join("")).toContain(step);
});
