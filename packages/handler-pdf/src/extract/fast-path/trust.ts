import { createKind, isCheckDue, isTrustedKind, noteSame, type Kind } from "./kinds.ts";

/** What came of reading a page without the engine: it could not be read so, or it is (not) what the engine reads. */
export type Verdict = "unreadable" | "same" | "different";

/** Whether the pages of one document may be read without the engine. */
export interface Trust {
  /** What is to be done with the next page; `compare` reads it both ways. */
  readonly next: () => "quick" | "compare" | "engine";
  /** Tells what came of a page. */
  readonly tell: (verdict: Verdict | "read") => void;
}

/** What a document is like. */
export interface TrustSettings {
  readonly kind?: Kind;
  /** Whether so few pages of it are wanted that it pays only if they need not be proven. */
  readonly isShort?: boolean;
}

/** So many pages are the same both ways before others are read without the engine, unless documents like this one were. */
const provingPages = 2;

/**
 * From time to time a page is read both ways again: after so many, then after four times as many, and so on; sooner in a
 * document that is believed for the sake of others. The engine takes as long for such a page as twenty others take.
 */
const pagesBeforeCheck = 64;
const pagesBeforeFirst = 32;
const growth = 4;

/** After so many pages in a row that cannot be read without the engine, none of the document is tried any more. */
const mostUnreadable = 8;

/** A page of a short document is compared, for the sake of those to come, once so many of its kind were met. */
const documentsOfHabit = 3;

/** Begins with a document. One page that is different ends all trust in it, and what others of its kind have by it. */
export function createTrust({ kind = createKind(), isShort = false }: TrustSettings = {}): Trust {
  let proven = 0;
  let sinceCheck = 0;
  let interval = isTrustedKind(kind) ? pagesBeforeFirst : pagesBeforeCheck;
  let unreadable = 0;
  let isOver = false;
  kind.begun += 1;
  const isLearning = kind.begun > documentsOfHabit && !kind.isOver;
  return {
    next() {
      if (isOver) return "engine";
      if (isTrustedKind(kind)) return sinceCheck >= interval || isCheckDue(kind) ? "compare" : "quick";
      if (isShort) return isLearning && proven === 0 ? "compare" : "engine";
      return proven < provingPages || sinceCheck >= interval ? "compare" : "quick";
    },
    tell(verdict) {
      if (verdict === "unreadable") {
        unreadable += 1;
        isOver ||= unreadable >= mostUnreadable;
        return;
      }
      unreadable = 0;
      if (verdict === "different") {
        isOver = true;
        kind.isOver = true;
      } else if (verdict === "same") {
        noteSame(kind, proven === 0);
        if (sinceCheck >= interval) interval *= growth;
        proven += 1;
        sinceCheck = 0;
      } else {
        sinceCheck += 1;
        kind.sinceCheck += 1;
      }
    },
  };
}
