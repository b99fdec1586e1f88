import { explainsPages, PageBreaks, type SectionStart } from "../../breaks/page-breaks.ts";
import type { WordStyles } from "../parts/styles.ts";
import { authorBreaksIn } from "./author-breaks.ts";

/** Counts pages. Its methods return the number of the page that starts, if one does. */
export interface PageCounter {
  /** `w:lastRenderedPageBreak`: a page started here when the document was last laid out (ISO/IEC 29500-1, 17.3.3.13). */
  renderedBreak(): number | undefined;
  /** A break that the author inserted. */
  explicitBreak(): number | undefined;
  /** The start of a paragraph; `startsPage` if it is one that starts on a new page. */
  paragraph(startsPage: boolean): number | undefined;
  /** The end of a section. */
  sectionEnd(): void;
  /** Text of the document. */
  text(characters: string): void;
  /** Other content, such as an image. */
  content(): void;
}

/** How the pages of a document are counted. */
export interface PageLayout {
  /** True if the text has the marks of the layout that Word saved. */
  readonly isRendered: boolean;
  /** The number of pages as far as it is known before the text is read. */
  readonly counted: number;
  /** Where the sections start, in order. */
  readonly sections: readonly SectionStart[];
}

/** Creates a counter on page 1, which counts nothing without a layout. */
export function createPageCounter(layout: PageLayout | undefined): PageCounter {
  if (layout === undefined) return noPages;
  return layout.isRendered ? renderedPages() : authorPages(layout.sections);
}

const noPages: PageCounter = {
  renderedBreak: ignore,
  explicitBreak: ignore,
  paragraph: ignore,
  sectionEnd: ignore,
  text: ignore,
  content: ignore,
};

function ignore(): undefined {
  return undefined;
}

/** Word marks each page that starts, also after a break of the author. */
function renderedPages(): PageCounter {
  let page = 1;
  let hasExplicit = false;
  const next = (): number => (page += 1);
  return {
    ...noPages,
    renderedBreak() {
      // Word also marks the page that starts with an explicit break.
      const isNew = !hasExplicit;
      hasExplicit = false;
      return isNew ? next() : undefined;
    },
    explicitBreak() {
      hasExplicit = true;
      return next();
    },
    text(characters) {
      if (hasExplicit && characters.trim() !== "") hasExplicit = false;
    },
  };
}

function authorPages(sections: readonly SectionStart[]): PageCounter {
  const breaks = new PageBreaks();
  let section = 0;
  return {
    renderedBreak: ignore,
    explicitBreak: () => breaks.inserted(),
    paragraph: (startsPage) => breaks.block(startsPage),
    sectionEnd() {
      section += 1;
      breaks.section(sections[section] ?? "same");
    },
    text: (characters) => breaks.text(characters),
    content: () => breaks.content(),
  };
}

const renderedName = "lastRenderedPageBreak";
const pageBreak = /<(?:\w+:)?br\b[^<>]*:type="page"/g;

/** Share of the pages that Word counted which its marks must explain: it does not mark every page. */
const minShare = 0.8;

/**
 * Returns how the page breaks in a text tell on which page it is, or `undefined` if they do not. `stated` is the number
 * of pages in the properties of the document. Without marks of the last layout, the breaks of the author count.
 */
export function pageLayoutOf(xml: string, stated: number | undefined, styles: WordStyles): PageLayout | undefined {
  let rendered = 0;
  for (let at = xml.indexOf(renderedName); at >= 0; at = xml.indexOf(renderedName, at + 1)) rendered += 1;
  if (rendered > 0) {
    const counted = 1 + rendered + [...xml.matchAll(pageBreak)].length;
    return counted >= minShare * (stated ?? 0) ? { isRendered: true, counted, sections: [] } : undefined;
  }
  const { counted, sections } = authorBreaksIn(xml, styles);
  return explainsPages(counted, { stated, characters: () => charactersIn(xml) })
    ? { isRendered: false, counted, sections }
    : undefined;
}

function charactersIn(xml: string): number {
  let characters = 0;
  for (const [, text = ""] of xml.matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)/g)) characters += text.length;
  return characters;
}
