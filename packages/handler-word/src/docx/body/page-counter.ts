/** Counts the pages of the layout that Word saved. Its methods return the number of the page that starts, if one does. */
export interface PageCounter {
  /** `w:lastRenderedPageBreak`: a page started here when the document was last laid out (ISO/IEC 29500-1, 17.3.3.13). */
  renderedBreak(): number | undefined;
  /** A break that the author inserted. */
  explicitBreak(): number | undefined;
  /** Text of the document. */
  text(characters: string): void;
}

/** Creates a counter on page 1, which counts nothing if the document stores no layout. */
export function createPageCounter(hasLayout: boolean): PageCounter {
  let page = 1;
  let hasExplicit = false;
  const next = (): number => (page += 1);
  if (!hasLayout) return { renderedBreak: ignore, explicitBreak: ignore, text: ignore };
  return {
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

function ignore(): undefined {
  return undefined;
}

const renderedName = "lastRenderedPageBreak";
const pageBreak = /<(?:\w+:)?br\b[^<>]*:type="page"/g;

/** Share of the pages that Word counted which the breaks must explain: it does not mark every page. */
const minShare = 0.8;

/**
 * True if the page breaks in a text tell on which page it is. `stated` is the number of pages in the properties of the
 * document, which programs other than Word often leave at 1. Without marks of the last layout, the explicit breaks must
 * explain all pages.
 */
export function hasPageLayout(xml: string, stated: number | undefined): boolean {
  let rendered = 0;
  for (let at = xml.indexOf(renderedName); at >= 0; at = xml.indexOf(renderedName, at + 1)) rendered += 1;
  const explicit = [...xml.matchAll(pageBreak)].length;
  const counted = 1 + rendered + explicit;
  if (rendered === 0) return explicit > 0 && counted === stated;
  return counted >= minShare * (stated ?? 0);
}
