import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quickTree, readXmlTree, strictTree } from "../../src/xml/xml-tree.ts";
import { hasCorpus } from "../support/corpus.ts";
import { bytesOf, corpusParts, resultOf } from "./trees.ts";

const oddities = [
  "<a/>",
  "\uFEFF<?xml version='1.0' encoding='UTF-8'?>\r\n<a>\r\nb\rc</a>\n",
  '<a b="1 &amp; 2&#10;3&#x41;" c=\'"\'>&lt;&gt;&quot;&apos;</a>',
  '<a b="x\r\ny\tz"/>',
  "<a><!-- <b> --><![CDATA[<c>&amp;\r\n]]></a>",
  '<q:p xmlns:q="http://schemas.openxmlformats.org/presentationml/2006/main"><q:x q:y="1"/><z xmlns:q="urn:other"><q:x/></z></q:p>',
  '<p xmlns="http://schemas.openxmlformats.org/drawingml/2006/main"><t>one</t></p>',
  "<a>é𐌲</a >",
  "<a",
  "<a>",
  "<a></b>",
  "<a><b></a></b>",
  "<a>&unknown;</a>",
  "<a>&</a>",
  "<a b=1/>",
  '<a b="<"/>',
  "<a/><b/>",
  "text",
  "",
  "<!DOCTYPE a><a/>",
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  "<?xml version='1.0' encoding='iso-8859-1'?><a/>",
  "<a><![CDATA[</a>",
  "<a><!-- </a>",
  "<a>&#0;</a>",
  `${"<a>".repeat(300)}${"</a>".repeat(300)}`,
  `${"<a>".repeat(256)}${"</a>".repeat(256)}`,
  `${"<a>".repeat(257)}${"</a>".repeat(257)}`,
  "<a b='1' b='2'/>",
  "<a b='1' c='2' b='1'/>",
  "<a xmlns:x='urn:x' xmlns:y='urn:x' x:b='1' y:b='2'/>",
  `<a ${Array.from({ length: 300 }, (_, at) => `b${at}="${at}"`).join(" ")}/>`,
  `<a ${Array.from({ length: 300 }, (_, at) => `b${at}="${at}"`).join(" ")} b7=""/>`,
  "<a>\u0000</a>",
  "<a>\u0008</a>",
  "<a b='\u001f'/>",
  "<a>\ufffe</a>",
  "<a>\u007f\u0085\u2028\u00a0\ufdd0</a>",
  "<a\u00a0b='1'/>",
  "<a\u2003/>",
  "\u00a0<a/>",
  "<a/>\u00a0",
  "<a/>\ufeff",
  "<a></a\u00a0>",
  "<a></a\n>",
  "<a></aa>",
  "<1a/>",
  "<-a/>",
  "<é>è</é>",
  "<a é='1'/>",
  "<a b='1'c='2'/>",
  "<a b = '1' / >",
  "<a b = '1' />",
  "<a b/>",
  "<a>]]></a>",
  "<a>]]&gt;</a>",
  "<a b=']]>'>></a>",
  "<a><!-- a -- b --></a>",
  "<a><!-- a ---></a>",
  "<a><!----></a>",
  "<!-- before --><a/><!-- after -->",
  "<a>&#xD800;</a>",
  "<a>&#x1F600;&#55296;&#xFFFE;</a>",
  "<a>&#x1F600;</a>",
  "<a>&#11;</a>",
  "<a>&#13;</a>",
  "<a>&#x0000041;&#0000065;</a>",
  "<a>&#00000065;</a>",
  "<a>&#X41;</a>",
  "<a>&AMP;</a>",
  "<a>&toString;&constructor;</a>",
  "<a>&lt</a>",
  "&#32;<a/>",
  "<a/>&#32;",
  "<![CDATA[x]]><a/>",
  "<a><![CDATA[]]></a>",
  "<a><![CDATA[ ]] ]]]]></a>",
  "<?xml version='1.1'?><a>\u0085</a>",
  "<?xml version='1.0' standalone='yes'?><a/>",
  "<?xml version='1.0' standalone='maybe'?><a/>",
  "<?xml encoding='utf-8'?><a/>",
  "<?xml version='1.0\"?><a/>",
  "<?xml version='1.0' encoding='utf-8\"?><a/>",
  "<?xml version='1.0' encoding='UTF-16'?><a/>",
  "<a><?xml version='1.0'?></a>",
  "<a><?other data?>text</a>",
  "<?other?><a/>",
  "<a><?XML ?></a>",
  " \n<?xml version='1.0'?><a/>",
  "<a __proto__='1' constructor='2'><__proto__/></a>",
  "<a xmlns='urn:a' xmlns:b='urn:b'><b:c xmlns:b='' d:e=''/></a>",
  "<:/>",
  "<a:b:c/>",
];

