import { notice, type Notice } from "@reader/core/handler";
import { range } from "../../document/page-ranges.ts";
import type { PageStudy } from "./study-page.ts";

/**
 * Why some pages are shown as pictures, a sentence for each reason: `Pages 4-9 have no text layer; they are shown as
 * images.`
 */
export function runNotices(studies: readonly PageStudy[]): readonly Notice[] {
  const empty = studies.filter(({ verdict }) => verdict?.layer === "none").map(({ number }) => number);
  const garbled = studies.filter(({ verdict }) => verdict?.layer === "garbled");
  const reason = garbled[0]?.verdict?.reason ?? "";
  return [
    ...sentence(empty, ["has no text layer", "have no text layer"], ""),
    ...sentence(
      garbled.map(({ number }) => number),
      ["has a garbled text layer", "have a garbled text layer"],
      reason,
    ),
  ];
}

type Verb = readonly [one: string, many: string];

function sentence(numbers: readonly number[], [one, many]: Verb, reason: string): readonly Notice[] {
  if (numbers.length === 0) return [];
  const words =
    numbers.length === 1
      ? `Page ${range(numbers)} ${one}; it is shown as an image.`
      : `Pages ${range(numbers)} ${many}; they are shown as images.`;
  return [notice(`${words} ${reason}`.trim())];
}
