import type { Notice, Place } from "@reader/core/handler";
import type { RecognisableImage } from "@reader/core/internal";
import type { EncodedImage, FitLimits, RawPixels } from "@reader/image-fit";
import type { PageLabels } from "../document/page-labels.ts";
import { hiddenSelect } from "../layout/hidden-budget.ts";
import type { TextWriter } from "../markdown/text-writer.ts";
import type { Box, HiddenReason, PageContent, TextLine } from "../model/page-content.ts";
import type { PageSource } from "../model/page-model.ts";

/** The pages of a document during a read. Each is loaded and read once until it is released. */
export interface DocumentPages extends PageSource {
  /**
   * Called before a page is read, with the number of wanted pages from it on. Returns a promise only if code must be
   * loaded.
   */
  readonly next: (wanted: number) => Promise<void> | undefined;
  /** Frees a page. */
  readonly release: (number: number) => void;
  /** Frees everything that is kept of the document, which must still be open. */
  readonly end: () => void;
}

/** What only the engine of a document does with its pages, which are numbered from 1. */
export interface PageEngine {
  /** Counts the error of a page. Rethrows it if the page is not at fault. */
  readonly notePageFault: (error: unknown) => void;
  /** Returns the stored bytes of the content of a page. */
  readonly contentBytes: (number: number) => number;
  /** True if a page draws nothing. */
  readonly isBlank: (number: number) => boolean;
  /** True if some of the content of a page is lost or damaged. Asked for blank pages, and for others that may be. */
  readonly isBroken: (number: number, isBlank: boolean) => boolean;
  /** True if fonts of a page with a garbled text layer are missing in the file. */
  readonly hasLostFonts: (number: number) => boolean;
  /** Returns the image of a page, or `undefined` if the page is blank. */
  readonly image: (number: number, limits: FitLimits) => Promise<EncodedImage | undefined>;
  /** Returns the box of a page as displayed. */
  readonly boxOf: (number: number) => Box;
  /** Draws a part of a page as large as the model sees it. */
  readonly part: (number: number, area: { readonly box: Box; readonly limits: FitLimits }) => RawPixels;
  /** Draws a page in grey for a recogniser. */
  readonly grey: (number: number) => GreyImage;
  /** Returns form fields and comments of a page: sections after its text, empty if there are none. */
  readonly extras: (number: number) => Promise<readonly string[]>;
}

/** The image of a page for a recogniser, and its scale. */
export interface GreyImage {
  readonly image: RecognisableImage;
  readonly pointsPerPixel: number;
}

/** The state shared by all pages of one read. */
export interface Reading {
  /** Used in messages. */
  readonly path: string;
  readonly engine: PageEngine;
  readonly pages: DocumentPages;
  readonly labels: PageLabels;
  /** The requested view; `native` is already handled. */
  readonly view: "auto" | "text" | "image";
  /** The image limits; absent if the model takes no images. */
  readonly limits: FitLimits | undefined;
  /** Number of images announced and drawn together: as many as an answer takes. */
  readonly imagesPerRun: number;
  readonly writer: TextWriter;
  readonly hidden: HiddenTally;
  /** True if all hidden text is shown in its place. */
  readonly showsHidden: boolean;
  readonly partAdvice: PartAdvice;
  /** Maximum bytes of text of a page, after which it is cut. */
  readonly maxPageTextBytes: number;
  /** True if a recogniser is available for pages without text. */
  readonly canRecognise: boolean;
  /** True if the place of each line is wanted. */
  readonly hasBoxes: boolean;
  readonly signal: AbortSignal;
}

/** Advises once per read about the image of a page, such as how to read the small print of one shown very small. */
export interface PartAdvice {
  of(number: number): readonly Notice[];
}

/** Maximum number of image pages checked before the first one is drawn, independent of the answer limit. */
const maxImagesAtOnce = 20;

/** Returns how many images are announced and drawn together, if an answer takes `maxImages`. */
export function imagesPerRun(maxImages: number): number {
  return Math.max(1, Math.min(maxImages, maxImagesAtOnce));
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
