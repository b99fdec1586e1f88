/** What came of reading a page without the engine: it could not be read so, or it is (not) what the engine reads. */
export type Verdict = "unreadable" | "same" | "different";

/** Whether the pages of one document may be read without the engine. */
export interface Trust {
  /** What is to be done with the next page; `compare` reads it both ways. */
  readonly next: () => "quick" | "compare" | "engine";
  /** Tells what came of a page. */
  readonly tell: (verdict: Verdict | "read") => void;
}

/** So many pages are the same both ways before others are read without the engine. */
const provingPages = 2;

/** From time to time a page is read both ways again: one of so many. */
const pagesBetweenChecks = 64;

/** After so many pages in a row that cannot be read without the engine, none of the document is tried any more. */
const mostUnreadable = 8;

/** Begins with a document of which nothing is known. One page that is different ends all trust in it. */
export function createTrust(): Trust {
  let proven = 0;
  let sinceCheck = 0;
  let unreadable = 0;
  let isOver = false;
  return {
    next() {
      if (isOver) return "engine";
      return proven < provingPages || sinceCheck >= pagesBetweenChecks ? "compare" : "quick";
    },
    tell(verdict) {
      if (verdict === "unreadable") {
        unreadable += 1;
        isOver ||= unreadable >= mostUnreadable;
        return;
      }
      unreadable = 0;
      isOver ||= verdict === "different";
      if (verdict === "same") proven += 1;
      sinceCheck = verdict === "read" ? sinceCheck + 1 : 0;
    },
  };
}
