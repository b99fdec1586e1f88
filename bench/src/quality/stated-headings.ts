import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PDFDocument } from "mupdf";
import { markdownTable } from "./markdown-table.ts";
import { average } from "./score/average.ts";
import { type Heading, type HeadingScores, scoreHeadings, scoreSourceHeadings } from "./score/headings.ts";
import { words } from "./score/words.ts";
import { readerTools } from "./tools/reader-tool.ts";
import type { Tool } from "./tools/tool.ts";

// `node bench/src/quality/stated-headings.ts FOLDER` scores the headings that the reader finds in the PDFs of a folder
// against their bookmarks, of which it gets copies without bookmarks and tags. If `NAME.md` is beside `NAME.pdf`, its
// headings count instead: the source of a print says what its author meant. Its bold lines are headings that the print
// shows within a paragraph; they are neither right nor wrong.

/** A bookmark as the engine gives it. */
interface Bookmark {
  readonly title?: string | undefined;
  readonly down?: readonly Bookmark[] | undefined;
}

interface StatedDocument {
  readonly path: string;
  /** Scores the text of the document. */
  readonly score: (markdown: string) => HeadingScores;
}

interface Stated {
  readonly bookmarks: readonly Heading[];
  readonly bytes: Uint8Array;
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

/** Writes a copy without bookmarks and tags. Returns nothing if the document is not scored. */
async function withoutBookmarks(path: string, copy: string): Promise<readonly StatedDocument[]> {
  const mupdf = await import("mupdf");
  mupdf.setLog(null);
  const source = path.replace(/\.pdf$/u, ".md");
  const reference = existsSync(source) ? readFileSync(source, "utf8") : undefined;
  const stated = statedBy(mupdf.PDFDocument, readFileSync(path), reference === undefined ? leastBookmarks : 0);
  if (stated === undefined) return [];
  writeFileSync(copy, stated.bytes);
  const score = (markdown: string): HeadingScores =>
    reference === undefined ? scoreHeadings(markdown, stated.bookmarks) : scoreSourceHeadings(markdown, reference);
  return [{ path: copy, score }];
}

/**
 * Returns the bookmarks and a copy without them and tags. Documents with too few bookmarks or too many pages are not
 * scored, and neither are damaged and encrypted ones.
 */
function statedBy(engine: typeof PDFDocument, bytes: Uint8Array, least: number): Stated | undefined {
  try {
    const document = engine.openDocument(bytes, "application/pdf") as PDFDocument;
    const bookmarks = bookmarksOf(document.loadOutline() ?? [], 1);
    if (bookmarks.length < least || document.countPages() > mostPages) return undefined;
    const root = document.getTrailer().get("Root");
    for (const key of ["Outlines", "StructTreeRoot", "MarkInfo"]) root.delete(key);
    return { bookmarks, bytes: document.saveToBuffer("garbage").asUint8Array().slice() };
  } catch {
    return undefined;
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
  const found: HeadingScores[] = [];
  for (const { path, score } of documents) {
    const pages = await tool.read({ path }).then(
      (read) => read.pages,
      () => "",
    );
    found.push(score(pages));
  }
  return [average(found.map(({ any }) => any)), average(found.map(({ exact }) => exact))].map((one) => one.toFixed(3));
}
