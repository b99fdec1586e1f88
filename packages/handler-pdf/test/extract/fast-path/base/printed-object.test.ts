import { expect, test } from "vitest";
import { entriesIn, listIn, referenceIn } from "../../../../src/extract/fast-path/base/printed-object.ts";

test("a dictionary is split into its printed values", () => {
  const text = "<</S/P/P 7 0 R/K[0 21 0 R]/A<</O/Layout/W[1 2]>>/B true/C(x)/D -1.5>>";
  expect(Object.fromEntries(entriesIn(text))).toEqual({
    S: "/P",
    P: "7 0 R",
    K: "[0 21 0 R]",
    A: "<</O/Layout/W[1 2]>>",
    B: "true",
    C: "(x)",
    D: "-1.5",
  });
});

test("brackets in strings and names are ignored", () => {
  const text = String.raw`<</T(\(>>/S/P)/E<3E3E>/U(a(b)c\\)/S/H1>>`;
  expect(entriesIn(text).get("S")).toBe("/H1");
  expect(entriesIn(text).get("U")).toBe(String.raw`(a(b)c\\)`);
});

test("whitespace between entries is ignored", () => {
  expect(Object.fromEntries(entriesIn("<< /S /P /K  3 >>"))).toEqual({ S: "/P", K: "3" });
});

test.for(["null", "", "[1 2]", "7 0 R", "<<>>", "<<"])("%s has no entries", (text) => {
  expect(entriesIn(text).size).toBe(0);
});

test.for(["<</S", "<</S/P/K[", "<</S(", "<</A<</B", "<</S ]]]>>>>", "<<(a)(b)>>", "<<1 2 3>>"])(
  "a truncated or damaged text ends: %s",
  (text) => {
    expect(entriesIn(text).size).toBeLessThan(4);
    expect(listIn(`[${text}`).references.length).toBeLessThan(9);
  },
);

test("a list has the numbers of its objects, and its own numbers", () => {
  const { references, numbers } = listIn("[0 21 0 R null 22 0 R[5 0 R]<</MCID 4>>/Name(7 0 R)true 3 1.5]");
  expect(references).toEqual([-1, 21, 0, 22, -1, -1, -1, -1, -1, -1, -1]);
  expect(numbers).toEqual([0, 3]);
});

test("a value that is not a list is its only element", () => {
  expect(listIn("12")).toMatchObject({ references: [-1], numbers: [12] });
  expect(listIn("12 0 R")).toMatchObject({ references: [12], numbers: [] });
});

test("a reference differs from numbers and names", () => {
  expect(referenceIn("12 0 R")).toBe(12);
  expect(referenceIn("12")).toBeUndefined();
  expect(referenceIn("/R")).toBeUndefined();
  expect(referenceIn(undefined)).toBeUndefined();
});
