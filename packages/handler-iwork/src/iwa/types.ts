// Types of objects in IWA archives, as the programs number them. The names are those of their schemas, which public
// projects recovered from the programs (keynote-parser, numbers-parser, SheetJS).

/** The root of a Numbers or Keynote document. */
export const documentType = 1;
/** The root of a Pages document. */
export const pagesDocumentType = 10_000;

/** Objects of Numbers. */
export const numbersTypes = { sheet: 2, formSheet: 3 } as const;

/** Objects of Keynote. */
export const keynoteTypes = { show: 2, slideNode: 4, slide: 5, placeholder: 7, note: 15 } as const;

/** Objects of Pages. */
export const pagesTypes = { floatingDrawables: 10_010, section: 10_011 } as const;

/** Texts and their parts. */
export const textTypes = {
  storage: [2001, 2005],
  attachment: 2003,
  footnote: 2008,
  shape: 2011,
  highlight: 2012,
  comment: 2013,
  paragraphStyle: 2022,
  listStyle: 2023,
  hyperlink: 2032,
} as const;

/** Drawn objects. */
export const drawableTypes = { image: 3005, group: 3008, comment: 3056, chart: 5021 } as const;

/** Tables. */
export const tableTypes = { info: 6000, model: 6001, tile: 6002, list: 6005, segment: 6011, payload: 6218 } as const;

/** The author of a comment. */
export const authorType = 212;
