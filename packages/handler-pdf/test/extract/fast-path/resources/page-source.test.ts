import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildPdf, type PdfPart } from "../../../pdf-builder.ts";
import { readBothWays } from "../read-both-ways.ts";

function text(words: string, row = 0): string {
  return `BT /F 12 Tf 50 ${700 - row * 40} Td (${words}) Tj ET`;
}

interface Built {
  readonly content?: string;
  readonly entries?: string;
  readonly resources?: string;
  readonly mediaBox?: string;
  readonly catalog?: string;
  /** Numbered from object 100. */
  readonly extra?: readonly PdfPart[];
}

function built({ catalog = "", extra = [], ...page }: Built): Uint8Array {
  return buildPdf({ pages: [page], catalog, extra });
}

const deflated = (content: string): PdfPart => ({
  dictionary: "/Filter /FlateDecode",
  data: new Uint8Array(deflateSync(content)),
});

function wrongSum(part: PdfPart): PdfPart {
  if (typeof part === "string" || typeof part.data === "string") return part;
  return { ...part, data: part.data.map((byte, at) => (at === part.data.length - 1 ? byte ^ 1 : byte)) };
}

/** A stream with the headers of zlib and of a stored block, and less data than declared. */
function brokenOff(content: string): PdfPart {
  const stored = deflateSync(content.repeat(2), { level: 0 });
  return { dictionary: "/Filter /FlateDecode", data: new Uint8Array(stored.subarray(0, 2 + 5 + content.length)) };
}

