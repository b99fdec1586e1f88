import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReadError } from "@reader/core";
import { createXmlReader } from "../../src/xml/xml-reader.ts";
import { childOf, readXmlTree, textIn } from "../../src/xml/xml-tree.ts";

/** What a reader tells, as words, with runs of text joined. */
function told(bytes: Uint8Array, pieceBytes: number = bytes.length): string {
  let words = "";
  const reader = createXmlReader("part.xml", {
    open(name, attributes) {
      words += `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`)].join(" ")}>`;
    },
    close: (name) => void (words += `</${name}>`),
    text: (characters) => void (words += characters),
  });
  for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes)) reader.write(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return words;
}

function of(text: string): string {
  return told(new TextEncoder().encode(text));
}

function faultOf(bytes: Uint8Array): string {
  try {
    told(bytes);
    return "none";
  } catch (error) {
    return ReadError.is(error) ? `${error.code}: ${error.message}` : `not typed: ${String(error)}`;
  }
}

function fault(text: string): string {
  return faultOf(new TextEncoder().encode(text));
}

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

describe("names carry the prefixes of the standards", () => {
  test.for([
    ["the usual ones stay", `<w:p xmlns:w="${w}" w:a="1" b="2"/>`, "<w:p w:a=1 b=2></w:p>"],
    ["others are changed", `<x:p xmlns:x="${w}" x:a="1"/>`, "<w:p w:a=1></w:p>"],
    ["a default namespace has one", `<p xmlns="${w}" a="1"/>`, "<w:p a=1></w:p>"],
    [
      "those of the Strict form are the same",
      `<s:p xmlns:s="http://purl.oclc.org/ooxml/wordprocessingml/main"/>`,
      "<w:p></w:p>",
    ],
    ["unknown namespaces keep theirs", `<q:p xmlns:q="urn:q" q:a="1"/>`, "<q:p q:a=1></q:p>"],
    ["undeclared prefixes stay", "<q:p q:a='1'/>", "<q:p q:a=1></q:p>"],
    ["xml: needs no declaration", `<p xml:space="preserve"> </p>`, "<p xml:space=preserve> </p>"],
    [
      "a declaration ends with its element, also for the names before it",
      `<x:a xmlns:x="${w}"><x:b xmlns:x="urn:q"><x:c/></x:b><x:d/></x:a>`,
      "<w:a><x:b><x:c></x:c></x:b><w:d></w:d></w:a>",
    ],
    ["a prefix may be declared after its use in a tag", `<x:a x:b="1" xmlns:x="${w}"/>`, "<w:a w:b=1></w:a>"],
    ["xmlnsfoo is an attribute", `<a xmlnsfoo="1"/>`, "<a xmlnsfoo=1></a>"],
  ] as const)("%s", ([, xml, expected]) => expect(of(xml)).toBe(expected));

  test("many elements that declare many prefixes cost what they declare", () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ` xmlns:p${at}="urn:${at}"`).join("");
    const each = Array.from({ length: 20_000 }, (_, at) => `<p${at}:a xmlns:z="urn:z${at}"/>`).join("");
    expect(of(`<a${many}>${each}</a>`).length).toBeGreaterThan(20_000);
  });
});

describe("text", () => {
  test.for([
    ["has the five entities and references", "<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>", `<a><>&"'A😀</a>`],
    ["has CDATA sections as they are", "<a>1<![CDATA[<&]]>2</a>", "<a>1<&2</a>"],
    ["goes on after comments and instructions", "<a>1<!-- - -->2<?x ?>3</a>", "<a>123</a>"],
    ["has line ends as newlines", "<a>1\r\n2\r3</a>", "<a>1\n2\n3</a>"],
    ["keeps its white space", "<a> \t\n<b/> </a>", "<a> \t\n<b></b> </a>"],
    ["may be empty", "<a></a>", "<a></a>"],
  ] as const)("%s", ([, xml, expected]) => expect(of(xml)).toBe(expected));

  test("comes in pieces where it is long, so that no run of it is held whole", () => {
    const bytes = new Uint8Array(64_000_007).fill(0x20);
    bytes.set(new TextEncoder().encode("<a>"), 0);
    bytes.set(new TextEncoder().encode("</a>"), bytes.length - 4);
    let longest = 0;
    let length = 0;
    const reader = createXmlReader("part.xml", {
      open: () => undefined,
      close: () => undefined,
      text(characters) {
        longest = Math.max(longest, characters.length);
        length += characters.length;
      },
    });
    reader.write(bytes);
    reader.end();
    expect(length).toBe(64_000_000);
    expect(longest).toBeLessThan(300_000);
  });

  test("is the same whatever its length and whatever stands in it", () => {
    for (const filling of ["x", "&amp;", "é", "😀", "\r\n", "]]", "&#13;"]) {
      const inner = filling.repeat(100_000);
      expect(of(`<a><b>${inner}</b>${inner}<c/></a>`)).toBe(
        ((expected: string) => `<a><b>${expected}</b>${expected}<c></c></a>`)(
          inner.replaceAll("&amp;", "&").replaceAll("\r\n", "\n").replaceAll("&#13;", "\r"),
        ),
      );
    }
  });
});

