import fc from "fast-check";
import { expect, test } from "vitest";
import { fence } from "@reader/document";
import { labelOf, textOf } from "../src/document/parse.ts";
import { extractDataUris, replaceBase64 } from "../src/outputs/encoded-text.ts";
import { layOutJson, settleCarriageReturns, stripAnsi } from "../src/outputs/readable.ts";
import { base64 } from "./builders.ts";

/** Returns base64 of this length that looks like a file. */
function wall(length: number): string {
  return Array.from({ length }, (_, index) => "aZ0bY1cX2+dW3/"[(index * 5 + (index >> 3)) % 14]).join("");
}

test.for([
  ["colours", "\u001b[1;31mred\u001b[0m \u001b[38;2;1;2;3mtrue\u001b[m", "red true"],
  ["cursor movements", "a\u001b[2K\u001b[1Gb\u001b[?25l", "ab"],
  ["links", "\u001b]8;;https://x.y\u0007here\u001b]8;;\u0007 \u001b]8;;z\u001b\\there\u001b]8;;\u001b\\", "here there"],
  ["titles without an end", "\u001b]0;title", ""],
  ["short escapes", "\u001b(Ba\u001b7b\u001b=c\u001bM", "abc"],
  ["8-bit controls", "\u009b31mred\u009d0;t\u009c!", "red!"],
  ["a lone escape", "a\u001b", "a\u001b"],
  ["brackets of its own", "a[31mb", "a[31mb"],
] as const)("strips %s", ([, text, expected]) => {
  expect(stripAnsi(text)).toBe(expected);
});

test.for([
  ["a\rb", "b"],
  ["a\rb\rc\nd\re", "c\ne"],
  ["a\r\nb\r\n", "a\nb\n"],
  ["a\r\r\nb", "a\nb"],
  ["a\rb\r", "b"],
  ["\r", ""],
  ["a\n\r", "a\n"],
  ["no returns\n", "no returns\n"],
] as const)("settles %j as %j", ([text, expected]) => {
  expect(settleCarriageReturns(text)).toBe(expected);
});

test.for([
  "\u001b",
  "\u001b[",
  "\u001b]",
  "\r",
  "\r\r\n",
  "\u001b[1;",
  "A1b",
  "aB3/ ",
  `${wall(255)} `,
  `${wall(70)}\n`,
  "data:image/png;base64,",
  "![",
  "data:a/b;",
])("cleans half a million times the start of %j", (piece) => {
  const text = `${piece.repeat(500_000 / piece.length)}x`;
  const cleaned = replaceBase64(settleCarriageReturns(stripAnsi(extractDataUris(text).text)));
  expect(cleaned.length).toBeLessThanOrEqual(text.length);
});

test("replaces blocks of base64 and reports their length", () => {
  expect(replaceBase64(`x = "${wall(256)}"`)).toBe('x = "(base64, 256 characters, not shown)"');
  expect(replaceBase64(`${wall(300)}== end`)).toBe("(base64, 302 characters, not shown) end");
  const wrapped = base64(Uint8Array.from({ length: 400 }, (_, index) => index * 7));
  expect(replaceBase64(`start ${wrapped}end`)).toMatch(/^start \(base64, \d+ characters, not shown\)\nend$/);
  expect(replaceBase64(`"${wrapped.replaceAll("\n", String.raw`\n`)}"`)).toMatch(
    /^"\(base64, \d+ characters, not shown\)\\n"$/,
  );
});

test("replaces blocks of any length", () => {
  const letters = wall(1200);
  const long = letters.repeat(10_000);
  expect(replaceBase64(long)).toBe(`(base64, ${long.length} characters, not shown)`);
  const lines = `${wall(76)}\n`.repeat(150_000);
  expect(replaceBase64(lines)).toBe(`(base64, ${lines.length - 1} characters, not shown)\n`);
});

test("extracts an image of any length", () => {
  const data = wall(1000).repeat(12_000);
  const { text, images } = extractDataUris(`see ![a](data:image/png${";a=b".repeat(8)};base64,${data}) there`);
  expect(text).toBe("see ![a](embedded:image/png) there");
  expect(images).toMatchObject([{ mediaType: "image/png", alt: "a" }]);
  expect(images[0]?.data.length).toBe(data.length);
});

