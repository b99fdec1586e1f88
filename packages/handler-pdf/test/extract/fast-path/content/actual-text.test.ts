import { expect, test } from "vitest";
import { ActualText } from "../../../../src/extract/fast-path/content/actual-text.ts";
import { halfFont, run } from "./run.ts";

test.for<readonly [content: string, shown: readonly string[]]>([
  ["/S <</ActualText (abc)>> BDC (abc) Tj EMC", ["a@0,800 b@5,800 c@10,800"]],
  ["/S <</ActualText ()>> BDC (abc) Tj EMC (d) Tj", ["", "d@15,800"]],
  ["/S <</ActualText <FEFF00AD>>> BDC (-) Tj EMC", ["\u00AD@0,800"]],
  ["/S <</ActualText (xyz)>> BDC (a) Tj EMC", ["x@0,800", "yz@5,800"]],
  ["/S <</ActualText (x)>> BDC (abc) Tj EMC", ["x@0,800"]],
  ["/S <</ActualText (abcd)>> BDC (ab) Tj 1 g (cd) Tj EMC", ["a@0,800 b@5,800", "c@10,800 d@15,800"]],
  ["/S <</ActualText (abxc)>> BDC (abyc) Tj EMC", ["a@0,800 bx@5,800 c@15,800"]],
  ["/S <</ActualText (abc)>> BDC EMC", []],
  ["/S <</Alt (x)>> BDC (a) Tj EMC", ["a@0,800"]],
])("%s shows the ActualText", ([content, shown]) => {
  const { log } = run(`BT /F 10 Tf ${content} ET`);
  expect(log.filter((line) => !/^(?:begin|end)/u.test(line))).toEqual(shown);
});

test.for([
  "/S <</ActualText (abc)>> BDC ET 0 0 9 9 re f BT EMC",
  "/S <</ActualText (abc)>> BDC /S <</ActualText (a)>> BDC (a) Tj EMC EMC",
  "/S <</ActualText <FEFFFB01>>> BDC (a) Tj EMC",
  "/S <</ActualText (abxyzc)>> BDC (abvc) Tj EMC",
  "/S <</ActualText (\u0096)>> BDC (a) Tj EMC",
])("%s is left to the engine", (content) => {
  expect(run(`BT /F 10 Tf ${content} ET`).outcome).toEqual({ kind: "bail", reason: "actual text" });
});

test.for(["ff", "fi", "ffl", "st", "մն"])("%s may be a ligature that differs from the ActualText", (text) => {
  const replacement = new ActualText({ glyph: () => undefined, endText: () => undefined }, text);
  replacement.glyph(halfFont, { text, advance: 0.5, width: 0.5 }, [1, 0, 0, 1, 0, 0]);
  expect(() => replacement.endText()).toThrow("actual text");
});
