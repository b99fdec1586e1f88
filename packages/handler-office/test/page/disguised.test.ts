import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { sniffMarkupDocument } from "@reader/handler-word";
import { office } from "../../src/index.ts";

const html =
  '<!-- x --><html><head><meta charset="utf-8"><style>p {}</style></head><body><h1>Sales</h1><p>Total: <b>42</b> ü.' +
  '<img alt="Logo" src="data:image/png;base64,AAAA"></p><h2>Names</h2><table><tr><th>Name</th></tr><tr><td>Ada</td></tr></table></body></html>';

const archive = [
  "MIME-Version: 1.0",
  "Content-Type: multipart/related;",
  ' boundary="----=_Part_01"',
  "",
  "This document is a Single File Web Page.",
  "",
  "------=_Part_01",
  "Content-Location: file:///C:/x.htm",
  "Content-Transfer-Encoding: quoted-printable",
  'Content-Type: text/html; charset="utf-8"',
  "",
  "<html><body><h1>Web archive</h1><p>Gr=C3=BC=C3=9Fe</p></body></html>",
  "------=_Part_01--",
  "",
].join("\r\n");

async function shown(name: string, bytes: Uint8Array | string, select?: string): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers: office(), fileSystem, roots: ["/"] });
  const rendered = renderText(await reader.read({ path: name, ...(select === undefined ? {} : { select }) }));
  await reader.close();
  return rendered;
}

describe("a web page that is called a document of Word", () => {
  test("is shown as what it says, with its headings as places", async () => {
    const text = await shown("sales.doc", html);
    expect(text).toContain("[section 1 of 2]\n1\t# Sales\n2\t\n3\tTotal: **42** ü.![Logo](inline)\n");
    expect(text).toContain("[section 2 of 2]");
    expect(text).toContain("|Name|");
    expect(text).toContain("Note: The file is a web page, not a Word document");
    expect(text).not.toContain("p {}");
  });

  test("is read in UTF-16, as Word writes it, and by the names of its sections", async () => {
    const wide = new Uint8Array(Buffer.from(`\uFEFF${html}`, "utf16le"));
    expect(await shown("sales.doc", wide)).toContain("Total: **42** ü.");
    expect(await shown("sales.doc", html, "Names")).not.toContain("Total");
    expect(await shown("sales.doc", html, "Numbers")).toContain("out-of-range");
  });

  test("says so where it has nothing in it", async () => {
    expect(await shown("sales.doc", "<html><body></body></html>")).toContain("The page has no text.");
  });
});

test("a web archive that is called so is shown by its page", async () => {
  const text = await shown("page.doc", archive);
  expect(text).toContain("# Web archive");
  expect(text).toContain("Grüße");
  expect(text).toContain("Note: The file is a web archive, not a Word document");
});

test.for([
  ["page.html", html],
  ["notes.doc", "Dear all,\n\n<html> is a tag.\n"],
  ["mail.doc", "From: a@example.org\nSubject: b\nContent-Type: text/plain\n\nHi\n"],
] as const)("%s is left to others", ([name, content]) => {
  expect(sniffMarkupDocument(new TextEncoder().encode(content), name)).toBeUndefined();
});

test("a thousand comments before nothing are looked through once", () => {
  const head = new TextEncoder().encode("<!---->".repeat(1000) + "x");
  expect(sniffMarkupDocument(head, "a.doc")).toBeUndefined();
});
