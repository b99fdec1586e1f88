import { isLabeled } from "./heading-numbers.ts";
import type { OpenHeading } from "./open-heading.ts";
import { samePt } from "./type-sizes.ts";

/** Finds the title of a document that is read from its start: its first heading, unless text follows it. */
export interface TitleSearch {
  /** Records a heading. Returns whether it may be the title, or belong to it as a subtitle does. */
  readonly note: (heading: TitleCandidate) => Pick<OpenHeading, "isTitle" | "isBelowTitle">;
  /** Records a short line, text, or so little text that it may be on a title page. */
  readonly noteParagraph: (kind: "line" | "note" | "text") => void;
  /** Returns whether there is a title, or a first heading that may be one. */
  readonly isKnown: () => boolean;
}

/** A heading that may be the title. */
export interface TitleCandidate {
  readonly text: string;
  readonly level: number;
  readonly page: number;
  /** True if text comes before it. */
  readonly hasText: boolean;
}

/**
 * What is known of the title: nothing; a heading with nothing or only a few words below it; the title; or that the document
 * does not have one.
 */
type TitleState = "sought" | "alone" | "noted" | "found" | "none";

/** Creates a search that has seen nothing. `firstPage` returns the number of the first page that is read. */
export function createTitleSearch(firstPage: () => number): TitleSearch {
  let state: TitleState = "sought";
  // A larger heading of a title page replaces the one above it.
  const mayBeTitle = (level: number): boolean =>
    state === "sought" ? firstPage() === 1 : state !== "none" && level === 1;
  return {
    note({ text, level, page, hasText }) {
      state = stateBefore(state, page > firstPage());
      const isUnnumbered = !isLabeled(text);
      const isTitle = isUnnumbered && !hasText && mayBeTitle(level);
      const isBelowTitle = isUnnumbered && state === "alone" && level > 1;
      if (state !== "found") state = isTitle || isBelowTitle ? "alone" : "none";
      return { isTitle, isBelowTitle };
    },
    noteParagraph(kind) {
      if (state === "alone") state = stateBelow[kind];
      else if (state === "noted" && kind === "text") state = "none";
    },
    isKnown: () => state === "alone" || state === "found",
  };
}

/** Returns what is known before the next heading. If that is on a later page, the first one has a title page. */
function stateBefore(state: TitleState, isOnLaterPage: boolean): TitleState {
  if (isOnLaterPage && (state === "alone" || state === "noted")) return "found";
  return state === "noted" ? "none" : state;
}

const stateBelow = { line: "found", note: "noted", text: "none" } as const;

/**
 * The title of a document whose bookmarks give the levels. They often leave the title out, as those of LibreOffice and
 * LaTeX do.
 */
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
