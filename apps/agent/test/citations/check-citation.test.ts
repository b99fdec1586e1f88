import type { Place, TextSection } from "@reader/core";
import { expect, test } from "vitest";
import { checkCitations, type ShownFile } from "../../src/citations/check-citation.ts";

function section(firstLine: number, text: string, at?: Place): TextSection {
  const lineCount = text.split("\n").length;
  return { type: "text", text, firstLine, lineCount, ...(at === undefined ? {} : { at }) };
}

function shownFile(path: string, sections: readonly TextSection[], rest: Partial<ShownFile> = {}): ShownFile {
  return { path, scope: {}, sections, images: [], documents: [], ...rest };
}

const orders: Place = { unit: "sheet", index: 1, label: '"Orders" B1:D4' };
const rates: Place = { unit: "sheet", index: 2, label: '"Rates" · hidden' };

const seen: readonly ShownFile[] = [
  shownFile("logs/app.log", [section(1, "start\nready"), section(3, "third")]),
  shownFile("logs/app.log", [section(10, "tenth")]),
  shownFile("report.pdf", [section(1, "# Summary", { unit: "page", index: 1 })], {
    images: [{ unit: "page", index: 3 }],
  }),
  shownFile("native.pdf", [], { documents: [4] }),
  shownFile("unknown.pdf", [], { documents: [undefined] }),
  shownFile("book.xlsx", [
    section(5, "| |B|C|D|\n|-|-|-|-|\n|1|Day|Placed|Lost\\|late|\n|2|Mo|53|14|\n|4 hidden|Tu|3|63|", orders),
    section(10, "A1: 0.19\nC7: FALSE", rates),
  ]),
  shownFile("cut.xlsx", [section(30, "|20|a|b|c|", orders)]),
  shownFile("backup.zip", [section(1, "# A", { unit: "entry", index: 1, label: "docs/a.md" })]),
  shownFile("backup.zip", [section(1, "one\ntwo", { unit: "entry", index: 2, label: "docs/c.md in backup.zip" })], {
    scope: { select: "docs/c.md" },
  }),
  shownFile("backup.zip", [section(1, "Four", { unit: "page", index: 4 })], { scope: { select: "docs/d.pdf" } }),
  shownFile("a [x].txt", [section(1, "bracket")]),
  shownFile("new\nline.txt", [section(1, "odd name")]),
  shownFile("notes.md", [section(1, "note")], { asked: "/srv/files/notes.md" }),
  shownFile("page.html", [section(7, "Second", { unit: "section", index: 2, label: "Two" })]),
  shownFile("photo.png", [], { images: [undefined] }),
  shownFile("failed.pdf", []),
];

function check(mark: string): { readonly verdict: string; readonly why: string; readonly request: object } {
  const [citation, ...others] = checkCitations(`[${mark}]`, seen);
  if (citation === undefined || others.length > 0) throw new Error(`${mark} is not one citation.`);
  const { verdict, reason, excerpt = "", request } = citation;
  return { verdict, why: reason ?? excerpt, request };
}

