import { createReader, textOnly, type Budget, type Reader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../../src/index.ts";
import { buildPdf, type BuiltPage } from "../../pdf-builder.ts";

const sentence = "Every word of this line was written for a page of a long document.";

/** Chapters of five pages, sections of two, under one running header. */
const pages: readonly BuiltPage[] = Array.from({ length: 100 }, (_, at) => {
  const title = at % 5 === 0 ? `BT /F 22 Tf 72 700 Td (Chapter ${String(at / 5 + 1)}) Tj ET` : "";
  const section = at % 2 === 0 ? `BT /F 15 Tf 72 660 Td (Section of page ${String(at + 1)}) Tj ET` : "";
  const body = Array.from({ length: 20 }, (_line, index) => `(${sentence} ${String(index)}) Tj T*`).join(" ");
  const head = "BT /F 8 Tf 72 800 Td (A running header of the book) Tj ET";
  return { content: `${head} ${title} ${section} BT /F 11 Tf 14 TL 72 620 Td ${body} ET` };
});

const bytes = buildPdf({ pages });
const roomy: Partial<Budget> = { maxTokens: 1e9, maxLines: 1e9, maxBytes: 1e9 };

/** Without outlines, whose lines look like those of the text. */
function readerWith(limits: Partial<Budget>): Reader {
  const budget = { ...limits, outlineTimeMs: 0 };
  const fileSystem = memoryFileSystem({ entries: { "/book.pdf": bytes } });
  return createReader({ roots: ["/"], handlers: [pdf()], capabilities: textOnly, budget, fileSystem });
}

/** The lines of an answer without numbers, and the headings of each page. */
function linesOf(rendered: string): readonly string[] {
  return rendered.split("\n").flatMap((line) => /^\s*\d+\t(.*)$/u.exec(line)?.[1] ?? []);
}

function headingsOf(rendered: string): ReadonlyMap<string, readonly string[]> {
  const byPage = new Map<string, readonly string[]>();
  let page = "";
  for (const line of rendered.split("\n")) {
    page = /^\[page (\d+) of/u.exec(line)?.[1] ?? page;
    const heading = /^\s*\d+\t(#+ .*)$/u.exec(line)?.[1];
    if (heading !== undefined) byPage.set(page, [...(byPage.get(page) ?? []), heading]);
  }
  return byPage;
}

test.for([
  ["the same reader", (reader: Reader) => reader],
  ["a new one each time", () => readerWith({ maxTokens: 4000 })],
] as const)("paging by `next` gives the lines of one large answer, with %s", async ([, nextReader]) => {
  const whole = linesOf(renderText(await readerWith(roomy).read({ path: "/book.pdf" })));
  expect(whole.length).toBeGreaterThan(200);
  let reader = readerWith({ maxTokens: 4000 });
  const paged: string[] = [];
  let outcome = await reader.read({ path: "/book.pdf" });
  let answers = 1;
  for (; outcome.ok && outcome.next !== undefined; answers += 1) {
    paged.push(...linesOf(renderText(outcome)));
    reader = nextReader(reader);
    outcome = await reader.read(outcome.next.request);
  }
  paged.push(...linesOf(renderText(outcome)));
  expect(answers).toBeGreaterThan(3);
  expect(paged).toEqual(whole);
});

test("pages from the middle have the same headings as in a full read", async () => {
  const all = headingsOf(renderText(await readerWith(roomy).read({ path: "/book.pdf" })));
  const some = headingsOf(renderText(await readerWith(roomy).read({ path: "/book.pdf", pages: "50-56" })));
  expect([...some.keys()]).toEqual(["50", "51", "53", "55", "56"].filter((page) => all.has(page)));
  for (const [page, headings] of some) expect(headings).toEqual(all.get(page));
  expect(some.get("51")).toEqual(["# Chapter 11", "## Section of page 51"]);
});
