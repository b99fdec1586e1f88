import { samePt } from "./type-sizes.ts";

/** The title of a document, which its bookmarks often leave out, as those of LibreOffice and LaTeX do. */
export interface DocumentTitle {
  /** Records a heading that is no bookmark. The title is one of level 1 before all bookmarks. */
  readonly note: (sizePt: number, level: number) => void;
  /** True if a bookmarked heading of a size is below the title. The first one ends the search for a title. */
  readonly isAbove: (sizePt: number) => boolean;
}

/** Creates a record without a title. */
export function createDocumentTitle(): DocumentTitle {
  let titlePt: number | undefined;
  let isSettled = false;
  return {
    note(sizePt, level) {
      if (!isSettled && level === 1) titlePt ??= sizePt;
    },
    isAbove(sizePt) {
      isSettled = true;
      return titlePt !== undefined && sizePt < titlePt - samePt;
    },
  };
}
