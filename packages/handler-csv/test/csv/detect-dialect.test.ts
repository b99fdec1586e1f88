import { describe, expect, test } from "vitest";
import { detectDialect, readStart } from "../../src/csv/table-start.ts";

const delimiterOf = (text: string, expected: "," | "\t" = ","): string => detectDialect({ text, expected }).delimiter;

describe("the delimiter", () => {
  test.for([
    [",", "a,b,c\n1,2,3\n"],
    [";", "a;b;c\n1;2;3\n"],
    ["\t", "a\tb\tc\n1\t2\t3\n"],
    ["|", "a|b|c\n1|2|3\n"],
    [":", "root:x:0:0\ndaemon:x:1:1\nbin:x:2:2\n"],
    [" ", "1 2 3\n4 5 6\n7 8 9\n"],
    [";", "name;price\nA;1,50\nB;2,75\n"],
    [";", "1,5;2\n3,4;6\n7,1;8\n"],
    [",", 'name,words\nA,"x; y; z"\nB,"u; v"\n'],
    [",", "time,value\n10:15,1\n10:20,2\n10:25,3\n"],
    [",", "just one column\nof words, mostly\nand more\n"],
    [";", "sep=;\na,b;c\n1,2;3\n"],
    ["^", "sep=^\na^b\n1^2\n"],
    [",", ""],
  ] as const)("%j is found in %j", ([delimiter, text]) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  test("is that of most rows where they are ragged", () => {
    expect(delimiterOf("a,b,c\n1,2\n1,2,3\n1,2,3,4\n1,2,3\n")).toBe(",");
  });

  test("is a tab in a file that says so, where nothing else tells", () => {
    expect(delimiterOf("alone\n", "\t")).toBe("\t");
  });
});

describe("quotation marks", () => {
  test.for([
    ["doubled", 'a,"b ""c"" d"\n'],
    ["backslash", String.raw`a,"b \"c\" d"` + "\n"],
    ["doubled", String.raw`path,"C:\temp\",x` + "\n"],
  ] as const)("are escaped by %s in %j", ([escape, text]) => {
    expect(detectDialect({ text, expected: "," }).escape).toBe(escape);
  });

  test("may be single ones", () => {
    expect(detectDialect({ text: "'a,b',1\n'c,d',2\n", expected: "," }).quote).toBe("'");
    expect(detectDialect({ text: "it's,1\nthat's,2\n", expected: "," }).quote).toBe('"');
  });

  test("may come behind a blank", () => {
    expect(detectDialect({ text: 'a, "b, c", d\n', expected: "," }).skipsBlanks).toBe(true);
    expect(detectDialect({ text: 'a, b\n"c", d\n', expected: "," }).skipsBlanks).toBe(false);
  });
});

describe("the header", () => {
  const headerOf = (text: string): number | undefined => readStart(text, { isWhole: true, expected: "," }).headerRow;

  test.for([
    [1, "name,age\nAnn,30\n"],
    [undefined, "1,2\n3,4\n"],
    [undefined, "a,b\n"],
    [2, "sep=,\nname,age\nAnn,30\n"],
    [3, "# made by hand\n# in May\nname,age\nAnn,30\n"],
    [2, "# made by hand\n#name,age\nAnn,30\n"],
  ] as const)("is row %j of %j", ([row, text]) => {
    expect(headerOf(text)).toBe(row);
  });
});
