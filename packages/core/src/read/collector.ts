import type { Budget } from "../contract/budget.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import type { DocumentPart, Extent, ImagePart } from "../contract/events.ts";
import { type Notice, notice } from "../contract/notices.ts";
import type { Place } from "../contract/place.ts";
import type { Cost, ResultPart } from "../contract/result.ts";
import { gateMedia, longSidePx, mediaTokens, omitted } from "../documents/media-gate.ts";
import { clipMark } from "../render/clip-mark.ts";
import { placeLine } from "../render/place-line.ts";
import type { AnswerLines, Cut } from "../text/lines/answer.ts";
import { addExtent, createSections } from "../text/lines/sections.ts";
import type { StreamItem } from "../text/lines/stream.ts";
import { createTextMeter, type Pricing } from "../text/lines/text-meter.ts";

/** Collects the parts, notices and costs of an answer while it is pulled. */
export interface Collector {
  readonly lines: AnswerLines;
  readonly notices: Notice[];
  readonly extents: Extent[];
  /**
   * Takes an item other than lines that follows the given line. Returns a cut if the image limit is reached and the
   * next answer can make progress.
   */
  takeOther(item: Exclude<StreamItem, { type: "lines" }>, line: number): Cut | undefined;
  /** The page whose image did not fit, if the next answer can start with it. */
  readonly fullAt: Place | undefined;
  cost(): Cost;
}

/** Limits of an answer. */
export interface CollectorOptions {
  readonly budget: Budget;
  readonly maxLines: number;
  readonly capabilities: Capabilities;
  readonly pricing: Pricing;
  /** Throws if the text must not be shown. */
  readonly admit: (text: string) => void;
}

/** Creates an empty collector. */
export function createCollector(options: CollectorOptions): Collector {
  const { budget, capabilities, pricing } = options;
  const sections = createSections();
  const meter = createTextMeter(budget, options.maxLines, pricing);
  const notices: Notice[] = [];
  const extents: Extent[] = [];
  const note = createNoteTaker(notices);
  let images = 0;
  let longestSidePx = 0;
  let tokens = 0;
  let fullAt: Place | undefined;

  const takeMedia = (part: ImagePart | DocumentPart, line: number): Cut | undefined => {
    const gated = gateMedia(part, capabilities, { images, longestSidePx, budget });
    if (gated.verdict === "omitted") note(gated.notice);
    if (gated.verdict === "full") {
      // An answer without images must not be cut: the next one would be cut at the same point.
      const first = images === 0 ? undefined : sections.parts()[0];
      fullAt = nextPage(part, first);
      if (fullAt !== undefined || (first !== undefined && line > firstLineOf(first))) return imagesCut(line);
      note(omitted(part, { reason: "too-many", limit: "maxImages", value: gated.maxCount }));
    }
    if (gated.verdict !== "taken") return undefined;
    sections.addPart(part);
    tokens += mediaTokens(part, capabilities);
    if (part.type === "document") return undefined;
    images += 1;
    longestSidePx = Math.max(longestSidePx, longSidePx(part));
    return undefined;
  };
  return {
    lines: { sections, meter, budget, placeMark: (at) => placeLine(at, extents), clipMark, admit: options.admit },
    notices,
    extents,
    get fullAt() {
      return fullAt;
    },
    takeOther(item, line) {
      if (item.type === "notice") note(item);
      else if (item.type === "extent") addExtent(extents, item);
      else return takeMedia(item, line);
      return undefined;
    },
    cost: () => ({ tokens: meter.tokens + tokens, bytes: meter.bytes, images }),
  };
}

/** Returns the cut at the image limit. */
function imagesCut(line: number): Cut {
  return { by: "images", line, column: 1 };
}

/** Parts before the first line belong to the answer that starts with that line. */
function firstLineOf(first: ResultPart): number {
  return first.type === "text" ? first.firstLine : 1;
}

/**
 * Returns the page with which the next answer starts. Returns `undefined` if this answer started with it, and for
 * sections: those are requested by title, and may be as long as the document.
 */
function nextPage({ at }: ImagePart | DocumentPart, first: ResultPart | undefined): Place | undefined {
  if (first === undefined || at === undefined || at.unit === "section") return undefined;
  return first.at?.unit === at.unit && first.at.index === at.index ? undefined : at;
}

/**
 * Maximum number of notices for one document in an answer. They do not count against its token budget, so it must stay
 * small.
 */
const maxNotices = 100;

/**
 * Creates a function that adds notices to a list while there is room, and then counts further ones in the last entry.
 */
function createNoteTaker(notices: Notice[]): (taken: Notice) => void {
  let surplus = 0;
  return (taken) => {
    if (surplus === 0 && notices.length < maxNotices) {
      notices.push(taken);
      return;
    }
    surplus += 1;
    const last = notice(`${surplus} more ${surplus === 1 ? "notice is" : "notices are"} not shown.`);
    if (surplus === 1) notices.push(last);
    else notices[maxNotices] = last;
  };
}
