import type { QuickFont } from "../quick-font.ts";

/** Codes that a page shows and that fonts do not know yet. */
export type UnknownCodes = ReadonlyMap<QuickFont, ReadonlySet<number>>;

/** Gathers codes that fonts do not know yet. */
export class CodeGatherer {
  readonly codes: Map<QuickFont, Set<number>> = new Map();

  add(font: QuickFont, code: number): void {
    const known = this.codes.get(font);
    if (known === undefined) this.codes.set(font, new Set([code]));
    else known.add(code);
  }
}
