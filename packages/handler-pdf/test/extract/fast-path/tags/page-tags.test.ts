import { expect, test } from "vitest";
import { buildPdf, type PdfPart } from "../../../pdf-builder.ts";
import { readBothWays } from "../read-both-ways.ts";

/** The numbers of the objects that tests change. */
const names = { root: 100, parents: 101, document: 102, title: 103, paragraph: 104, span: 105, form: 106 };

const usual: Readonly<Record<keyof typeof names, PdfPart>> = {
  root: "<< /Type /StructTreeRoot /K 102 0 R /ParentTree 101 0 R >>",
  parents: "<< /Nums [0 [103 0 R 104 0 R 105 0 R]] >>",
  document: "<< /S /Document /P 100 0 R /K [103 0 R 104 0 R] >>",
  title: "<< /S /H1 /P 102 0 R /K 0 >>",
  paragraph: "<< /S /P /P 102 0 R /K [1 105 0 R] >>",
  span: "<< /S /Span /P 104 0 R /K [2] >>",
  form: "null",
};

/** Text in a separate row, so that no two are one line. */
function text(words: string, row: number): string {
  return `BT /F 12 Tf 50 ${700 - row * 40} Td (${words}) Tj ET`;
}

function marked(mcid: number, words: string): string {
  return `/Any <</MCID ${mcid}>> BDC ${text(words, mcid)} EMC`;
}

interface Tagged {
  readonly content: string;
  readonly objects?: Partial<Record<keyof typeof names, PdfPart>>;
  readonly page?: string;
}

function tagged({ content, objects = {}, page = "/StructParents 0" }: Tagged): Uint8Array {
  const extra = Object.values({ ...usual, ...objects });
  const resources = "/XObject << /X 106 0 R >> /Properties << /M << /MCID 2 >> >>";
  return buildPdf({
    pages: [{ content, entries: page, resources }],
    catalog: "/StructTreeRoot 100 0 R /MarkInfo << /Marked true >>",
    extra,
  });
}

const all = `${marked(0, "title")} ${marked(1, "text")} ${marked(2, "span")}`;

