import iconv from "iconv-lite";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectText } from "../../../src/text/encoding/detect-encoding.ts";
import { openDecoder } from "../../../src/text/encoding/encodings.ts";
import { concat, utf8 } from "../../detect/support.ts";
import { readerOf } from "../../reader/support.ts";

const chinese = "今天天气很好，我们一起去公园散步吧。这是一个中文的测试。";
const korean = "오늘은 날씨가 아주 좋아서 공원으로 산책을 가려고 합니다.";

/** Text as RFC 1843 writes it: every stretch beyond ASCII between `~{` and `~}`. */
function hz(text: string): Uint8Array {
  const words = text.replaceAll("~", "~~").replaceAll(/[^\0-\x7f]+/g, (stretch) => `~{${lowered(stretch, "gb2312")}~}`);
  return utf8(words);
}

/** Text as RFC 1557 writes it: a designator first, and every stretch beyond ASCII between SO and SI. */
function iso2022kr(text: string): Uint8Array {
  const words = text.replaceAll(/[^\0-\x7f]+/g, (stretch) => `\u000e${lowered(stretch, "euc-kr")}\u000f`);
  return utf8(`\u001b$)C\n${words}`);
}

function lowered(text: string, encoding: string): string {
  return String.fromCharCode(...iconv.encode(text, encoding).map((byte) => byte & 0x7f));
}

const encoded = [
  ["hz-gb-2312", hz(`Hello ${chinese}\n~ and ${chinese}\n`), `Hello ${chinese}\n~ and ${chinese}\n`],
  ["iso-2022-kr", iso2022kr(`Hi ${korean}\n${korean}\n`), `\nHi ${korean}\n${korean}\n`],
] as const;

describe("text in bytes of ASCII with shifts", () => {
  test.for(encoded)("%s is detected and read", async ([encoding, bytes, text]) => {
    expect(detectText(bytes, true)?.encoding).toBe(encoding);
    expect((await openDecoder(encoding)).decode(bytes)).toBe(text);
  });

  test.for(encoded)("%s is read the same in pieces of any length", async ([encoding, bytes, text]) => {
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 });
    const property = fc.asyncProperty(cuts, async (given) => {
      const decoder = await openDecoder(encoding);
      const at = [0, ...given.toSorted((one, other) => one - other), bytes.length];
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const read = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("");
      expect(read + decoder.decode(new Uint8Array())).toBe(text);
    });
    await fc.assert(property, { seed: 7, numRuns: 300 });
  });

  test.for(encoded)("%s: a window, a search and a count see the same lines", async ([, bytes, text]) => {
    const many = concat(...Array.from({ length: 3000 }, () => bytes));
    const lines = text.split("\n").slice(0, -1);
    const reader = await readerOf({ "a.txt": many });
    const found = await reader.read({ path: "a.txt", find: lines.at(-1) ?? "", limit: 2 });
    const window = await reader.read({ path: "a.txt", offset: lines.length * 1500 + 1, limit: lines.length });
    expect(window.parts).toMatchObject([{ text: lines.join("\n"), firstLine: lines.length * 1500 + 1 }]);
    expect(JSON.stringify(found.parts)).toContain(lines.at(-1));
  });

  test("a break that HZ joins is kept, and a shift that is left open ends with its line", async () => {
    const decoder = await openDecoder("hz-gb-2312");
    expect(decoder.decode(utf8("a ~\nb ~{<:\nplain ~~ ~{<:~}"))).toBe("a \nb 己\nplain ~ 己");
  });
});

test.for([
  "const pattern = /~{2,}~}/;",
  "rm -rf ~{a,b}~}",
  String.raw`see Figure~{\ref{one}} and~{two}~}`,
  "x = ~{abcdef~} + ~{ghijkl~}",
  "https://example.com/~{user}/~}index",
  "~{",
  "~{~}",
  "my $re = qr~{foo}~;\nprint qq~{ABCD~}\n",
  "\u001b$)C is a designator, and nothing is shifted",
])("%j is plain ASCII", (text) => {
  expect(detectText(utf8(`${text}\n`.repeat(3)), true)).toMatchObject({ encoding: "utf-8", isAsciiSoFar: true });
});