test.for([
  ["a short run", wall(255)],
  ["one letter", "A".repeat(5000)],
  ["a genome", "ACGT".repeat(500)],
  ["a digest", "0123456789abcdef".repeat(40)],
  ["rules", `${"=".repeat(300)}\n${"-".repeat(300)}`],
  ["prose", "The Quick brown fox jumps over 13 lazy dogs. ".repeat(50)],
  ["four wrapped lines", `${wall(76)}\n`.repeat(4)],
] as const)("leaves %s as it is", ([, text]) => {
  expect(replaceBase64(text)).toBe(text);
});

test("extracts data URIs with their media types and alternative texts", () => {
  expect(extractDataUris("![a b](data:image/PNG;base64,QUJD) data:image/gif;charset=x;base64,QUI=")).toEqual({
    text: "![a b](embedded:image/png) embedded:image/gif",
    images: [
      { mediaType: "image/png", data: "QUJD", alt: "a b" },
      { mediaType: "image/gif", data: "QUI=", alt: undefined },
    ],
  });
});

test("replaces data URIs of other types without returning them", () => {
  expect(extractDataUris("url(data:font/woff2;base64,QUJD)")).toEqual({ text: "url(embedded:font/woff2)", images: [] });
});

test.for(["data:image/svg+xml,%3Csvg", "data:text/plain;base64", "base64,QUJD", "metadata:a"])("leaves %s", (text) => {
  expect(extractDataUris(text)).toEqual({ text, images: [] });
});

test.for([
  ["a", "```x\na\n```\n"],
  ["a\n", "```x\na\n```\n"],
  ["a\n\n", "```x\na\n\n```\n"],
  ["``", "```x\n``\n```\n"],
  ["```", "````x\n```\n````\n"],
  ["a `````` b", "```````x\na `````` b\n```````\n"],
  ["", ""],
  [" \n\t\n", ""],
] as const)("fences %j", ([content, expected]) => {
  expect(fence("x", content)).toBe(expected);
});

test("chooses fences that no content can end", () => {
  const content = fc
    .array(fc.constantFrom("`", "``", "```", "~~~", "a", "\n", " "), { minLength: 1, maxLength: 20 })
    .map((each) => each.join(""));
  fc.assert(
    fc.property(content, fc.string(), (text, info) => {
      fc.pre(text.trim() !== "");
      const lines = fence(info, text).split("\n");
      const marks = /^`{3,}/.exec(lines[0] ?? "")?.[0] ?? "";
      expect(lines.slice(1, -2).join("\n")).not.toContain(marks);
      expect(lines.slice(-2)).toEqual([marks, ""]);
      expect(lines[0]?.slice(marks.length)).not.toContain("`");
    }),
    { seed: 6 },
  );
});

test.for([
  [null, "null"],
  ["a", '"a"'],
  [[], "[]"],
  [{}, "{}"],
  [{ a: [1, { b: null }], "c d": "e" }, '{"a": [1, {"b": null}], "c d": "e"}'],
  [{ a: "x".repeat(100) }, `{\n "a": "${"x".repeat(100)}"\n}`],
  [["x".repeat(60), "y".repeat(60), 1, null], `[\n "${"x".repeat(60)}",\n "${"y".repeat(60)}", 1, null\n]`],
  [["x".repeat(60), ["y".repeat(60), 1]], `[\n "${"x".repeat(60)}",\n ["${"y".repeat(60)}", 1]\n]`],
] as const)("lays out %j", ([value, expected]) => {
  expect(layOutJson(value)).toBe(expected);
});

test("fills a long list of numbers into lines of 100 characters", () => {
  const rows = layOutJson(Array.from({ length: 1000 }, (_, index) => index)).split("\n");
  expect(rows.length).toBeLessThan(60);
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(102);
});

test("formats JSON without changing its meaning", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(JSON.parse(layOutJson(JSON.parse(json))))).toBe(json);
    }),
    { seed: 7 },
  );
});

test.for([
  ["a", "a"],
  [["a", "b"], "ab"],
  [["a", 1, null, { b: [] }], 'a1null{"b":[]}'],
  [5, "5"],
  [false, "false"],
  [{ a: 1 }, '{"a":1}'],
  [null, ""],
  [undefined, ""],
  [[], ""],
] as const)("takes %j for the text %j", ([value, expected]) => {
  expect(textOf(value)).toBe(expected);
});

test.for([
  ["  a \n b ", "a b"],
  [5, "5"],
  ["", undefined],
  [" \n", undefined],
  [null, undefined],
  [["a"], undefined],
  [{}, undefined],
  [true, undefined],
  ["x".repeat(200), "x".repeat(80)],
] as const)("takes %j for the label %j", ([value, expected]) => {
  expect(labelOf(value)).toBe(expected);
});