describe("the quick way to a tree", () => {
  test.for(oddities)("gives what the other way gives: %j", (text) => {
    expect(resultOf(readXmlTree, bytesOf(text))).toEqual(resultOf(strictTree, bytesOf(text)));
  });

  test("gives what the other way gives, of UTF-16", () => {
    const bytes = Uint8Array.from("\uFEFF<a b='c'>d</a>", (character) => character.charCodeAt(0));
    const wide = new Uint8Array(
      Uint16Array.from("\uFEFF<a b='c'>d</a>", (character) => character.charCodeAt(0)).buffer,
    );
    expect(resultOf(readXmlTree, wide)).toEqual(resultOf(strictTree, wide));
    expect(resultOf(readXmlTree, bytes)).toEqual(resultOf(strictTree, bytes));
  });

  test("gives what the other way gives, of any tree", () => {
    const name = fc.constantFrom("a", "p:b", "x:c", "d-e", "xml:f");
    const words = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "&amp;", "&#65;", "𐌲"), maxLength: 6 });
    const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
      tree: fc
        .tuple(
          name,
          fc.uniqueArray(fc.tuple(name, words), { selector: ([key]) => key, maxLength: 3 }),
          fc.array(tie("node"), { maxLength: 4 }),
        )
        .map(([tag, attributes, nodes]) => {
          const list = attributes.map(([key, value]) => ` ${key}="${value}"`).join("");
          return nodes.length === 0 ? `<${tag}${list}/>` : `<${tag}${list}>${nodes.join("")}</${tag}>`;
        }),
      node: fc.oneof({ maxDepth: 4 }, words, tie("tree")),
    }));
    fc.assert(
      fc.property(tree, (text) => {
        expect(resultOf(readXmlTree, bytesOf(text))).toEqual(resultOf(strictTree, bytesOf(text)));
      }),
      { seed: 20_241_121, numRuns: 300 },
    );
  });

  test("gives what the other way gives, of every beginning of a part", () => {
    const whole = bytesOf('<a x="1"><b>text &amp; more</b><c d="e"/></a>');
    for (let at = 0; at < whole.length; at += 1) {
      const cut = whole.slice(0, at);
      expect(resultOf(readXmlTree, cut)).toEqual(resultOf(strictTree, cut));
    }
  });

  test("gives what the other way gives, of any text that looks like XML", () => {
    const mark = fc.constantFrom(
      ..."<a>|</a>|<b|/>|>|<|&|;|&amp;|&#9;| c='1'| c=\"&lt;\"|'|\"|<!--|-->|--|<![CDATA[|]]>|<?|?>|!|=|x|\t|\r|\n| |é|\u0001|\ufffe|\u00a0".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 12 }), fc.boolean(), (marks, isWrapped) => {
        const text = isWrapped ? `<r>${marks.join("")}</r>` : marks.join("");
        expect(resultOf(readXmlTree, bytesOf(text))).toEqual(resultOf(strictTree, bytesOf(text)));
      }),
      { seed: 20_261_121, numRuns: 2000 },
    );
  });
});

describe.skipIf(!hasCorpus)("the parts of the corpus (skipped without the corpus)", () => {
  test("become the same tree in both ways, and nearly all of them in the quick one", async () => {
    let parts = 0;
    let quick = 0;
    const differing: string[] = [];
    for await (const { name, bytes } of corpusParts()) {
      const strict = resultOf(strictTree, bytes);
      parts += 1;
      if (quickTree(bytes) !== undefined) quick += 1;
      if (!isDeepStrictEqual(resultOf(readXmlTree, bytes), strict)) differing.push(name);
    }
    expect(differing).toEqual([]);
    expect(parts).toBeGreaterThan(1000);
    expect(quick / parts).toBeGreaterThan(0.9);
  });
});
