import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PDFDocument } from "mupdf";
import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { words } from "./score/words.ts";
import { readerTools } from "./tools/reader-tool.ts";
import type { Tool } from "./tools/tool.ts";

// `node bench/src/quality/stated-headings.ts FOLDER` scores the headings that the reader finds in the PDFs of a folder
// against their bookmarks, of which it gets copies without bookmarks and tags.

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A bookmark as the engine gives it. */
interface Bookmark {
  readonly title?: string | undefined;
  readonly down?: readonly Bookmark[] | undefined;
}

interface StatedDocument {
  readonly path: string;
  readonly bookmarks: readonly Heading[];
}

/** Documents with fewer bookmarks say little, and longer ones take minutes. */
const leastBookmarks = 3;
const mostPages = 100;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Usage: node bench/src/quality/stated-headings.ts FOLDER\n");
  process.exitCode = 2;
} else process.stdout.write(await statedHeadings(folder));

async function statedHeadings(from: string): Promise<string> {
  const copies = mkdtempSync(join(tmpdir(), "stated-headings-"));
  try {
    const documents: StatedDocument[] = [];
    for (const name of readdirSync(from).toSorted())
      if (name.endsWith(".pdf")) documents.push(...(await withoutBookmarks(join(from, name), join(copies, name))));
    const rows: (readonly string[])[] = [];
    for (const tool of readerTools) rows.push([tool.name, ...(await scores(documents, tool))]);
    const header = ["tool", "headings, mean F1", "with levels"];
    return `${documents.length} documents.\n\n${markdownTable(header, rows)}\n`;
  } finally {
    rmSync(copies, { recursive: true });
  }
}

/** Writes a copy without bookmarks and tags. Returns nothing if there are too few bookmarks or too many pages. */
async function withoutBookmarks(path: string, copy: string): Promise<readonly StatedDocument[]> {
  const mupdf = await import("mupdf");
  mupdf.setLog(null);
  try {
    const document = mupdf.PDFDocument.openDocument(readFileSync(path), "application/pdf") as PDFDocument;
    const bookmarks = bookmarksOf(document.loadOutline() ?? [], 1);
    if (bookmarks.length < leastBookmarks || document.countPages() > mostPages) return [];
    const root = document.getTrailer().get("Root");
    for (const key of ["Outlines", "StructTreeRoot", "MarkInfo"]) root.delete(key);
    writeFileSync(copy, document.saveToBuffer("garbage").asUint8Array());
    return [{ path: copy, bookmarks }];
  } catch {
    // Damaged and encrypted documents are not scored.
    return [];
  }
}

function bookmarksOf(items: readonly Bookmark[], level: number): readonly Heading[] {
  return items.flatMap(({ title = "", down = [] }) => [
    ...(isHeading(title) ? [{ level, text: title }] : []),
    ...bookmarksOf(down, level + 1),
  ]);
}

/** A bookmark of one letter is a part of an index. */
function isHeading(title: string): boolean {
  return words(title).join("").length > 1;
}

async function scores(documents: readonly StatedDocument[], tool: Tool): Promise<readonly string[]> {
  const found: { readonly any: number; readonly exact: number }[] = [];
  for (const { path, bookmarks } of documents) {
    const written = await tool.read({ path }).then(
      ({ pages }) => headingsOf(pages),
      () => [],
    );
    const scored = fromFirstBookmark(written, bookmarks);
    // The title of the document, of level 1, may have no bookmark.
    const exact = Math.max(f1(scored, bookmarks, 0), f1(scored, bookmarks, 1));
    found.push({ any: f1(scored, bookmarks), exact });
  }
  return [average(found.map(({ any }) => any)), average(found.map(({ exact }) => exact))].map((one) => one.toFixed(3));
}

function headingsOf(markdown: string): readonly Heading[] {
  let isCode = false;
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks, text] = (isCode ? undefined : /^(#{1,6}) (.+)/u.exec(line)) ?? [];
    return marks !== undefined && text !== undefined ? [{ level: marks.length, text }] : [];
  });
}

/** Leaves out what bookmarks do not name: the title, the authors, the abstract. */
function fromFirstBookmark(written: readonly Heading[], bookmarks: readonly Heading[]): readonly Heading[] {
  const known = new Set(bookmarks.map(({ text }) => keyOf(text)));
  const first = written.findIndex(({ text }) => known.has(keyOf(text)));
  return written.slice(Math.max(0, first));
}

/** The F1 of headings with the same words; with a shift, at the levels of the bookmarks and that many more. */
function f1(written: readonly Heading[], bookmarks: readonly Heading[], shift?: number): number {
  const key = ({ level, text }: Heading, add: number): string =>
    (shift === undefined ? "" : `${level + add} `) + keyOf(text);
  const left = bookmarks.map((one) => key(one, shift ?? 0));
  let found = 0;
  for (const heading of written) {
    const at = left.indexOf(key(heading, 0));
    if (at < 0) continue;
    left.splice(at, 1);
    found += 1;
  }
  return (2 * found) / Math.max(1, written.length + bookmarks.length);
}

/** The words of a heading without footnote marks, links and its number, which bookmarks often leave out. */
function keyOf(text: string): string {
  const plain = text.replace(/[⁰¹²³⁴-⁹]/gu, "").replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1");
  const rest = plain.replace(/^(?:\p{Lu}\p{L}+ )?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVXLC]+)[.:)]?\s+/u, "");
  return words(rest).join("") || words(plain).join("");
}
