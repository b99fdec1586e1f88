import type { Box, Rule } from "../../model/page-content.ts";
import type { Painting } from "../../extract/painting/painting.ts";
import { trueVectors } from "../../extract/painting/true-vectors.ts";

/** Rules that are handed on; the largest printed grids seen have some 2000. */
const maxRules = 4000;

/** What is at most this thick is a line, whatever drew it. */
const maxThicknessPt = 3;

/** Shorter lines are dots, ticks and underlines of single letters. */
const minLengthPt = 4;

/**
 * The straight lines that the page draws, and the edges of its boxes and coloured backgrounds. To look for them costs up to
 * as much as the text of the page: it is for pages that look like they have a table.
 */
export function readRules(painting: Painting): readonly Rule[] {
  const rules: Rule[] = [];
  for (const { box, isRectangle, isStroked, isPaper } of trueVectors(painting)) {
    if (rules.length > maxRules) break;
    addRules(rules, box, isRectangle && (isStroked || !isPaper));
  }
  return rules.slice(0, maxRules);
}

function addRules(rules: Rule[], box: Box, isBox: boolean): void {
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  if (!Number.isFinite(width + height)) return;
  if (height <= maxThicknessPt) {
    if (width >= minLengthPt) rules.push({ box, orientation: "horizontal" });
    return;
  }
  if (width <= maxThicknessPt) {
    if (height >= minLengthPt) rules.push({ box, orientation: "vertical" });
    return;
  }
  if (isBox && width >= minLengthPt && height >= minLengthPt) rules.push(...edgesOf(box));
}

function edgesOf(box: Box): readonly Rule[] {
  return [
    { box: { ...box, y1: box.y0 }, orientation: "horizontal" },
    { box: { ...box, y0: box.y1 }, orientation: "horizontal" },
    { box: { ...box, x1: box.x0 }, orientation: "vertical" },
    { box: { ...box, x0: box.x1 }, orientation: "vertical" },
  ];
}
