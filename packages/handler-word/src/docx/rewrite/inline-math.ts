import { latexOf } from "@reader/office-kit/equations";
import { xmlOf, type WordElement } from "../tree.ts";
import type { InlineTarget } from "./inline-target.ts";
import { plainLook } from "./inline-writer.ts";

/** A formula as LaTeX between signs such as `$`; nothing where it shows nothing. */
export function writeMath(node: WordElement, { writer, part, change }: InlineTarget, fence: string): void {
  const latex = latexOf(xmlOf(node));
  if (latex === "") return;
  part.counts.equations += 1;
  writer.sign(part.signs.put({ type: "words", markdown: `${fence}${latex}${fence}` }), { ...plainLook, change });
}
