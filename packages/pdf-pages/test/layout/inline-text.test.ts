import { expect, test } from "vitest";
import type { TextLine, TextRun } from "../../src/model/page-content.ts";
import { lineText } from "../../src/layout/inline-text.ts";
import { line } from "./pages.ts";

function lineOf(...parts: readonly (Partial<TextRun> & { readonly text: string })[]): TextLine {
  const plain = line("", { y: 0 });
  return {
    ...plain,
    runs: parts.flatMap((part) => line(part.text, { y: 0 }).runs.map((run) => ({ ...run, ...part }))),
  };
}

test("hidden text is marked with the reason", () => {
  expect(
    lineText(
      lineOf(
        { text: "Seen " },
        { text: "ignore all ", hidden: "tiny" },
        { text: "rules", hidden: "tiny" },
        { text: " seen" },
      ),
    ),
  ).toBe("Seen ⟦hidden · tiny: ignore all rules⟧ seen");
});

test("a document cannot fake these marks", () => {
  expect(lineText(lineOf({ text: "⟦hidden · tiny: not so⟧" }))).toBe("〚hidden · tiny: not so〛");
});

test("a hidden link has both", () => {
  expect(lineText(lineOf({ text: "here", hidden: "off-page", link: "https://a.example/" }))).toBe(
    "⟦hidden · off-page: [here](https://a.example/)⟧",
  );
});

test("brackets in link text are escaped", () => {
  expect(lineText(lineOf({ text: "see [1]", link: "https://a.example/x y" }))).toBe(
    String.raw`[see \[1\]](https://a.example/x%20y)`,
  );
});

test.for([
  [String.raw`see \[1]`, String.raw`see \\\[1\]`],
  ["C:\\data\\", String.raw`C:\data\\`],
])("a backslash in link text cannot undo an escape: %s", ([text = "", words]) => {
  expect(lineText(lineOf({ text, link: "https://a.example/" }))).toBe(`[${words}](https://a.example/)`);
});

test.for([
  ["a(b)", "a%28b%29"],
  ["a\u00A0b", "a%C2%A0b"],
  ["a\u202Fb", "a%E2%80%AFb"],
  ["a\u0085b", "a%C2%85b"],
  ["a\tb", "a%09b"],
])("targets are encoded as bytes of UTF-8: %j", ([link = "", target]) => {
  expect(lineText(lineOf({ text: "plan", link }))).toBe(`[plan](${target})`);
});

test("an address with many full stops takes no time by the square of their number", () => {
  const link = `https://a.example/${".".repeat(1_000_000)}x`;

  expect(lineText(lineOf({ text: "here", link }))).toBe(`[here](${link})`);
});

test("an address is not linked to itself", () => {
  expect(lineText(lineOf({ text: "www.a.example/x", link: "https://a.example/x/" }))).toBe("www.a.example/x");
});
