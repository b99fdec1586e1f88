import type { PDFDocument } from "mupdf";
import { preparePage } from "../extract/prepare/prepare-page.ts";
import type { PdfEngine } from "../engine/engine.ts";
import type { PageContent, Table } from "../model/page-content.ts";
import { paintingOf, type Painting } from "../extract/painting/painting.ts";
import { createContinuedTables, type ContinuedTables } from "../tables/continued-tables.ts";
import { suggestsTable } from "../tables/suggests-table.ts";
import { extractPage } from "../extract/extract-page.ts";
import { judgeTags } from "../layout/order/tag-order.ts";
import { withoutPageNumber, withoutPaperEdges } from "../layout/page-number.ts";

/** Finds the tables of the pages of one document, which come in order. */
export interface PageTables {
  /** The tables of a page from its top. */
  readonly find: (page: PageOfTables) => Promise<readonly Table[]>;
}

/** Where and when tables are looked for. */
export interface PageTablesOptions {
  readonly document: PDFDocument;
  /** `auto` looks for tables where the page looks like one; `always` on every page. */
  readonly tables: "auto" | "always";
}

/** A page with what it paints. */
export interface PageOfTables {
  readonly content: PageContent;
  readonly painting: Painting;
  /** From 1. */
  readonly number: number;
}

/** Makes a finder. Where reading begins with a table, it looks at the page before, which tells whether that goes on. */
export function createPageTables(engine: PdfEngine, options: PageTablesOptions): PageTables {
  const continued = createContinuedTables();
  return {
    find: async (page) => {
      const { content, number } = page;
      const found = await tablesOf(page, options.tables);
      if (continued.needsBefore(found, content, number)) await lookBefore(engine, { options, number, continued });
      return continued.settle(found, content, number);
    },
  };
}

interface LookBefore {
  readonly options: PageTablesOptions;
  readonly number: number;
  readonly continued: ContinuedTables;
}

async function lookBefore(engine: PdfEngine, { options, number, continued }: LookBefore): Promise<void> {
  const { document, tables } = options;
  const before = number - 1;
  try {
    const page = document.loadPage(before - 1);
    try {
      preparePage(document, page);
      const { content } = judgeTags(extractPage(engine, page));
      const found = await tablesOf({ content, painting: paintingOf(engine, page), number: before }, tables);
      continued.settle(found, content, before);
    } finally {
      page.destroy();
    }
  } catch {
    // A broken page tells nothing; it is reported where it is asked for.
  }
}

/** The tables of a page. What finds them is loaded with the first page that may have one. */
async function tablesOf(page: PageOfTables, when: PageTablesOptions["tables"]): Promise<readonly Table[]> {
  const content = withoutPageNumber(page.content, page.number);
  if (when === "auto" && !suggestsTable(content)) return [];
  finder ??= await loadFinder();
  const rules = content.hasVectors === false ? [] : finder.readRules(page.painting);
  const { findTables, placedLines } = finder;
  return findTables(withoutPaperEdges(content), rules, () => linesOf(page, placedLines));
}

/** The lines of a page sign by sign; none of one that is turned, whose text has other places than the engine knows. */
function linesOf({ content, painting }: PageOfTables, read: TableFinder["placedLines"]): ReturnType<typeof read> {
  if (content.turn !== undefined) return [];
  const text = painting.structuredText("preserve-whitespace,clip=no");
  try {
    return read(text);
  } finally {
    text.destroy();
  }
}

type TableFinder = Awaited<ReturnType<typeof loadFinder>>;

/** Kept, because to import what is loaded already takes longer than some pages. */
let finder: TableFinder | undefined;

async function loadFinder() {
  const [{ findTables }, { readRules }, { placedLines }] = await Promise.all([
    import("../tables/find-tables.ts"),
    import("../tables/ruled/read-rules.ts"),
    import("../tables/cells/placed-lines.ts"),
  ]);
  return { findTables, readRules, placedLines };
}
