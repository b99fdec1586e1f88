import type { Notice, Place } from "@reader/core/handler";
import type { Slide } from "./slide.ts";

type HiddenContent = Extract<Notice, { readonly code: "hidden-content" }>;

/** Slides that are named one by one; beyond them the rest is only counted. */
const maxNamedSlides = 20;

/** Counts over the slides of a read what a show leaves out. */
export interface HiddenTally {
  /** What to say of a slide. */
  ofSlide(slide: Slide, at: Place): readonly HiddenContent[];
  /** What is left to say at the end. */
  ofTheRest(): readonly HiddenContent[];
}

/** An empty tally. */
export function createHiddenTally(): HiddenTally {
  let named = 0;
  let slides = 0;
  let shapes = 0;
  return {
    ofSlide({ isHidden, hiddenShapes }, at) {
      const notices = noticesOf(isHidden ? 1 : 0, hiddenShapes).map((each) => ({ ...each, at }));
      if (notices.length === 0) return [];
      named += 1;
      if (named <= maxNamedSlides) return notices;
      slides += isHidden ? 1 : 0;
      shapes += hiddenShapes;
      return [];
    },
    ofTheRest: () => noticesOf(slides, shapes).map((each) => ({ ...each, what: `${each.what}, on further slides` })),
  };
}

function noticesOf(slides: number, shapes: number): readonly HiddenContent[] {
  const notices: HiddenContent[] = [];
  if (slides > 0) notices.push({ type: "notice", code: "hidden-content", what: "hidden slide", count: slides });
  if (shapes > 0) notices.push({ type: "notice", code: "hidden-content", what: "hidden shape", count: shapes });
  return notices;
}