describe("encodings", () => {
  const xml = "<a>é€ü</a>";
  const utf16 = (text: string, isLittle: boolean): Uint8Array => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
    return new Uint8Array(view.buffer);
  };
  test.for([
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\uFEFF${xml}`)],
    [
      "UTF-8 with two of them, and a declaration",
      new TextEncoder().encode(`\uFEFF\uFEFF\n<?xml version="1.0"?>${xml}`),
    ],
    ["UTF-16, the low byte first", utf16(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${xml}`, true)],
    ["UTF-16, the high byte first", utf16(`\uFEFF${xml}`, false)],
    ["UTF-16 without a mark", utf16(xml, true)],
    ["UTF-8 that is said to be UTF-16", new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-16"?>${xml}`)],
    ["UTF-8 of an unknown name", new TextEncoder().encode(`<?xml version="1.0" encoding="x-mine"?>${xml}`)],
    [
      "windows-1252",
      Uint8Array.from(`<?xml version='1.0' encoding='windows-1252'?><a>\xe9\x80\xfc</a>`, (character) =>
        character.charCodeAt(0),
      ),
    ],
  ] as const)("%s is read, whole and byte by byte", ([, bytes]) => {
    expect(told(bytes)).toBe(xml);
    expect(told(bytes, 1)).toBe(xml);
  });

  test("bytes that are no characters are shown as such", () => {
    expect(told(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0xc3, 0x3c, 0x2f, 0x61, 0x3e))).toBe("<a>\uFFFD\uFFFD</a>");
  });
});

describe("what is no XML of a document is corrupt", () => {
  test.for([
    ["a document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "declares a document type"],
    ["an entity of its own", "<a>&nbsp;</a>", "not well-formed"],
    ["an entity that does not end", `<a>&${"x".repeat(200_000)}</a>`, "not well-formed"],
    ["a reference to no character", "<a>&#0;</a>", "not well-formed"],
    ["a reference beyond all characters", "<a>&#x110000;</a>", "not well-formed"],
    ["a control character", "<a>\u0000</a>", "not well-formed"],
    ["an attribute twice", `<a b="1" b="2"/>`, "not well-formed"],
    ["an attribute without quotes", "<a b=1/>", "not well-formed"],
    ["a tag that is not closed", "<a><b></a>", "not well-formed"],
    ["an end that is missing", "<a><b>", "not well-formed"],
    ["two roots", "<a/><b/>", "not well-formed"],
    ["text alone", "hello", "not well-formed"],
    ["nothing", "", "not well-formed"],
    ["300 elements in one another", "<a>".repeat(300) + "</a>".repeat(300), "more than 256 deep"],
    ["an attribute of 17 million characters", `<a b="${"x".repeat(17_000_000)}"/>`, "a tag of more than"],
    ["a name of 17 million characters", `<${"x".repeat(17_000_000)}/>`, "a tag of more than"],
    ["a comment of 17 million characters", `<a><!--${"x".repeat(17_000_000)}--></a>`, "a tag of more than"],
  ] as const)("%s", ([, xml, problem]) => {
    const found = fault(xml);
    expect(found).toMatch(/^corrupt: part\.xml /);
    expect(found).toContain(problem);
  });

  test("256 elements in one another are read", () => {
    expect(fault("<a>".repeat(256) + "</a>".repeat(256))).toBe("none");
  });

  test("a fault of the listener stays what it is", () => {
    const reader = createXmlReader("part.xml", {
      open() {
        throw new TypeError("mine");
      },
      close: () => undefined,
      text: () => undefined,
    });
    expect(() => reader.write(new TextEncoder().encode(`<a/>${" ".repeat(200)}`))).toThrow(TypeError);
  });

  test("random bytes are either read or corrupt", () => {
    const markup = fc.constantFrom(
      "<a>",
      "</a>",
      "<b c='1'/>",
      "&amp;",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?x",
      "?>",
      "x",
      "\r",
      "😀",
      "<",
      ">",
      "&",
      ";",
      '"',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(markup, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 30 }),
        (pieces) => {
          expect(fault(`<a>${pieces.join("")}</a>`)).toMatch(/^(?:none$|corrupt: )/);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });
});

test("the events do not depend on where the pieces are cut", () => {
  const piece = fc.constantFrom(
    "<w:a>",
    "</w:a>",
    "<b c='é&amp;'/>",
    "&#x41;",
    "text",
    "\r\n",
    "😀",
    "<!-- x -->",
    "<![CDATA[y]]>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), (pieces, pieceBytes) => {
      const bytes = new TextEncoder().encode(`<x xmlns:w="${w}">${pieces.join("")}</x>`);
      const fault = faultOf(bytes);
      if (fault === "none") expect(told(bytes, pieceBytes)).toBe(told(bytes));
      else expect(() => told(bytes, pieceBytes)).toThrow("part.xml");
    }),
    { numRuns: 300, seed: 9 },
  );
});

describe("a tree", () => {
  const tree = readXmlTree(new TextEncoder().encode(`<a b="1">x<c><d>y</d></c> <c e="2"/></a>`), "part.xml");

  test("has what the part has, in order", () => {
    expect(tree).toEqual({
      name: "a",
      attributes: { b: "1" },
      children: [
        "x",
        { name: "c", attributes: {}, children: [{ name: "d", attributes: {}, children: ["y"] }] },
        " ",
        { name: "c", attributes: { e: "2" }, children: [] },
      ],
    });
  });

  test("is gone through by names", () => {
    expect(textIn(childOf(tree, "c", "d"))).toBe("y");
    expect(childOf(tree, "c", "none")).toBeUndefined();
    expect(textIn(tree)).toBe("xy ");
  });
});
