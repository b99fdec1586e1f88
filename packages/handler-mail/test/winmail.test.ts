import { createPolicy, createReader } from "@reader/core";
import { defineHandler, type Handler, ReadError, text } from "@reader/core/handler";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { compressedRtf as decompressible } from "../src/parse/compressed-rtf.ts";
import { base64, lines } from "./fixture-files.ts";
import { attribute, propertyList, tnef, type TnefProperty } from "./make-tnef.ts";

/** Shows the source of RTF. */
const rtfSource: Handler = defineHandler({
  name: "rtf-source",
  mediaTypes: ["application/rtf"],
  async *read(source) {
    const words = Buffer.from(await source.bytes()).toString("latin1");
    if (words !== emptyRtf) yield text(`RTF: ${words}\n`);
  },
});

const failingRtf: Handler = defineHandler({
  name: "rtf-failing",
  mediaTypes: ["application/rtf"],
  // oxlint-disable-next-line require-yield -- it fails before the first event
  async *read() {
    throw new ReadError("corrupt", "The groups are not closed.");
  },
});

const emptyRtf = String.raw`{\rtf1}`;

interface Options {
  readonly handlers?: readonly Handler[];
  readonly deny?: readonly string[];
  readonly budget?: { readonly maxInflatedBytes?: number };
}

/** Reads one file in memory, and returns what a model sees. */
async function shown(
  content: string | Uint8Array,
  request: object = {},
  { handlers = [rtfSource], deny = [], budget = {} }: Options = {},
): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { "/x.eml": content } });
  const policy = createPolicy({ deny });
  const reader = createReader({ handlers: [mail(), ...handlers], fileSystem, roots: ["/"], policy, budget });
  return renderText(await reader.read({ path: "x.eml", ...request }));
}

const ids = {
  codePage: 0x00_06_90_07,
  body: 0x00_02_80_0c,
  properties: 0x00_06_90_03,
  start: 0x00_06_90_02,
  title: 0x00_01_80_10,
  content: 0x00_06_80_0f,
  attachment: 0x00_06_90_05,
};

function message(file: Uint8Array, words = ""): string {
  const part = [
    "--b",
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    "Content-Transfer-Encoding: base64",
    "",
  ];
  const head = ["From: a@example.org", "Subject: s", "Content-Type: multipart/mixed; boundary=b", ""];
  return lines(...head, "--b", "", words, ...part, base64(file), "--b--");
}

/** RTF as an item holds it: its size, the size of the text, the kind, and a checksum that is not verified. */
function compressedRtf(kind: "LZFu" | "MELA", content: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(content.length + 12, 0);
  header.writeUInt32LE(size, 4);
  header.write(kind, 8, "latin1");
  return Buffer.concat([header, content]);
}

const properties = (...all: readonly TnefProperty[]): Uint8Array => attribute(ids.properties, propertyList(...all));