const form = (entries: string, content: string): PdfPart => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 999 999] ${entries}`,
  data: content,
});

const layers = (state: string): string => `/OCProperties << /OCGs [100 0 R 101 0 R] /D << ${state} >> >>`;
const groups: readonly PdfPart[] = ["<< /Type /OCG /Name (one) >>", "<< /Type /OCG /Name (two) >>"];
const layered = {
  resources: "/Properties << /A 100 0 R /B 101 0 R /C << /Type /OCMD /OCGs [100 0 R] >> >>",
  extra: groups,
};

const same: readonly (Built & { readonly what: string })[] = [
  { what: "content that is not packed", content: text("plain") },
  { what: "content that is deflated", entries: "/Contents 100 0 R", extra: [deflated(text("packed"))] },
  { what: "content whose sum is wrong", entries: "/Contents 100 0 R", extra: [wrongSum(deflated(text("packed")))] },
  {
    what: "content in parts, which are parted by white space",
    entries: "/Contents [100 0 R 101 0 R]",
    extra: [deflated("BT /F 12 Tf 50 700 Td (one"), deflated(") Tj ET")],
  },
  {
    what: "content that is packed in another way",
    entries: "/Contents 100 0 R",
    extra: [{ dictionary: "/Filter /ASCIIHexDecode", data: `${Buffer.from(text("hexadecimal")).toString("hex")}>` }],
  },
  {
    what: "content that breaks off",
    entries: "/Contents 100 0 R",
    extra: [brokenOff(`${text("one")} ${text("two", 1)} `)],
  },
  {
    what: "content that is damaged",
    entries: "/Contents 100 0 R",
    extra: [{ dictionary: "/Filter /FlateDecode", data: "xx" }],
  },
  { what: "a page without content", entries: "/Contents null" },
  { what: "a page that is turned", content: text("turned"), entries: "/Rotate 90" },
  { what: "a page that is cropped", content: text("cropped"), entries: "/CropBox [20 100 400 800]" },
  { what: "a page of larger units", content: text("large"), entries: "/UserUnit 2" },
  { what: "a page that does not begin at zero", content: text("moved"), mediaBox: "-100 -50 495 792" },
  {
    what: "a form with resources of its own",
    content: `${text("page")} q 2 0 0 2 0 -700 cm /X Do Q ${text("behind", 3)}`,
    resources: "/XObject << /X 100 0 R >>",
    extra: [form("/Matrix [1 0 0 1 10 20] /Resources << /Font << /F 3 0 R >> >>", text("form", 1))],
  },
  {
    what: "a form that has the resources of its page",
    content: "/X Do /X Do",
    resources: "/XObject << /X 100 0 R >>",
    extra: [form("", text("form"))],
  },
  {
    what: "resources in objects of their own, with names of rare characters",
    content: "BT /A#20b 12 Tf 50 700 Td (named) Tj ET",
    entries: "/Resources 100 0 R",
    extra: ["<< /Font 101 0 R >>", "<< /A#20b 3 0 R >>"],
  },
  {
    what: "a state of graphics with a font",
    content: "BT /S gs 50 700 Td (state) Tj ET",
    resources: "/ExtGState << /S << /Font [3 0 R 20] /LW 2 /ca 0.5 >> >>",
  },
  {
    what: "pictures",
    content: `${text("text")} q 50 0 0 50 100 100 cm /X Do Q ${text("more", 2)}`,
    resources: "/XObject << /X 100 0 R >>",
    extra: [
      { dictionary: "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", data: "a" },
    ],
  },
  {
    what: "layers that are shown",
    content: `/OC /A BDC ${text("one")} EMC /OC /B BDC ${text("two", 1)} EMC /OC /C BDC ${text("three", 2)} EMC`,
    catalog: layers(""),
    ...layered,
  },
  {
    what: "a layer beside one that is hidden",
    content: `/OC /A BDC ${text("one")} EMC`,
    catalog: layers("/OFF [101 0 R]"),
    ...layered,
  },
];

test.for(same)("$what: the text equals that of the engine", async (page) => {
  const { engine, fast } = await readBothWays(built(page));
  expect(fast).toEqual(engine);
});

const hidden = { content: `/OC /A BDC ${text("one")} EMC`, ...layered };
const usage = "/Usage << /View << /ViewState /OFF >> >>";

const left: readonly (Built & { readonly what: string; readonly reason: string })[] = [
  {
    what: "content that is deflated twice",
    entries: "/Contents 100 0 R",
    extra: [{ dictionary: "/Filter [/FlateDecode /FlateDecode]", data: deflateSync(deflateSync(text("twice"))) }],
    reason: "content filter",
  },
  { what: "a layer that is hidden", ...hidden, catalog: layers("/OFF [100 0 R]"), reason: "hidden layer" },
  { what: "a document whose layers are hidden", ...hidden, catalog: layers("/BaseState /OFF"), reason: "hidden layer" },
  {
    what: "a layer with rules of its own",
    ...hidden,
    catalog: layers(""),
    extra: [`<< /Type /OCG ${usage} >>`],
    reason: "hidden layer",
  },
  {
    what: "a layer that is shown if another one is not",
    content: `/OC /A BDC ${text("one")} EMC`,
    resources: "/Properties << /A << /Type /OCMD /P /AllOff /OCGs [100 0 R] >> >>",
    catalog: layers(""),
    extra: groups,
    reason: "layer membership",
  },
  {
    what: "long content that is damaged",
    entries: "/Contents 100 0 R",
    extra: [{ dictionary: "/Filter /FlateDecode", data: "xx".repeat(10_000) }],
    reason: "content stream",
  },
  {
    what: "content that is a bomb",
    entries: "/Contents 100 0 R",
    extra: [deflated(" ".repeat(2_000_000))],
    reason: "content size",
  },
  {
    what: "long content that is a bomb",
    entries: "/Contents 100 0 R",
    extra: [deflated(" ".repeat(20_000_000))],
    reason: "content stream",
  },
  { what: "content that is too long", content: " ".repeat(1_000_001), reason: "content size" },
  {
    what: "content that is no stream",
    entries: "/Contents [100 0 R 3 0 R]",
    extra: [deflated("")],
    reason: "no stream",
  },
  { what: "a name that nothing has", content: "/X Do", reason: "resource" },
  {
    what: "a form without a box",
    content: "/X Do",
    resources: "/XObject << /X 100 0 R >>",
    extra: [{ dictionary: "/Subtype /Form", data: "" }],
    reason: "form box",
  },
  {
    what: "a font that stands in the resources",
    content: text("F"),
    entries: "/Resources << /Font << /F << /Type /Font >> >> >>",
    reason: "font in place",
  },
  {
    what: "a text that stands for another",
    content: `/Span /T BDC ${text("one")} EMC`,
    resources: "/Properties << /T << /ActualText (two) >> >>",
    reason: "actual text",
  },
];

test.for(left)("$what is left to the engine", async ({ reason, ...page }) => {
  const { fast } = await readBothWays(built(page));
  expect(fast).toBe(reason);
});
