import { expect, test } from "vitest";
import { findXmp } from "../src/document/xmp.ts";

/** Builds a file whose catalog names the object with the last packet; the packets are objects from 1 on. */
function fileWith(...packets: readonly string[]): Uint8Array {
  const objects = packets.map(
    (packet, index) =>
      `${index + 1} 0 obj\n<< /Type /Metadata >> stream\n<x:xmpmeta>${packet}</x:xmpmeta>\nendstream endobj`,
  );
  const catalog = `9 0 obj\n<< /Type /Catalog /Pages 8 0 R /Metadata ${packets.length} 0 R >>\nendobj`;
  return new TextEncoder().encode([...objects, catalog].join("\n"));
}

const list = (name: string, ...values: readonly string[]): string =>
  `<dc:${name}><rdf:Seq>${values.map((value) => `<rdf:li xml:lang="x-default">${value}</rdf:li>`).join("")}</rdf:Seq></dc:${name}>`;
test("title and all authors are found", () => {
  const packet = list("title", "Fish &amp; chips &#8212; a study") + list("creator", "Ada", "Ben");
  expect(findXmp(fileWith(packet))).toEqual({ title: "Fish & chips — a study", authors: ["Ada", "Ben"] });
});

test("the metadata of figures is not that of the document", () => {
  expect(findXmp(fileWith(list("title", "IMG 1"), list("title", "Report")))).toEqual({ title: "Report", authors: [] });
  const withoutCatalog = new TextDecoder().decode(fileWith(list("title", "IMG 1"))).replace("/Catalog", "/Page");
  expect(findXmp(new TextEncoder().encode(withoutCatalog))).toEqual({ authors: [] });
});

test("a packet without an end, and a wrong character, are ignored", () => {
  expect(findXmp(new TextEncoder().encode("<x:xmpmeta><dc:title>"))).toEqual({ authors: [] });
  expect(findXmp(fileWith(list("title", "a&#x110000;b")))).toEqual({ title: "a&#x110000;b", authors: [] });
});