test.for<[mark: string, excerpt: string, request: object]>([
  ["logs/app.log:2", "ready", { path: "logs/app.log", offset: 2, limit: 1 }],
  ["logs/app.log:1-3", "start", { path: "logs/app.log", offset: 1, limit: 3 }],
  ["app.log:10", "tenth", { path: "logs/app.log", offset: 10, limit: 1 }],
  ["./logs/app.log:1", "start", { path: "logs/app.log", offset: 1, limit: 1 }],
  ["report.pdf p. 1", "# Summary", { path: "report.pdf", pages: "1" }],
  ["report.pdf p. 3", "", { path: "report.pdf", pages: "3" }],
  ["native.pdf pp. 2-4", "", { path: "native.pdf", pages: "2-4" }],
  ["unknown.pdf pp. 1-999999999", "", { path: "unknown.pdf", pages: "1-999999999" }],
  ["book.xlsx Orders!C2", "53", { path: "book.xlsx", select: "Orders!C2" }],
  ["book.xlsx orders!D1", "Lost|late", { path: "book.xlsx", select: "orders!D1" }],
  ["book.xlsx Orders!B2:D4", "Mo", { path: "book.xlsx", select: "Orders!B2:D4" }],
  ["book.xlsx Rates!C7", "FALSE", { path: "book.xlsx", select: "Rates!C7" }],
  ["cut.xlsx Orders!C20", "b", { path: "cut.xlsx", select: "Orders!C20" }],
  ["backup.zip > docs/a.md", "# A", { path: "backup.zip", select: "docs/a.md" }],
  ["backup.zip » docs/c.md:2", "two", { path: "backup.zip", select: "docs/c.md", offset: 2, limit: 1 }],
  ["backup.zip > docs/c.md", "one", { path: "backup.zip", select: "docs/c.md" }],
  ["backup.zip > docs/d.pdf p. 4", "Four", { path: "backup.zip", select: "docs/d.pdf", pages: "4" }],
  ["a [x].txt:1", "bracket", { path: "a [x].txt", offset: 1, limit: 1 }],
  ["see [a [x].txt:1]", "bracket", { path: "a [x].txt", offset: 1, limit: 1 }],
  [String.raw`new\x0aline.txt:1`, "odd name", { path: "new\nline.txt", offset: 1, limit: 1 }],
  ["/srv/files/notes.md:1", "note", { path: "notes.md", offset: 1, limit: 1 }],
  ["page.html section 2", "Second", { path: "page.html", offset: 7, limit: 1 }],
  ["photo.png", "", { path: "photo.png" }],
])("%s was read", ([mark, why, request]) => {
  expect(check(mark)).toEqual({ verdict: "read", why, request });
});

test.for<[mark: string, reason: string]>([
  ["logs/app.log:4", "Line 4 was not shown."],
  ["logs/app.log:2-10", "Line 4 was not shown."],
  ["logs/app.log:9-5", "There is no such range of lines."],
  ["logs/app.log:0", "There is no such range of lines."],
  ["report.pdf p. 2", "Page 2 was not shown."],
  ["report.pdf pp. 1-3", "Page 2 was not shown."],
  ["native.pdf p. 5", "Page 5 was not shown."],
  ["report.pdf p. 999999999", "Page 999999999 was not shown."],
  ["book.xlsx Orders!E2", "Orders!E2 was not shown."],
  ["book.xlsx Orders!B3", "Orders!B3 was not shown."],
  ["book.xlsx Prices!B2", "Prices!B2 was not shown."],
  ["cut.xlsx Orders!B19", "Orders!B19 was not shown."],
  ["backup.zip > docs/c.md:3", "Line 3 was not shown."],
  ["backup.zip > docs/d.pdf p. 5", "Page 5 was not shown."],
  ["backup.zip > docs/b.md:1", "The entry docs/b.md was not shown."],
  ["old/logs/app.log:2", "The file was not read."],
  ["/etc/notes.md:1", "The file was not read."],
  ["backup.zip > docs/b.md", "The entry docs/b.md was not shown."],
  ["other.log:1", "The file was not read."],
  ["failed.pdf p. 1", "The file was not read."],
])("%s was not read", ([mark, why]) => {
  expect(check(mark)).toMatchObject({ verdict: "not-read", why });
});

test("lines count within the part of a document that was asked for, and are opened there", () => {
  const parts = [
    shownFile("book.xlsx", [section(1, "first")], { scope: { select: "Rates" } }),
    shownFile("book.xlsx", [section(3, "third")]),
  ];
  const [both, one] = checkCitations("[book.xlsx:1-3] [book.xlsx:1]", parts);
  expect(both?.verdict).toBe("not-read");
  expect(one).toMatchObject({ verdict: "read", request: { select: "Rates", offset: 1 } });
});

test("a name that ends two files means neither", () => {
  const [citation] = checkCitations("[a.md:1]", [
    shownFile("x/a.md", [section(1, "x")]),
    shownFile("y/a.md", [section(1, "y")]),
  ]);
  expect(citation).toMatchObject({ verdict: "not-read", reason: "The file was not read." });
});

test("an excerpt is one short line", () => {
  const [citation] = checkCitations("[a.md]", [shownFile("a.md", [section(1, `\n${"😀".repeat(400)}\nmore`)])]);
  expect(citation?.excerpt).toBe(`${"😀".repeat(299)}…`);
});
