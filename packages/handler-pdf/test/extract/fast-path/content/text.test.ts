import { expect, test } from "vitest";
import { formOf, pairFont, run } from "./run.ts";

test.for<readonly [content: string, log: readonly string[]]>([
  ["BT /F 10 Tf 100 700 Td (ab) Tj ET", ["a@100,100 b@105,100"]],
  ["BT /F 10 Tf 100 700 Td 2 Tc (ab) Tj ET", ["a@100,100 b@107,100"]],
  ["BT /F 10 Tf 3 Tw ( a) Tj ET", [" @0,800 a@8,800"]],
  ["BT /F 10 Tf 200 Tz 1 Tc 1 Tw ( a) Tj ET", [" @0,800 a@14,800"]],
  ["BT /F 10 Tf 4 Ts (a) Tj ET", ["a@0,796"]],
  ["BT /F 10 Tf [(a)-100(b) 500 (c)] TJ ET", ["a@0,800 b@6,800 c@6,800"]],
  ["BT /F 10 Tf 12 TL (a) Tj T* (b) Tj (c) ' ET", ["a@0,800 b@0,812 c@0,824"]],
  ['BT /F 10 Tf 12 TL 1 2 (ab) " ET', ["a@0,812 b@7,812"]],
  ["BT /F 10 Tf 5 -20 TD (a) Tj T* (b) Tj ET", ["a@5,820 b@5,840"]],
  ["BT /F 1 Tf 10 0 0 10 50 60 Tm (a) Tj 2 1 Td (b) Tj ET", ["a@50,740 b@70,730"]],
  ["q 2 0 0 2 10 20 cm BT /F 10 Tf (ab) Tj ET Q", ["a@10,780 b@20,780"]],
  ["BT /F 10 Tf (a) Tj 1 0 0 rg (b) Tj ET", ["a@0,800", "b@5,800"]],
  ["BT /F 10 Tf (a) Tj 3 Tr (b) Tj ET", ["a@0,800", "b@5,800"]],
  ["BT /F 10 Tf (a) Tj ET BT (b) Tj ET", ["a@0,800", "b@0,800"]],
  ["BT (without a font) Tj ET", []],
  ["BT /F 10 Tf () Tj ET", []],
  ["BT /P 10 Tf <00610062> Tj ET", ["a@0,800 b@5,800"]],
  ["BT /F 10 Tf (a) Tj /P 10 Tf <0062> Tj /F 10 Tf (c) Tj /#46 10 Tf (d) Tj ET", ["a@0,800 b@5,800 c@10,800 d@15,800"]],
])("%s shows each glyph at its position", ([content, log]) => {
  const ran = run(content);
  expect(ran.log).toEqual(log);
  expect(ran.outcome.kind).toBe("done");
});

test.for<readonly [string: string, shown: string]>([
  ["(a\\(b\\)c)", "a(b)c"],
  ["(a(b)c)", "a(b)c"],
  ["(\\101\\1012\\7)", "AA2\u0007"],
  ["(a\\\nb\\\r\nc)", "abc"],
  ["(\\n\\r\\t\\b\\f\\x)", "\n\r\t\b\fx"],
  ["(\\\\)", "\\"],
  ["<6 1\n62>", "ab"],
  [`(${"a\\142".repeat(300)})`, "ab".repeat(300)],
])("the string %s is parsed as PDF defines it", ([string, shown]) => {
  const { log } = run(`BT /F 10 Tf ${string} Tj ET`);
  expect(log.join("").replaceAll(/@[\d,]+ ?/gu, "")).toBe(shown);
});

test.for<readonly [number: string, x: number]>([
  ["12", 12],
  ["+12", 12],
  ["-12.5", -12.5],
  [".5", 0.5],
  ["4.", 4],
  ["-.25", -0.25],
  ["0.12345678901234567890", 0.12],
])("the number %s is %s", ([number, x]) => {
  expect(run(`BT /F 1 Tf ${number} 0 Td (a) Tj ET`).log).toEqual([`a@${x},800`]);
});