describe("the body in winmail.dat", () => {
  test.for([
    ["as text", properties(["80010003", 7], ["1000001f", "Grüße"]), "Grüße"],
    ["as text in eight bits", properties(["1000001e", "Gr\xfc\xdfe"]), "Grüße"],
    ["as an attribute", attribute(ids.body, Buffer.from("Gr\xfc\xdfe\0", "latin1")), "Grüße"],
    ["as HTML", properties(["3fde0003", 65_001], ["10130102", Buffer.from("<p>Grüße <b>!</b></p>")]), "Grüße **!**"],
  ] as const)("is shown %s", async ([, part, expected]) => {
    expect(await shown(message(tnef(part)))).toContain(`\t${expected}`);
  });

  test("in eight bits is decoded by the code page of the file", async () => {
    const codePage = Buffer.from([0xe3, 4, 0, 0, 0, 0, 0, 0]);
    const body = attribute(ids.body, Buffer.from("\xcf\xf0\xe8\xe2\xe5\xf2", "latin1"));
    expect(await shown(message(tnef(attribute(ids.codePage, codePage), body)))).toContain("Привет");
  });

  test.for([
    [10_000, "\x8a", "ä"],
    [21_866, "\xf0\xd2\xc9\xd7\xa6\xd4", "Привіт"],
    [28_593, "\xb6", "ĥ"],
    [28_594, "\xb9", "š"],
    [28_595, "\xbf\xe0\xd8\xd2\xd5\xe2", "Привет"],
    [28_596, "\xe5", "م"],
    [28_597, "\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1", "Καλημέρα"],
    [28_598, "\xf9", "ש"],
    [28_599, "\xfd", "ı"],
    [28_603, "\xf0", "š"],
    [38_598, "\xf9", "ש"],
    [50_221, "\x1b$BF|K\\\x1b(B", "日本"],
    [50_222, "\x1b$BF|K\\\x1b(B", "日本"],
    [51_949, "\xc7\xd1", "한"],
  ] as const)("is decoded by code page %d", async ([page, bytes, expected]) => {
    const codePage = Buffer.alloc(8);
    codePage.writeUInt32LE(page);
    const body = attribute(ids.body, Buffer.from(bytes, "latin1"));
    expect(await shown(message(tnef(attribute(ids.codePage, codePage), body)))).toContain(`\t${expected}`);
    const html = properties(["3fde0003", page], ["10130102", Buffer.from(`<p>${bytes}</p>`, "latin1")]);
    expect(await shown(message(tnef(html)))).toContain(`\t${expected}`);
  });

  test("does not replace the text of the message", async () => {
    const text = await shown(message(tnef(properties(["1000001f", "other words"])), "the text"));
    expect(text).toContain("the text");
    expect(text).not.toContain("other words");
  });

  // The example of the specification (MS-OXRTFCP, 3.1.1).
  const example = "03000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";

  test.for([
    ["uncompressed", compressedRtf("MELA", Buffer.from("{\\rtf1 words}"), 13), String.raw`RTF: {\rtf1 words}`],
    [
      "compressed",
      compressedRtf("LZFu", Buffer.from(example, "hex"), 43),
      String.raw`RTF: {\rtf1\ansi\ansicpg1252\pard hello world}`,
    ],
  ] as const)("is shown as %s RTF", async ([, rtf, expected]) => {
    expect(await shown(message(tnef(properties(["10090102", rtf]))))).toContain(expected);
  });

  test("ends at a reference that is cut off", async () => {
    const cut = Buffer.from("\0{\\rtf1 w\x01\x01", "latin1");
    const rtf = compressedRtf("LZFu", cut, 10);
    expect(await shown(message(tnef(properties(["10090102", rtf]))))).toContain("RTF: {\\rtf1 w\n");
  });

  test("is decompressed only as far as it is asked for", () => {
    const rtf = decompressible(compressedRtf("LZFu", Buffer.from("ff".padEnd(34, "00af"), "hex"), 136));
    expect(rtf?.(1000)).toHaveLength(136);
    expect(rtf?.(10)).toHaveLength(10);
  });

  test("says that RTF is larger than the budget", async () => {
    const rtf = compressedRtf("LZFu", Buffer.alloc(1700, Buffer.from("ff".padEnd(34, "00af"), "hex")), 13_600);
    const file = message(tnef(properties(["10090102", rtf])));
    expect(await shown(file, {}, { budget: { maxInflatedBytes: 10_000 } })).toContain("(the body is not shown: ");
  });

  test("says why RTF is not shown", async () => {
    const rtf = compressedRtf("MELA", Buffer.from("{\\rtf1 words}"), 13);
    const text = await shown(message(tnef(properties(["10090102", rtf]))), {}, { handlers: [failingRtf] });
    expect(text).toContain("(the body is not shown: The groups are not closed.)");
  });

  test("is no text, if RTF has none", async () => {
    const rtf = compressedRtf("MELA", Buffer.from(emptyRtf), emptyRtf.length);
    expect(await shown(message(tnef(properties(["10090102", rtf]))))).toContain("(no text)");
  });
});

describe("attachments in winmail.dat", () => {
  const start = attribute(ids.start, Buffer.alloc(14));

  test("are listed and read", async () => {
    const first = [start, attribute(ids.title, Buffer.from("a.csv\0")), attribute(ids.content, Buffer.from("a,b\n"))];
    const second = [
      start,
      attribute(ids.content, Buffer.from("c,d\n")),
      attribute(ids.attachment, propertyList(["3707001f", "ü.csv"], ["370e001f", "text/csv"])),
    ];
    const file = message(tnef(...first, ...second));
    const text = await shown(file);
    expect(text).toContain("attachment/a.csv · application/octet-stream · 4 B");
    expect(text).toContain("attachment/ü.csv · text/csv · 4 B");
    expect(await shown(file, { select: "attachment/ü.csv" })).toContain("c,d");
  });

  test("that are items are messages", async () => {
    const item = tnef(properties(["1000001f", "the inner words"]));
    const object = Buffer.concat([Buffer.alloc(16), item]);
    const list = propertyList(["3001001f", "The item"], ["3701000d", object]);
    const file = message(
      tnef(start, attribute(ids.content, Buffer.from("not supported")), attribute(ids.attachment, list)),
    );
    expect(await shown(file)).toContain("attachment/The item.eml · message/rfc822");
    expect(await shown(file, { select: "attachment/The item.eml" })).toContain("the inner words");
  });
});

test("a file that the policy denies is not used", async () => {
  const start = attribute(ids.start, Buffer.alloc(14));
  const attached = [start, attribute(ids.title, Buffer.from("a.csv\0")), attribute(ids.content, Buffer.from("a,b\n"))];
  const text = await shown(message(tnef(properties(["1000001f", "the words"]), ...attached)), {}, { deny: ["*.dat"] });
  expect(text).toMatch(/attachment\/winmail\.dat · .* \[denied by policy\]/);
  expect(text).not.toContain("the words");
  expect(text).not.toContain("a.csv");
});

test.for([
  ["is cut off", tnef(properties(["1000001f", "words"])).subarray(0, 30)],
  ["has a list that is cut off", tnef(attribute(ids.properties, Buffer.from([9, 0, 0, 0, 0x1f])))],
  ["has a property of an unknown type", tnef(properties(["10000099", 1]))],
  ["claims four billion values", tnef(attribute(ids.properties, Buffer.from("010000000310001fffffffff", "hex")))],
  ["has RTF without a header", tnef(properties(["10090102", Buffer.from("LZFu")]))],
  ["is no TNEF", Buffer.from("no TNEF")],
] as const)("a file that %s is an attachment", async ([, file]) => {
  const text = await shown(message(file));
  expect(text).toContain("attachment/winmail.dat · application/ms-tnef");
  expect(text).toContain("(no text)");
});
