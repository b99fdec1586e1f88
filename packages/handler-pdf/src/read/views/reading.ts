import type { Notice, Place } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import type { PageLabels } from "../../document/page-labels.ts";
import type { DocumentPages } from "../../extract/page-source.ts";
import { hiddenSelect, type TextWriter } from "@reader/pdf-pages/markdown";
import type { HiddenReason, PageContent, TextLine } from "@reader/pdf-pages";
import type { PartAdvice } from "./part-advice.ts";

/** The state shared by all pages of one read. */
export interface Reading {
  readonly pdf: OpenedPdf;
  readonly pages: DocumentPages;
  readonly labels: PageLabels;
  /** The requested view; `native` is already handled. */
  readonly view: "auto" | "text" | "image";
  /** The image limits; absent if the model takes no images. */
  readonly limits: FitLimits | undefined;
  /** Number of images announced and drawn together: as many as an answer takes. */
  readonly imagesPerRun: number;
  readonly writer: TextWriter;
  readonly hasForm: boolean;
  /** The mark of the engine's faults before this document. */
  readonly faultsBefore: number;
  readonly hidden: HiddenTally;
  /** True if all hidden text is shown in its place. */
  readonly showsHidden: boolean;
  readonly partAdvice: PartAdvice;
  /** True if a recogniser is available for pages without text. */
  readonly canRecognise: boolean;
  readonly signal: AbortSignal;
}

/** Returns the place of a page in the answer. */
export function placeOf({ labels }: Pick<Reading, "labels">, index: number): Place {
  const label = labels.labelOf(index);
  return label === undefined ? { unit: "page", index } : { unit: "page", index, label };
}

const words: Readonly<Record<HiddenReason, string>> = {
  invisible: "text that is not drawn",
  "same-colour": "text in the colour of its background",
  tiny: "text too small to be seen",
  "off-page": "text outside the page",
  covered: "text that is covered",
};

type HiddenContent = Extract<Notice, { readonly code: "hidden-content" }>;

/** Maximum number of pages listed individually. A document with more has hidden text throughout. */
const maxNamedPages = 20;

/** Counts hidden text over the pages of a read. */
interface HiddenTally {
  /** Returns the entries for a page. */
  ofPage(content: PageContent, shown: { readonly at: Place; readonly isOmitted: boolean }): readonly HiddenContent[];
  /** Returns the remaining entries at the end. */
  ofTheRest(): readonly HiddenContent[];
}

/** Creates an empty tally. */
export function createHiddenTally(): HiddenTally {
  const rest = new Map<HiddenReason, number>();
  let namedPages = 0;
  let hasOmitted = false;
  return {
    ofPage(content, { at, isOmitted }) {
      const counts = countHidden(content);
      if (counts.size === 0) return [];
      namedPages += 1;
      if (namedPages <= maxNamedPages) return notices(counts, isOmitted).map((notice) => ({ ...notice, at }));
      hasOmitted ||= isOmitted;
      for (const [reason, count] of counts) rest.set(reason, (rest.get(reason) ?? 0) + count);
      return [];
    },
    ofTheRest: () =>
      notices(rest, hasOmitted).map((notice) => ({ ...notice, what: `${notice.what}, on further pages` })),
  };
}

function countHidden(content: PageContent): ReadonlyMap<HiddenReason, number> {
  const counts = new Map<HiddenReason, number>();
  for (const block of content.blocks) countIn(block.lines, counts);
  countIn(content.outside ?? [], counts);
  return counts;
}

function countIn(lines: readonly TextLine[], counts: Map<HiddenReason, number>): void {
  for (const { runs } of lines) {
    for (const { hidden } of runs) if (hidden !== undefined) counts.set(hidden, (counts.get(hidden) ?? 0) + 1);
  }
}

function notices(counts: ReadonlyMap<HiddenReason, number>, isOmitted: boolean): readonly HiddenContent[] {
  return [...counts].map(([reason, count]) => ({
    type: "notice",
    code: "hidden-content",
    what: words[reason],
    count,
    ...(isOmitted ? { select: hiddenSelect } : {}),
  }));
}
