import type { AskedFont } from "./asked-font.ts";

/** One code of one font. */
export interface Question {
  readonly font: AskedFont;
  readonly code: number;
}

/** The size of the type of a probe, in points: so large that the engine's numbers are fine beyond all need. */
export const probeSize = 1000;

/**
 * Content that shows each code twice in one string: the second place tells how far the pen has moved. The number
 * of a question is how high its code stands, so that a code which shows nothing is missed; all begin at 0, where numbers
 * are finest.
 */
export function probeContent(questions: readonly Question[], names: ReadonlyMap<AskedFont, string>): string {
  const parts = ["BT"];
  let last: AskedFont | undefined;
  for (const [index, { font, code }] of questions.entries()) {
    if (font !== last) parts.push(`/${names.get(font)} ${probeSize} Tf`);
    last = font;
    const digits = code.toString(16).padStart(2 * font.codeBytes, "0");
    parts.push(`1 0 0 1 0 ${index} Tm<${digits}${digits}>Tj`);
  }
  parts.push("ET");
  return parts.join("\n");
}