const form = (entries: string): PdfPart => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 999 999] /Resources << /Font << /F 3 0 R >> >> ${entries}`,
  data: `${marked(2, "in the form")} ${text("unmarked in the form", 5)}`,
});

const followed: readonly (Tagged & { readonly what: string })[] = [
  { what: "elements in their order", content: all },
  {
    what: "elements that are painted in another order",
    content: `${marked(2, "c")} ${marked(0, "a")} ${marked(1, "b")}`,
  },
  { what: "an element that comes back", content: `${all} ${marked(0, "more of the title")}` },
  { what: "text behind an element, which stays open", content: `${marked(1, "text")} ${text("behind", 9)}` },
  {
    what: "an artifact between elements",
    content: `/Artifact BMC ${text("first", 8)} EMC ${marked(0, "title")} /Artifact <</Type /Pagination>> BDC ${text("then", 9)} EMC`,
  },
  {
    what: "roles without a number, which begin nothing",
    content: `/P BMC ${text("text", 1)} EMC /H1 BMC ${text("title", 2)} EMC`,
  },
  {
    what: "marks that do not end",
    content: `/P <</MCID 0>> BDC ${text("title", 0)} /P <</MCID 1>> BDC ${text("text", 1)}`,
  },
  {
    what: "an element with a text of its own",
    content: all,
    objects: { title: "<< /S /H1 /P 102 0 R /K 0 /ActualText (Said) >>" },
  },
  {
    what: "content of an element inside of that of the one around it",
    content: `/P <</MCID 1>> BDC ${text("a", 1)} ${marked(2, "b")} ${text("c", 3)} EMC ${text("d", 4)}`,
  },
  {
    what: "content of another element inside, behind which all are closed",
    content: `/P <</MCID 1>> BDC ${text("a", 1)} /Any BMC ${marked(0, "b")} ${text("c", 3)} EMC EMC ${text("d", 4)}`,
  },
  {
    what: "nested content with nothing painted behind it",
    content: `/P <</MCID 1>> BDC /Any <</MCID 2>> BDC ${text("a", 1)} EMC EMC ${text("b", 2)}`,
  },
  {
    what: "a line behind nested content",
    content: `/P <</MCID 1>> BDC ${marked(2, "a")} 1 1 m 90 90 l S EMC ${text("b", 3)}`,
  },
  { what: "ends of nothing", content: `EMC ${all} EMC EMC` },
  { what: "a number that nobody owns", content: `${marked(0, "title")} ${marked(7, "nobody's")}` },
  { what: "properties by name", content: `/Span /M BDC ${text("span", 2)} EMC ${marked(0, "title")}` },
  { what: "marked points", content: `/H1 <</MCID 0>> DP ${text("title", 0)} /Any MP ${text("on", 1)}` },
  {
    what: "the map of roles, once",
    content: all,
    objects: {
      root: "<< /K 102 0 R /ParentTree 101 0 R /RoleMap << /Heading#201 /H2 /One /Two /Two /H3 /P /BlockQuote >> >>",
      title: "<< /S /Heading#201 /P 102 0 R /K 0 >>",
      span: "<< /S /One /P 104 0 R /K 2 >>",
    },
  },
  {
    what: "roles that nobody knows",
    content: `${all} ${marked(0, "title")}`,
    objects: { paragraph: "<< /S /Story /P 102 0 R /K [1 105 0 R] >>" },
  },
  { what: "a role that the engine misspells", content: all, objects: { title: "<< /S /NonStruct /P 102 0 R /K 0 >>" } },
  {
    what: "children that their parent does not know",
    content: `${marked(1, "text")} ${marked(0, "title")}`,
    objects: { document: "<< /S /Document /P 100 0 R /K 104 0 R >>" },
  },
  {
    what: "content that its element knows in a longer form only, or not at all",
    content: all,
    objects: { title: "<< /S /H1 /P 102 0 R /K << /Type /MCR /MCID 0 >> >>", span: "<< /S /Span /P 104 0 R >>" },
  },
  {
    what: "content that stands at another number",
    content: all,
    objects: { parents: "<< /Nums [0 [104 0 R null 103 0 R 105 0 R]] >>" },
  },
  {
    what: "a page that belongs to one element",
    content: `${marked(0, "a")} ${marked(9, "b")}`,
    objects: { parents: "<< /Nums [0 103 0 R] >>" },
  },
  {
    what: "a parent tree with branches",
    content: all,
    objects: {
      parents:
        "<< /Kids [<< /Limits [0 4] /Nums [0 [103 0 R 104 0 R 105 0 R] 4 []] >> << /Limits [5 9] /Nums [5 [] 9 []] >>] >>",
    },
  },
  { what: "a page that the parent tree does not know", content: all, page: "/StructParents 3" },
  { what: "a page outside of the structure", content: all, page: "" },
  {
    what: "a form without tags of its own",
    content: `${marked(0, "title")} /X Do ${marked(1, "text")}`,
    objects: { form: form("") },
  },
  {
    what: "a form with tags",
    content: `${marked(0, "title")} /X Do ${text("behind", 9)}`,
    objects: { form: form("/StructParent 5"), parents: "<< /Nums [0 [103 0 R 104 0 R] 5 [null null 105 0 R]] >>" },
  },
  {
    what: "alternatives, titles and languages",
    content: all,
    objects: { title: "<< /S /H1 /P 102 0 R /K 0 /Alt (a) /T (t) /E (e) /Lang (de) >>" },
  },
  {
    what: "strings with brackets in them",
    content: all,
    objects: { title: String.raw`<< /T (\(>> /S /P <<) /Alt <3E3E2F53> /S /H1 /P 102 0 R /K [0] >>` },
  },
];

test.for(followed)("$what: the tags equal those of the engine", async (page) => {
  const { engine, fast } = await readBothWays(tagged(page));
  expect(fast).toEqual(engine);
  expect(engine.length).toBeGreaterThan(0);
});

const given: readonly (Tagged & { readonly what: string; readonly reason: string })[] = [
  {
    what: "an element that is in itself",
    content: all,
    objects: { document: "<< /S /Document /P 104 0 R /K [103 0 R 104 0 R] >>" },
    reason: "structure depth",
  },
  {
    what: "an element without a parent",
    content: all,
    objects: { title: "<< /S /H1 /K 0 >>" },
    reason: "structure parent",
  },
  {
    what: "an element that is no object of its own",
    content: all,
    objects: { parents: "<< /Nums [0 [<< /S /H1 /P 102 0 R /K 0 >>]] >>" },
    reason: "element in place",
  },
];

test.for(given)("$what is left to the engine", async ({ reason, ...page }) => {
  const { fast } = await readBothWays(tagged(page));
  expect(fast).toBe(reason);
});

test("the parent tree of a long document is searched in halves", async () => {
  const pages = Array.from({ length: 300 }, (_, page) => `${page} [${page === 250 ? "103 0 R 104 0 R 105 0 R" : ""}]`);
  const { engine, fast } = await readBothWays(
    tagged({ content: all, objects: { parents: `<< /Nums [${pages.join(" ")}] >>` }, page: "/StructParents 250" }),
  );
  expect(fast).toEqual(engine);
  expect(engine[0]).toBe('Document H1 "title"');
});
