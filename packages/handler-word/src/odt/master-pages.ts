import type { Recording } from "@reader/document/builder";
import type { XmlAttributes } from "@reader/office-kit/xml";

/** A header or footer. */
interface PageLine {
  readonly what: "Header" | "Footer";
  readonly words: Recording;
}

/** A page style, with its headers and footers. */
interface MasterPage {
  readonly name: string;
  /** The name of the style of the page after it. */
  readonly next: string | undefined;
  readonly lines: PageLine[];
}

/** Maximum number of page styles that are kept. */
const maxPages = 10_000;

/** The page styles of a document (ODF 1.2, 16.9). */
export interface MasterPages {
  /** Declares a page style; its headers and footers follow. */
  declare(attributes: XmlAttributes): void;
  addLine(what: PageLine["what"], words: Recording): void;
  /** Marks the page style that a style or a page of a page sequence names as used. */
  use(name: string | undefined): void;
  /** Returns the headers and footers of the page styles that are used, in the order of the file. */
  usedLines(): readonly PageLine[];
}

/** Creates the page styles of a document without any. */
export function createMasterPages(): MasterPages {
  const pages: MasterPage[] = [];
  const named = new Set<string>();
  return {
    declare({ "style:name": name = "", "style:next-style-name": next }) {
      if (pages.length < maxPages) pages.push({ name, next, lines: [] });
    },
    addLine: (what, words) => void pages.at(-1)?.lines.push({ what, words }),
    use: (name = "") => void named.add(name),
    usedLines() {
      const used = usedPages(pages, named);
      return pages.filter(({ name }) => used.has(name)).flatMap(({ lines }) => lines);
    },
  };
}

/** The page style that a document starts with unless its first paragraph names another one. */
const standard = "Standard";

/** Returns the names of the page styles that are used, including those of the pages after them. */
function usedPages(pages: readonly MasterPage[], named: ReadonlySet<string>): ReadonlySet<string> {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const first = byName.get(standard) ?? pages[0];
  const open = first === undefined ? [...named] : [first.name, ...named];
  const used = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const next = byName.get(name)?.next;
    if (!used.has(name) && next !== undefined) open.push(next);
    used.add(name);
  }
  return used;
}
