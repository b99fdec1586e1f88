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

/** Everything that an answer gathers while it is pulled. */
export interface Collector {
  readonly lines: AnswerLines;
  readonly notices: Notice[];
  readonly extents: Extent[];
  /** Takes whatever is not lines, behind that line; a cut where the images are used up and the next answer comes further. */
  takeOther(item: Exclude<StreamItem, { type: "lines" }>, line: number): Cut | undefined;
  /** The page whose image found no room, where the next answer begins with it. */
  readonly fullAt: Place | undefined;
  cost(): Cost;
}

/** What the limits of an answer are. */
export interface CollectorOptions {
  readonly budget: Budget;
  readonly maxLines: number;
  readonly capabilities: Capabilities;
  readonly pricing: Pricing;
  /** Throws where text must not be shown. */
  readonly admit: (text: string) => void;
}

/** An empty collector. */
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
      // An answer without images would be followed by another.
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

/** The images are used up. */
function imagesCut(line: number): Cut {
  return { by: "images", line, column: 1 };
}

/** What stands before the first line comes with it. */
function firstLineOf(first: ResultPart): number {
  return first.type === "text" ? first.firstLine : 1;
}

/**
 * The page with which the next answer begins. None where this one began with it, and where it is a section: those are
 * asked for by their titles, and may be as long as the document.
 */
function nextPage({ at }: ImagePart | DocumentPart, first: ResultPart | undefined): Place | undefined {
  if (first === undefined || at === undefined || at.unit === "section") return undefined;
  return first.at?.unit === at.unit && first.at.index === at.index ? undefined : at;
}

/** Notices of one document in an answer. They are outside of its token budget, so that more would be no answer. */
const maxNotices = 100;

/** Takes notices into a list as long as there is room, and from then on counts them in its last one. */
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
