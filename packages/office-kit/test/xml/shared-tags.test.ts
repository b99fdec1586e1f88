import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTreeReader, newMemory, quickTree, strictTree } from "../../src/xml/xml-tree.ts";
import { hasCorpus } from "../support/corpus.ts";
import { bytesOf, corpusParts, resultOf } from "./trees.ts";

const slides = "http://schemas.openxmlformats.org/presentationml/2006/main";
const strictSlides = "http://purl.oclc.org/ooxml/presentationml/main";

describe("a reader of several parts", () => {
  test("reads each as if it were the first", () => {
    const read = createTreeReader();
    const parts = [
      `<p:sld xmlns:p="${slides}"><p:sp id="1"/></p:sld>`,
      `<q:sld xmlns:q="${strictSlides}"><q:sp id="1"/><p:sp id="1"/></q:sld>`,
      `<p:sld xmlns:p="urn:other"><p:sp id="1"/></p:sld>`,
      `<p:sld><p:sp id="1"/></p:sld>`,
      `<sld xmlns="${slides}"><sp id="1"/><sp xmlns="" id="1"><sp id="1"/></sp><sp id="1"/></sld>`,
      `<p:sld xmlns:p="${slides}"><p:sp id="1"/></p:sld>`,
      `<p:sld xmlns:p="${slides}"><p:sp id="1"></p:sld>`,
      `<p:sld xmlns:p="${slides}"><p:sp id="1"/></p:sld>`,
    ];
    for (const part of parts) expect(resultOf(read, bytesOf(part))).toEqual(resultOf(strictTree, bytesOf(part)));
  });

  test.for(["t", "tPr"])("reads any parts as if each were the first, of elements called %s", (name) => {
    const prefix = fc.constantFrom("", "p:", "q:");
    const declaration = fc.constantFrom("", ` xmlns:p="${slides}"`, ` xmlns:p='${strictSlides}'`, ' xmlns="urn:x"');
    const more = fc.constantFrom("", ' xmlns:q="urn:q"', ' p:a="1"', ' a="1"');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc
        .tuple(
          prefix,
          declaration,
          more,
          fc.array(fc.oneof({ maxDepth: 4 }, fc.constant("-"), tie("tree")), { maxLength: 3 }),
        )
        .map(
          ([before, declared, rest, inner]) =>
            `<${before}${name}${declared}${rest}>${inner.join("")}</${before}${name}>`,
        ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { minLength: 2, maxLength: 5 }), (parts) => {
        const read = createTreeReader();
        for (const part of parts) expect(resultOf(read, bytesOf(part))).toEqual(resultOf(strictTree, bytesOf(part)));
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  test("reads settings that come again as if they came for the first time", () => {
    const look = '<a:rPr b="1"><a:fill><a:c v="&lt;"/>x</a:fill></a:rPr>';
    const parts = [
      `<r xmlns:a="urn:a">${look.repeat(4)}</r>`,
      `<r xmlns:a="urn:b">${look.repeat(2)}<a:rPr b="1"><a:rPr b="1">1</a:rPr>2</a:rPr><a:rPr b="1">1</a:rPr></r>`,
      `<r xmlns:a="urn:b"><a:rPr b="1"><a:rPr b="1">1</a:rPr>2</a:rPr><a:rPr b="1"><a:rPr b="1">1</a:rPr></r>`,
      `<r xmlns:a="urn:b"><a:rPr b="1"><!-- </a:rPr> --></a:rPr><a:rPr b="1"><![CDATA[</a:rPr>]]></a:rPr></r>`,
      `<r xmlns:a="urn:b"><a:rPr b="1"><!-- </a:rPr> --></a:rPr><a:rPr b="1"><!-- </a:rPr></r>`,
      `<r xmlns:a="urn:a"><q xmlns:a="${slides}">${look}</q>${look}</r>`,
      `<r xmlns:a="urn:a"><aPr>1</aPr></r>${"<aPr>1</aPr>"}`,
      `<r>${"<a>".repeat(250)}<aPr>1</aPr>${"</a>".repeat(250)}</r>`,
      `<r>${"<a>".repeat(300)}<aPr>1</aPr>${"</a>".repeat(300)}</r>`,
      `<r>${`<aPr>${"long".repeat(300)}</aPr>`.repeat(60)}<aPr>1</aPr><aPr>1</aPr></r>`,
    ];
    const read = createTreeReader();
    for (const part of [...parts, ...parts]) {
      expect(resultOf(read, bytesOf(part))).toEqual(resultOf(strictTree, bytesOf(part)));
    }
  });

  test("remembers no more than it may, and reads on", () => {
    const memory = newMemory();
    for (let part = 0; part < 5; part += 1) {
      const items = Array.from({ length: 6000 }, (_, at) => `<a b="${part * 6000 + at}"/>`).join("");
      const bytes = bytesOf(`<r>${items}</r>`);
      expect(quickTree(bytes, memory)).toEqual(strictTree(bytes, "part"));
    }
  });

  test("leaves a part with more declarations than it may have to the strict way, and takes the next", () => {
    const memory = newMemory();
    const wild = Array.from({ length: 2000 }, (_, at) => `<a xmlns:b="urn:${at}" b:c="1"/>`).join("");
    expect(quickTree(bytesOf(`<r>${wild}</r>`), memory)).toBeUndefined();
    expect(quickTree(bytesOf('<r><a xmlns:b="urn:1" b:c="1"/></r>'), memory)).toBeDefined();
  });

  test("reads tags, names and declarations that are too long to be remembered", () => {
    const read = createTreeReader();
    const long = "x".repeat(5000);
    const part = `<r><a b="${long}"/><${long} ${long}="1"/><b xmlns:b="urn:${long}"><b:c/></b><b xmlns:b="urn:${long}"/></r>`;
    for (let turn = 0; turn < 3; turn += 1) {
      expect(resultOf(read, bytesOf(part))).toEqual(resultOf(strictTree, bytesOf(part)));
    }
  });

  test("takes one set of declarations for one, whatever else their tags say", () => {
    const ids = Array.from({ length: 2000 }, (_, at) => `<p:id xmlns:p="${slides}" val="${at}"/>`).join("");
    expect(quickTree(bytesOf(`<r>${ids}</r>`))).toEqual(strictTree(bytesOf(`<r>${ids}</r>`), "part"));
  });
});

describe.skipIf(!hasCorpus)("the parts of the corpus (skipped without the corpus)", () => {
  test("become the same trees by one reader for all of them", async () => {
    const read = createTreeReader();
    const differing: string[] = [];
    for await (const { name, bytes } of corpusParts()) {
      if (!isDeepStrictEqual(resultOf(read, bytes), resultOf(strictTree, bytes))) differing.push(name);
    }
    expect(differing).toEqual([]);
  });
});
