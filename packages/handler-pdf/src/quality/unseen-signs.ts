import type { PageContent, TextRun } from "../model/page-content.ts";
import { mapRuns } from "./map-runs.ts";

/** Punctuation, spaces, and the signs that stand for a space. */
const signs = /^[\p{P}\p{Z}\u2422\u2423]*$/u;

/**
 * Takes hidden signs that say nothing for the white that is seen of them: programs keep a place with a dot that is not
 * drawn, and part the words of code by the sign of a space in the colour of the paper.
 */
export function withoutUnseenSigns(content: PageContent): PageContent {
  return mapRuns(content, (run) => [saysNothing(run) ? asSpace(run) : run]);
}

function saysNothing({ hidden, text }: TextRun): boolean {
  return hidden !== undefined && signs.test(text);
}

function asSpace({ box, style }: TextRun): TextRun {
  return { text: " ", box, style };
}