test.for(["--5", "1.2.3", "1e5", "5-3", "-", ".", "12345678901", "1234567890123.5"])(
  "the number %s is left to the engine",
  (number) => {
    expect(run(`${number} 0 Td`).outcome).toEqual({ kind: "bail", reason: "number" });
  },
);

test("unknown codes of a font are reported for the whole page at once", () => {
  const { outcome } = run("BT /P 10 Tf <0061 1234> Tj <1234 2345> Tj ET");
  expect(outcome).toEqual({ kind: "unknown", codes: new Map([[pairFont, new Set([0x1234, 0x2345])]]) });
});

test("an array before an operator that shows no text does not move the pen", () => {
  expect(run("BT /F 10 Tf (a) Tj [3 2] 0 d (b) Tj ET").log).toEqual(["a@0,800", "b@5,800"]);
});

test("a form shows its text at its matrix, and its state ends with it", () => {
  const forms = { Form: formOf("/F 20 Tf BT (a) Tj ET q q", { matrix: [1, 0, 0, 1, 30, 40] }) };
  const { log } = run("/F 10 Tf q 2 0 0 2 0 0 cm /Form Do Q BT (b) Tj ET", { forms });
  expect(log).toEqual(["a@60,720", "b@0,800"]);
});

test("a surplus Q restores the initial state of the page", () => {
  expect(run("1 0 0 1 50 0 cm Q Q Q BT /F 10 Tf (a) Tj ET").log).toEqual(["a@0,800"]);
});

test.for<readonly [content: string, log: readonly string[]]>([
  ["/P <</MCID 7>> BDC BT /F 10 Tf (a) Tj ET EMC", ["begin P 7", "a@0,800", "end"]],
  ["/P /Second BDC EMC", ["begin P 2", "end"]],
  ["/Artifact <</Attached [/Top] /BBox [1 2 3 4] /Sub <</A true>> /MCID 1>> BDC EMC", ["begin Artifact 1", "end"]],
  ["/Artifact BMC EMC", ["begin Artifact", "end"]],
  ["/Mark MP /Mark <</MCID 3>> DP", ["begin Mark", "end", "begin Mark 3", "end"]],
])("%s reports marked content", ([content, log]) => {
  expect(run(content).log).toEqual(log);
});

test.for<readonly [content: string, reason: string]>([
  ["BT /F 10 Tf <01> Tj ET", "glyph"],
  ["BT /Missing 10 Tf ET", "font"],
  ["BT /P 10 Tf (a) Tj ET", "odd string"],
  ["/Pattern cs /Stripes scn BT /F 10 Tf (a) Tj ET", "pattern"],
  ["BT /F 10 Tf (a) Tj 0 0 10 10 re f ET", "order"],
  ["BT /F 10 Tf [(a) /Name] TJ ET", "list"],
  ["BT /F 10 Tf (a) (b) Tj ET", "strings"],
  ["9 Tr", "text mode"],
  ["unknown", "operator"],
  ["foo", "operator"],
  ["/Sh0 sh", "name"],
  ["BX /Sh0 sh EX", "name"],
  ["q 700 0 10 10 re W n /Endless sh Q", "shading"],
  ["q 10 10 50 0 re W n 20 20 5 5 re W n /Endless sh Q", "shading"],
  ["9 0 d0", "glyph content"],
  ["{ }", "syntax"],
  [") Tj", "syntax"],
  ["<< /Key", "dictionary"],
  ["0 0 m 9 9 l h 5 5 l S", "path"],
])("%s is left to the engine", ([content, reason]) => {
  expect(run(content).outcome).toEqual({ kind: "bail", reason });
});

test("unknown operators are ignored in compatibility sections", () => {
  expect(run("BX 1 (a) foo EX BT /F 10 Tf (a) Tj ET").log).toEqual(["a@0,800"]);
});
