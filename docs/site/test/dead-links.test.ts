import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deadLinks } from "../src/dead-links.ts";

function siteWith(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), "reader-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "api"));
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "api/index.html"), '<h2 id="a&amp;b">A</h2><a href="../index.html">up</a>');
  return folder;
}

test("links to pages, folders and anchors that exist are not reported", () => {
  const page = '<a href="/docs/api/#a&amp;b"></a><a href="#here" id="here"></a><a href="https://example.org/none"></a>';
  expect(deadLinks(siteWith(page), "/docs/")).toEqual([]);
});

test("links to missing pages, anchors and images are reported once each", () => {
  const page = '<a href="/none.html"></a><a href="/none.html"></a><a href="/api/#c"></a><img src="/b.png">';
  expect(deadLinks(siteWith(page), "/")).toEqual([
    "index.html links to /none.html, which does not exist.",
    "index.html links to /api/#c, which does not exist.",
    "index.html links to /b.png, which does not exist.",
  ]);
});
